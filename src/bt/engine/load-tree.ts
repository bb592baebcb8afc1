import { NodeRegistry } from './registry.js'
import { createTree, type Tree, type TreeOptions } from './tree.js'
import type { NodeLibrary } from '../library.js'
import type { IncludeLoader } from '../xml/includes.js'
import { parseTree, type ParseResult } from '../xml/parse.js'
import type { NodeDefinition } from '../custom/declare/definition.js'
import { registerAll } from './register-all.js'

export interface LoadOptions extends TreeOptions {
  /** the nodes that the tree uses besides the built-in ones */
  readonly nodes: readonly NodeDefinition[]
  /** what a palette describes; the code of those nodes is among `nodes` */
  readonly palette?: NodeLibrary
  /** name of the text in messages */
  readonly file?: string
  /** the text of an included file */
  readonly load?: IncludeLoader
}

/** From XML to a tree that can be ticked, in one step: nodes registered, document judged, tree created. */
export function loadTree(xml: string, options: LoadOptions): ParseResult<Tree> {
  const { nodes, palette, file = 'tree.xml', load, compat } = options
  const registered = registerAll(new NodeRegistry(palette), nodes, 'nodes')
  if (!registered.ok) return { ...registered, warnings: [] }
  const registry = registered.value
  const parsed = parseTree(xml, {
    file,
    library: registry.library,
    ...(load === undefined ? {} : { load }),
    ...(compat === undefined ? {} : { compat }),
  })
  if (!parsed.ok) return parsed
  return { ...createTree(parsed.value, registry, options), warnings: parsed.warnings }
}
