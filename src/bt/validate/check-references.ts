import { didYouMean, type Diagnostic } from '../../base/diagnostic.js'
import type { NodeDef, TreeDef, TreeDoc } from '../document.js'
import type { NodeLibrary } from '../library.js'
import { LIMITS } from './limits.js'
import type { LocateAttr } from './locate.js'
import { problem } from './problem.js'
import { tooDeep, tooLarge } from './size.js'

/** Problems between trees: names used twice, trees that are not there, recursion, size with SubTrees opened. */
export function checkReferences(doc: TreeDoc, library: NodeLibrary, locate: LocateAttr): Diagnostic[] {
  const trees = new Map(doc.trees.map((tree) => [tree.id, tree]))
  const names = [...trees.keys()]
  const references = doc.trees.flatMap((tree) => unknownSubtrees(tree.root, { names, library, locate }))
  const { order, cycles } = orderTrees(doc, trees)
  const opened = cycles.length > 0 ? [] : checkOpenedSize(doc, order)
  return [...checkIds(doc, library), ...missingMain(doc, trees), ...references, ...cycles, ...opened]
}

function checkIds(doc: TreeDoc, library: NodeLibrary): Diagnostic[] {
  const seen = new Set<string>()
  return doc.trees.flatMap(({ id, root, where = root.where }) => {
    const at = { where }
    const duplicate = seen.has(id)
    seen.add(id)
    if (duplicate) return [problem(root, 'bt.duplicate-tree', `tree ${id} is defined twice`, at)]
    if (!/^[^\s<>&"'/\\:*?|]+$/.test(id) || /^root$/i.test(id)) {
      const more = { ...at, hint: 'no blanks and none of < > & " \' / \\ : * ? |, and not "root"' }
      return [problem(root, 'bt.tree-id', `"${id}" cannot be the ID of a tree`, more)]
    }
    if (library.get(id) !== undefined || id === 'SubTree') {
      return [problem(root, 'bt.tree-id', `${id} is a node type; a tree needs an ID of its own`, at)]
    }
    return []
  })
}

function missingMain(doc: TreeDoc, trees: ReadonlyMap<string, TreeDef>): Diagnostic[] {
  if (trees.has(doc.main)) return []
  const near = didYouMean(doc.main, trees.keys())
  return [
    {
      code: 'bt.main-tree',
      severity: 'error',
      message: `main tree ${doc.main} is not defined`,
      hint: near === undefined ? `trees: ${[...trees.keys()].join(', ')}` : `did you mean ${near}?`,
    },
  ]
}

interface Known {
  readonly names: readonly string[]
  readonly library: NodeLibrary
  readonly locate: LocateAttr
}

function unknownSubtrees(node: NodeDef, known: Known): Diagnostic[] {
  const below = node.children.flatMap((child) => unknownSubtrees(child, known))
  if (node.kind !== 'subtree') return below
  const { names, library, locate } = known
  const id = node.attrs['ID']
  const listed = `trees: ${names.join(', ')}`
  if (id === undefined) {
    return [problem(node, 'bt.missing-id', 'SubTree needs an ID', { hint: listed }), ...below]
  }
  if (names.includes(id)) return below
  const near = didYouMean(id, [...names, ...library.subtrees().map((spec) => spec.id)])
  const hint =
    near === id ? 'include the file that defines it' : near === undefined ? listed : `did you mean ${near}?`
  const where = locate(node, 'ID')
  return [problem(node, 'bt.unknown-subtree', `there is no tree ${id}`, { where, hint }), ...below]
}

/** Trees in an order in which each comes after those that it names, and the places where that is impossible. */
function orderTrees(
  doc: TreeDoc,
  trees: ReadonlyMap<string, TreeDef>,
): { order: TreeDef[]; cycles: Diagnostic[] } {
  const cycles: Diagnostic[] = []
  const done = new Set<TreeDef>()
  const walk = (tree: TreeDef, trail: readonly string[]): void => {
    for (const node of subtreeNodes(tree.root)) {
      const id = node.attrs['ID'] ?? ''
      const inner = trees.get(id)
      if (trail.includes(id)) {
        const message = `tree ${id} contains itself: ${[...trail.slice(trail.indexOf(id)), id].join(' → ')}`
        cycles.push(
          problem(node, 'bt.recursion', message, { hint: 'to run it again, use Repeat or a retry' }),
        )
      } else if (inner !== undefined && !done.has(inner)) walk(inner, [...trail, id])
    }
    done.add(tree)
  }
  for (const tree of doc.trees) if (!done.has(tree)) walk(tree, [tree.id])
  return { order: [...done], cycles }
}

/** Trees that name others twice each grow exponentially when opened; each tree's size is computed once. */
function checkOpenedSize(doc: TreeDoc, order: readonly TreeDef[]): Diagnostic[] {
  const sizes = new Map<string, Size>()
  const measure = (node: NodeDef): Size => {
    const inner = node.kind === 'subtree' ? sizes.get(node.attrs['ID'] ?? '') : undefined
    const parts = [...node.children.map(measure), ...(inner === undefined ? [] : [inner])]
    return {
      count: parts.reduce((sum, part) => sum + part.count, 1),
      depth: 1 + Math.max(0, ...parts.map((part) => part.depth)),
    }
  }
  for (const tree of order) sizes.set(tree.id, measure(tree.root))
  const main = order.find((tree) => tree.id === doc.main)
  const size = sizes.get(doc.main)
  if (main === undefined || size === undefined) return []
  if (size.depth > LIMITS.depth) return [tooDeep(main.root)]
  return size.count > LIMITS.nodes ? [tooLarge(main.root)] : []
}

interface Size {
  readonly count: number
  readonly depth: number
}

const subtreeNodes = (node: NodeDef): NodeDef[] => [
  ...(node.kind === 'subtree' ? [node] : []),
  ...node.children.flatMap(subtreeNodes),
]
