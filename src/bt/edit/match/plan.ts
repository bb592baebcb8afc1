import { changedAttrs, sameType } from '../same.js'
import { align, type Pairing } from './align.js'
import type { IndexedNode } from './tree-indexer.js'

/** How one node is turned into another. */
export interface Plan {
  /** approximate number of nodes and attributes that a patch has to name */
  readonly cost: number
  readonly kind: 'same' | 'replace' | 'unwrap' | 'wrap' | 'in place'
  /** pairs of children, when the node is changed in place */
  readonly pairs: readonly Pairing[]
}

/**
 * Budget of pairs of nodes and children for one comparison. Beyond it, children are paired by position and wrapping is
 * detected only around otherwise equal subtrees.
 */
const MAX_STEPS = 150_000

/** Finds the cheapest of: no change, replace, unwrap, wrap, change in place. Order and ancestry are preserved. */
export class Planner {
  readonly #known = new Map<string, Plan>()
  #steps = 0

  /** the number of pairs compared so far, for tests */
  get steps(): number {
    return this.#steps
  }

  plan(a: IndexedNode, b: IndexedNode): Plan {
    if (a.shape === b.shape) return SAME
    const key = `${a.shape} ${b.shape}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    this.#steps += 1
    const best = this.#best(a, b)
    this.#known.set(key, best)
    return best
  }

  #best(a: IndexedNode, b: IndexedNode): Plan {
    let best: Plan = { cost: 2 + b.size, kind: 'replace', pairs: [] }
    // of equally cheap plans the finest-grained wins; it is considered last
    const consider = (plan: Plan): void => {
      if (plan.cost <= best.cost) best = plan
    }
    const [inner, ...others] = a.children
    if (inner !== undefined && others.length === 0 && this.#worthwhile(inner, b)) {
      consider({ cost: 1 + this.plan(inner, b).cost, kind: 'unwrap', pairs: [] })
    }
    const [inside, ...beside] = b.children
    if (inside !== undefined && beside.length === 0 && this.#worthwhile(a, inside)) {
      consider({ cost: 1 + this.plan(a, inside).cost, kind: 'wrap', pairs: [] })
    }
    if (sameType(a.node, b.node)) {
      const children = align(a.children, b.children, {
        change: (from, to) => this.plan(from, to).cost,
        afford: (pairs) => this.#afford(pairs),
      })
      const cost = changedAttrs(a.node, b.node).length + children.cost
      consider({ cost, kind: 'in place', pairs: children.pairs })
    }
    return best
  }

  #worthwhile(a: IndexedNode, b: IndexedNode): boolean {
    return a.shape === b.shape || this.#steps < MAX_STEPS
  }

  #afford(pairs: number): boolean {
    if (pairs > 1 && this.#steps + pairs > MAX_STEPS) return false
    this.#steps += pairs
    return true
  }
}

const SAME: Plan = { cost: 0, kind: 'same', pairs: [] }
