import { didYouMean, type Diagnostic } from '../../base/diagnostic.js'
import type { NodeDef, TreeDef, TreeDoc } from '../document.js'
import type { NodeLibrary } from '../library.js'
import { LIMITS } from './limits.js'
import { problem, valuePlace } from './problem.js'
import { openedTooDeep, openedTooLarge } from './size.js'
import { wrongTreeId } from './tree-id.js'

/** IDs of trees that cannot be, or that are there twice. */
export function checkTreeIds(doc: TreeDoc, library: NodeLibrary): Diagnostic[] {
  const seen = new Set<string>()
  return doc.trees.flatMap(({ id, root, where = root.where }) => {
    if (seen.has(id)) return [problem(root, 'bt.tree-twice', `tree ${id} is there twice`, { where })]
    seen.add(id)
    const wrong = id === '' ? undefined : wrongTreeId(id, library)
    return wrong === undefined ? [] : [problem(root, 'bt.tree-id', wrong.message, { where, hint: wrong.hint })]
  })
}

/** The main tree has to be there. */
export function checkMain(doc: TreeDoc): Diagnostic[] {
  const names = doc.trees.map(({ id }) => id)
  if (names.includes(doc.main)) return []
  const near = didYouMean(doc.main, names)
  const hint = near === undefined ? `trees: ${names.join(', ')}` : `did you mean ${near}?`
  const message = doc.main === '' ? 'no main tree is named' : `main tree ${doc.main} is not defined`
  return [{ code: 'bt.main-tree', severity: 'error', message, hint }]
}

/** SubTree nodes that name trees which are not there. */
export function unknownSubtrees(tree: TreeDef, doc: TreeDoc, library: NodeLibrary): Diagnostic[] {
  const names = doc.trees.map(({ id }) => id)
  return subtreeNodes(tree.root).flatMap((node): Diagnostic[] => {
    const id = node.attrs['ID'] ?? ''
    if (id === '' || names.includes(id)) return []
    const near = didYouMean(id, [...names, ...library.subtrees().map((spec) => spec.id)])
    const hint =
      near === id
        ? 'include the file that defines it'
        : near === undefined
          ? `trees: ${names.join(', ')}`
          : `did you mean ${near}?`
    return [problem(node, 'bt.unknown-subtree', `there is no tree ${id}`, { where: valuePlace(node, 'ID'), hint })]
  })
}

/** Ids of the trees that are opened when the main one is created, itself included; all of them without a main tree. */
export function reachableTrees(doc: TreeDoc): ReadonlySet<string> {
  const trees = new Map(doc.trees.map((tree) => [tree.id, tree]))
  if (!trees.has(doc.main)) return new Set(trees.keys())
  const reached = new Set([doc.main])
  for (const id of reached) {
    const tree = trees.get(id)
    for (const node of tree === undefined ? [] : subtreeNodes(tree.root)) reached.add(node.attrs['ID'] ?? '')
  }
  return reached
}

/** Trees that contain themselves, each loop once, with the tree in which it was found. */
export function checkRecursion(doc: TreeDoc): { readonly tree: string; readonly found: Diagnostic }[] {
  return orderTrees(doc).cycles
}

/** Trees that name others twice each grow exponentially when opened; each tree's size is computed once. */
export function checkOpenedSize(doc: TreeDoc): Diagnostic[] {
  const { order, cycles } = orderTrees(doc)
  if (cycles.length > 0) return []
  const sizes = new Map<string, Size>()
  const measure = (node: NodeDef): Size => {
    const inner = node.kind === 'subtree' ? sizes.get(node.attrs['ID'] ?? '') : undefined
    const parts = [...node.children.map(measure), ...(inner === undefined ? [] : [inner])]
    return {
      count: parts.reduce((sum, part) => sum + part.count, 1),
      depth: 1 + parts.reduce((max, part) => Math.max(max, part.depth), 0),
    }
  }
  for (const tree of order) sizes.set(tree.id, measure(tree.root))
  const main = order.find((tree) => tree.id === doc.main)
  const size = sizes.get(doc.main)
  if (main === undefined || size === undefined) return []
  if (size.depth > LIMITS.openedDepth) return [openedTooDeep(main.root)]
  return size.count > LIMITS.nodes ? [openedTooLarge(main.root)] : []
}

interface Size {
  readonly count: number
  readonly depth: number
}

interface Order {
  /** each tree after those that it names */
  readonly order: readonly TreeDef[]
  readonly cycles: readonly { readonly tree: string; readonly found: Diagnostic }[]
}

function orderTrees(doc: TreeDoc): { order: TreeDef[]; cycles: { tree: string; found: Diagnostic }[] } {
  const trees = new Map(doc.trees.map((tree) => [tree.id, tree]))
  const cycles: { tree: string; found: Diagnostic }[] = []
  const done = new Set<TreeDef>()
  const walk = (tree: TreeDef, trail: readonly string[]): void => {
    for (const node of subtreeNodes(tree.root)) {
      const id = node.attrs['ID'] ?? ''
      const inner = trees.get(id)
      if (trail.includes(id)) {
        const message = `tree ${id} contains itself: ${[...trail.slice(trail.indexOf(id)), id].join(' → ')}`
        const more = { where: valuePlace(node, 'ID'), hint: 'to run it again, use Repeat or a retry' }
        cycles.push({ tree: tree.id, found: problem(node, 'bt.recursion', message, more) })
      } else if (inner !== undefined && !done.has(inner)) walk(inner, [...trail, id])
    }
    done.add(tree)
  }
  for (const tree of doc.trees) if (!done.has(tree)) walk(tree, [tree.id])
  return { order: [...done], cycles } satisfies Order
}

const subtreeNodes = (node: NodeDef): NodeDef[] => [
  ...(node.kind === 'subtree' ? [node] : []),
  ...node.children.flatMap(subtreeNodes),
]
