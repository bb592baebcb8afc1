import type { NodeDef } from '#bt/document.js'
import { addMoves, Pairs } from './moves.js'
import { Planner } from './plan.js'
import { Spreader, type Placed } from './spread.js'

/** Which nodes of one tree survive in the other. */
export interface Matching {
  readonly a: Placed
  readonly b: Placed
  readonly toB: ReadonlyMap<Placed, Placed>
  readonly toA: ReadonlyMap<Placed, Placed>
  /** keys of `toB` whose nodes have moved; all others keep their order and ancestry */
  readonly moved: ReadonlySet<Placed>
}

export function matchTrees(from: NodeDef, to: NodeDef): Matching {
  const spreader = new Spreader()
  const [a, b] = [spreader.spread(from), spreader.spread(to)]
  const pairs = new Pairs()
  const planner = new Planner()
  collect(planner, a, b, pairs)
  const before = new Set(pairs.toB.keys())
  addMoves(a, b, pairs, {
    cost: (x, y) => planner.plan(x, y).cost,
    join: (x, y) => collect(planner, x, y, pairs),
  })
  const moved = new Set([...pairs.toB.keys()].filter((placed) => !before.has(placed)))
  return { a, b, toB: pairs.toB, toA: pairs.toA, moved }
}

function collect(planner: Planner, a: Placed, b: Placed, pairs: Pairs): void {
  const plan = planner.plan(a, b)
  switch (plan.kind) {
    case 'same':
      return pairs.joinAll(a, b)
    case 'replace':
      return
    case 'unwrap':
      return collect(planner, a.children[0] as Placed, b, pairs)
    case 'wrap':
      return collect(planner, a, b.children[0] as Placed, pairs)
    case 'in place':
      pairs.join(a, b)
      for (const [from, to] of plan.pairs) {
        if (from === undefined || to === undefined) continue
        collect(planner, a.children[from] as Placed, b.children[to] as Placed, pairs)
      }
  }
}
