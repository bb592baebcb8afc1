import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import type { NodeLibrary } from '#bt/library.js'
import { childPath, treeById } from '#bt/paths.js'
import { isWithin, mainRoot } from '../units.js'
import { movePaths } from '../carry-over.js'
import type { Experience } from '../input.js'

/** The same task with the tree's own SubTrees expanded, and the edits that expand them. */
export interface Opened<I extends Experience> {
  readonly input: I
  readonly edits: readonly EditOp[]
}

/**
 * Expands SubTrees that the robot's library does not know. Edits name nodes of the main tree, so nodes inside such a
 * SubTree could never be repaired. Only SubTrees without ports are replaced by their nodes; report and trace are
 * remapped.
 *
 * @returns null when there is nothing to expand
 */
export function openSubtrees<I extends Experience>(input: I, library: NodeLibrary): Opened<I> | null {
  const { tree } = input
  const known = new Set(library.subtrees().map(({ id }) => id))
  const found: { readonly at: NodePath; readonly node: NodeDef }[] = []
  const walk = (node: NodeDef, path: NodePath): void => {
    const inside = bodyOf(tree, node, known, new Set())
    if (inside !== node) found.push({ at: path, node: inside })
    else node.children.forEach((child, i) => walk(child, childPath(path, i)))
  }
  walk(mainRoot(tree), '/')
  if (found.length === 0) return null
  const edits = found.map(({ at, node }): EditOp => ({ op: 'replaceSubtree', at, node }))
  const doc = applyEdits(
    tree,
    edits.map((edit) => ({ ...edit, because: '' })),
  )
  if (!doc.ok) return null
  const paths = found.map(({ at }) => at)
  return { input: movePaths(input, doc.value, (path) => pathOnceOpened(path, paths)), edits }
}

/** The node itself, or the expansion of the SubTrees in it; one that is recursive, or has ports set, stays closed. */
function bodyOf(doc: TreeDoc, node: NodeDef, known: ReadonlySet<string>, open: ReadonlySet<string>): NodeDef {
  const id = node.attrs['ID'] ?? ''
  if (node.kind !== 'subtree') return node
  const body = treeById(doc, id)?.root
  const given = Object.keys(node.attrs).some((name) => name !== 'ID' && name !== 'name')
  if (body === undefined || given || known.has(id) || open.has(id)) return node
  const inside = new Set([...open, id])
  const all = (each: NodeDef): NodeDef => {
    const opened = bodyOf(doc, each, known, inside)
    return opened === each ? { ...each, children: each.children.map(all) } : opened
  }
  return all(body)
}

/** A SubTree's root was its first child and now takes its place. */
function pathOnceOpened(path: NodePath, opened: readonly NodePath[]): NodePath {
  const at = opened.find((each) => path !== each && isWithin(path, each))
  if (at === undefined) return path
  const rest = path
    .slice(at === '/' ? 1 : at.length + 1)
    .split('/')
    .slice(1)
    .join('/')
  return rest === '' ? at : at === '/' ? `/${rest}` : `${at}/${rest}`
}
