import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import type { Fluents } from '../value.js'
import { beliefKey, unmet, type Belief } from './belief.js'

interface Node {
  readonly belief: Belief
  readonly steps: readonly PlannedStep[]
  /** a state before the last step, of which only what it changed can be new */
  readonly changed: Fluents | undefined
}

/**
 * The states yet to be expanded. Breadth-first: in the order found. By novelty (best-first width search): those first
 * that show a fact never seen with so many goals missed (width 1), then those with a pair of facts never seen (width
 * 2), then the rest; among these, those that miss the fewest goals.
 */
export class Frontier {
  readonly #domain: DataDomain
  readonly #greedy: boolean
  readonly #known = new Set<string>()
  readonly #seen = new Set<string>()
  readonly #queues = new Map<number, Node[]>()
  readonly #heads = new Map<number, number>()

  constructor(domain: DataDomain, order: 'breadth' | 'novelty') {
    this.#domain = domain
    this.#greedy = order === 'novelty'
  }

  /** States found so far. */
  get size(): number {
    return this.#known.size
  }

  /** Whether a belief has not been found before; it is remembered. */
  isNew(belief: Belief): boolean {
    const key = beliefKey(this.#domain, belief)
    if (this.#known.has(key)) return false
    this.#known.add(key)
    return true
  }

  add(node: Node): void {
    const rank = this.#greedy ? this.#rank(node) : 0
    const queue = this.#queues.get(rank)
    if (queue === undefined) this.#queues.set(rank, [node])
    else queue.push(node)
  }

  take(): Node | undefined {
    const ranks = [...this.#queues.keys()].filter((rank) => this.#left(rank) > 0)
    if (ranks.length === 0) return undefined
    const rank = Math.min(...ranks)
    const head = this.#heads.get(rank) ?? 0
    this.#heads.set(rank, head + 1)
    return this.#queues.get(rank)?.[head]
  }

  #left(rank: number): number {
    return (this.#queues.get(rank)?.length ?? 0) - (this.#heads.get(rank) ?? 0)
  }

  #rank({ belief, changed }: Node): number {
    const missing = unmet(this.#domain, belief).length
    return this.#novelty(belief[0], changed, missing) * MOST_GOALS + Math.min(missing, MOST_GOALS - 1)
  }

  /** 0: a fact is new, 1: a pair of facts is, 2: neither. Remembers them. */
  #novelty(state: Fluents, before: Fluents | undefined, missing: number): number {
    const all = [...state].map(([fact, value]) => `${fact}=${String(value)}`)
    const fresh = [...state].flatMap(([fact, value], index) =>
      before?.get(fact) === value ? [] : [all[index] ?? ''],
    )
    let [single, pair] = [false, false]
    for (const one of fresh) {
      single = this.#isFirst(`${missing} ${one}`) || single
      for (const two of all) {
        const both = one < two ? `${one} ${two}` : `${two} ${one}`
        pair = this.#isFirst(`${missing} ${both}`) || pair
      }
    }
    return single ? 0 : pair ? 1 : 2
  }

  #isFirst(key: string): boolean {
    if (this.#seen.has(key) || this.#seen.size >= MOST_SEEN) return false
    this.#seen.add(key)
    return true
  }
}

const MOST_GOALS = 1_000

/** Pairs of facts that are remembered; beyond it, states count as nothing new. */
const MOST_SEEN = 1_000_000
