import type { NodeSpec } from '#bt/document.js'
import { POSTCONDITIONS, PRECONDITIONS } from '#bt/node/conditions.js'
import type { TreeNode } from '#bt/node/node.js'
import type { SubtreeInstance } from '#bt/engine/tree.js'
import type { NodeLibrary } from '#bt/library.js'
import { element, type XmlNode } from './xml-text.js'
import { modelElement } from './model-xml.js'

export interface TreeXmlOptions {
  /** write `_uid` on every node, and `_fullpath` on SubTrees; default true */
  readonly metadata?: boolean
  /** the built-in nodes' models too; default true */
  readonly builtins?: boolean
}

/**
 * Describes the tree as built, in the form that monitor clients and log readers expect: one `BehaviorTree` per
 * instantiated tree, with its full path, and every node with its ports, defaults included. The result cannot be loaded
 * again: a tree instantiated twice appears twice, and SubTree nodes have no names.
 */
export function instanceXml(
  subtrees: readonly SubtreeInstance[],
  library: NodeLibrary,
  { metadata = true, builtins = true }: TreeXmlOptions = {},
): string {
  const trees = subtrees.map(({ treeId, instance, nodes }) =>
    element(
      'BehaviorTree',
      { ID: treeId, _fullpath: instance },
      nodes.slice(0, 1).map((node) => nodeElement(node, library, metadata)),
    ),
  )
  return element('root', { BTCPP_format: '4' }, [...trees, modelElement(library, builtins)]).text()
}

function nodeElement(node: TreeNode, library: NodeLibrary, metadata: boolean): XmlNode {
  const { def, kind, name, fullPath, uid } = node.site
  const place = metadata ? { _uid: String(uid) } : {}
  if (kind === 'subtree') {
    const where = metadata ? { _fullpath: fullPath } : {}
    return element('SubTree', {
      ID: def.attrs['ID'] ?? '',
      ...where,
      ...place,
      ...subtreePorts(node),
      ...scripts(node),
    })
  }
  return element(
    def.id,
    { name, ...place, ...portTexts(node, library.get(def.id)), ...scripts(node) },
    node.children.map((child) => nodeElement(child, library, metadata)),
  )
}

type Attrs = Readonly<Record<string, string>>

/** Returns the inputs as written, then those with a default, then the outputs. */
function portTexts(node: TreeNode, spec: NodeSpec | undefined): Attrs {
  const { attrs } = node.site.def
  const ports = spec?.ports ?? []
  const isOutput = new Set(ports.filter(({ direction }) => direction === 'out').map((port) => port.name))
  const written = Object.entries(attrs).filter(([key]) => key !== 'name' && !key.startsWith('_'))
  const defaults = ports.flatMap(({ name, default: text }): [string, string][] =>
    text === undefined || Object.hasOwn(attrs, name) ? [] : [[name, text]],
  )
  const all = [...written, ...defaults]
  return Object.fromEntries([
    ...all.filter(([key]) => !isOutput.has(key)),
    ...all.filter(([key]) => isOutput.has(key)),
  ])
}

const subtreePorts = (node: TreeNode): Attrs =>
  Object.fromEntries(
    Object.entries(node.site.def.attrs).filter(
      ([key]) => key !== 'ID' && key !== 'name' && (!key.startsWith('_') || key === '_autoremap'),
    ),
  )

function scripts(node: TreeNode): Attrs {
  const { attrs } = node.site.def
  return Object.fromEntries(
    [...PRECONDITIONS, ...POSTCONDITIONS].flatMap((name) => {
      const source = attrs[name]
      return source === undefined ? [] : [[name, source]]
    }),
  )
}
