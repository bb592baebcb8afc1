import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, TreeDef, TreeDoc } from '../document.js'
import type { NodeLibrary } from '../library.js'
import { LIMITS } from '../limits.js'
import { problem, valueLocation } from '../problem.js'
import type { TreeLinks, TreeOrder } from './tree-links.js'
import { expandedTooDeep, expandedTooLarge } from './size.js'
import { wrongTreeId } from './node/check-node.js'

/** Reports invalid and duplicate tree IDs. */
export function checkTreeIds(doc: TreeDoc, library: NodeLibrary): Diagnostic[] {
  const seen = new Set<string>()
  return doc.trees.flatMap(({ id, root, where = root.where }) => {
    if (seen.has(id)) return [problem(root, 'bt.tree-twice', `tree ${id} is defined twice`, { where })]
    seen.add(id)
    const wrong = id === '' ? undefined : wrongTreeId(id, library)
    return wrong === undefined
      ? []
      : [problem(root, 'bt.tree-id', wrong.message, { where, hint: wrong.hint })]
  })
}

/** Reports a main tree that is missing. */
export function checkMain(doc: TreeDoc): Diagnostic[] {
  const names = doc.trees.map(({ id }) => id)
  if (names.includes(doc.main)) return []
  const near = didYouMean(doc.main, names)
  const hint = near === undefined ? `trees: ${names.join(', ')}` : `did you mean ${near}?`
  const message = doc.main === '' ? 'no main tree is named' : `main tree ${doc.main} is not defined`
  return [{ code: 'bt.main-tree', severity: 'error', message, hint }]
}

/** Reports SubTree nodes that name missing trees. */
export function unknownSubtrees(tree: TreeDef, links: TreeLinks, library: NodeLibrary): Diagnostic[] {
  return links.of(tree).flatMap((node): Diagnostic[] => {
    const id = node.attrs['ID'] ?? ''
    if (id === '' || links.tree(id) !== undefined) return []
    const names = links.ids()
    const near = didYouMean(id, [...names, ...library.subtrees().map((spec) => spec.id)])
    const hint =
      near === id
        ? 'include the file that defines it'
        : near === undefined
          ? `trees: ${names.join(', ')}`
          : `did you mean ${near}?`
    return [
      problem(node, 'bt.unknown-subtree', `there is no tree ${id}`, {
        where: valueLocation(node, 'ID'),
        hint,
      }),
    ]
  })
}

/**
 * Checks the size of the expanded tree. Trees that each reference others twice expand exponentially, so each tree's
 * size is computed once.
 */
export function checkExpandedSize(doc: TreeDoc, { order, cycles }: TreeOrder): Diagnostic[] {
  if (cycles.length > 0) return []
  const sizes = new Map<string, Size>()
  for (const tree of order) sizes.set(tree.id, expandedSize(tree.root, sizes))
  const main = order.find((tree) => tree.id === doc.main)
  const size = sizes.get(doc.main)
  if (main === undefined || size === undefined) return []
  if (size.depth > LIMITS.expandedDepth) return [expandedTooDeep(main.root)]
  return size.count > LIMITS.nodes ? [expandedTooLarge(main.root)] : []
}

interface Size {
  readonly count: number
  readonly depth: number
}

function expandedSize(node: NodeDef, inner: ReadonlyMap<string, Size>): Size {
  const expanded = node.kind === 'subtree' ? inner.get(node.attrs['ID'] ?? '') : undefined
  let { count, depth } = expanded ?? { count: 0, depth: 0 }
  for (const child of node.children) {
    const size = expandedSize(child, inner)
    count += size.count
    depth = Math.max(depth, size.depth)
  }
  return { count: count + 1, depth: depth + 1 }
}
