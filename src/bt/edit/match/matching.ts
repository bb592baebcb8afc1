import type { NodeDef } from '#bt/document.js'
import { addMoves, Pairs } from './moves.js'
import { Planner } from './plan.js'
import { TreeIndexer, type IndexedNode } from './tree-indexer.js'

/** Which nodes of one tree survive in the other. */
export interface Matching {
  readonly a: IndexedNode
  readonly b: IndexedNode
  readonly toB: ReadonlyMap<IndexedNode, IndexedNode>
  readonly toA: ReadonlyMap<IndexedNode, IndexedNode>
  /** keys of `toB` whose nodes have moved; all others keep their order and ancestry */
  readonly moved: ReadonlySet<IndexedNode>
}

export function matchTrees(from: NodeDef, to: NodeDef): Matching {
  const indexer = new TreeIndexer()
  const [a, b] = [indexer.index(from), indexer.index(to)]
  const pairs = new Pairs()
  const planner = new Planner()
  collect(planner, a, b, pairs)
  const before = new Set(pairs.toB.keys())
  addMoves(a, b, pairs, {
    cost: (x, y) => planner.plan(x, y).cost,
    join: (x, y) => collect(planner, x, y, pairs),
  })
  const moved = new Set([...pairs.toB.keys()].filter((indexed) => !before.has(indexed)))
  return { a, b, toB: pairs.toB, toA: pairs.toA, moved }
}

function collect(planner: Planner, a: IndexedNode, b: IndexedNode, pairs: Pairs): void {
  const plan = planner.plan(a, b)
  switch (plan.kind) {
    case 'same':
      return pairs.joinAll(a, b)
    case 'replace':
      return
    case 'unwrap':
      return collect(planner, a.children[0] as IndexedNode, b, pairs)
    case 'wrap':
      return collect(planner, a, b.children[0] as IndexedNode, pairs)
    case 'in place':
      pairs.join(a, b)
      for (const [from, to] of plan.pairs) {
        if (from === undefined || to === undefined) continue
        collect(planner, a.children[from] as IndexedNode, b.children[to] as IndexedNode, pairs)
      }
  }
}
