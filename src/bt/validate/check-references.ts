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
  const cycles = findCycles(doc, trees)
  const expanded = cycles.length > 0 ? [] : checkExpandedSize(doc, trees)
  return [...checkIds(doc, library), ...missingMain(doc, trees), ...references, ...cycles, ...expanded]
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
  if (id === undefined)
    return [problem(node, 'bt.missing-id', 'SubTree needs an ID', { hint: listed }), ...below]
  if (names.includes(id)) return below
  const near = didYouMean(id, [...names, ...library.subtrees().map((spec) => spec.id)])
  const hint =
    near === id ? 'include the file that defines it' : near === undefined ? listed : `did you mean ${near}?`
  const where = locate(node, 'ID')
  return [problem(node, 'bt.unknown-subtree', `there is no tree ${id}`, { where, hint }), ...below]
}

function findCycles(doc: TreeDoc, trees: ReadonlyMap<string, TreeDef>): Diagnostic[] {
  const found: Diagnostic[] = []
  const done = new Set<string>()
  const walk = (tree: TreeDef, trail: readonly string[]): void => {
    for (const node of subtreeNodes(tree.root)) {
      const id = node.attrs['ID'] ?? ''
      const inner = trees.get(id)
      const here = [...trail, tree.id]
      if (here.includes(id)) {
        const loop = [...here.slice(here.indexOf(id)), id].join(' → ')
        found.push(
          problem(node, 'bt.recursion', `tree ${id} contains itself: ${loop}`, {
            hint: 'use Repeat or RetryUntilSuccessful to run it again',
          }),
        )
      } else if (inner !== undefined && !done.has(id)) walk(inner, here)
    }
    done.add(tree.id)
  }
  for (const tree of doc.trees) if (!done.has(tree.id)) walk(tree, [])
  return found
}

/** Trees that name others twice each grow exponentially when opened; sizes are computed once for each tree. */
function checkExpandedSize(doc: TreeDoc, trees: ReadonlyMap<string, TreeDef>): Diagnostic[] {
  const sizes = new Map<string, Size>()
  const treeSize = (tree: TreeDef): Size => {
    const known = sizes.get(tree.id)
    if (known !== undefined) return known
    const size = nodeSize(tree.root)
    sizes.set(tree.id, size)
    return size
  }
  const nodeSize = (node: NodeDef): Size => {
    const inner = node.kind === 'subtree' ? trees.get(node.attrs['ID'] ?? '') : undefined
    const parts = [...node.children.map(nodeSize), ...(inner === undefined ? [] : [treeSize(inner)])]
    return {
      count: parts.reduce((sum, part) => sum + part.count, 1),
      depth: 1 + Math.max(0, ...parts.map((part) => part.depth)),
    }
  }
  const main = trees.get(doc.main)
  if (main === undefined) return []
  const { count, depth } = treeSize(main)
  if (depth > LIMITS.depth) return [tooDeep(main.root)]
  return count > LIMITS.nodes ? [tooLarge(main.root)] : []
}

interface Size {
  readonly count: number
  readonly depth: number
}

const subtreeNodes = (node: NodeDef): NodeDef[] => [
  ...(node.kind === 'subtree' ? [node] : []),
  ...node.children.flatMap(subtreeNodes),
]
