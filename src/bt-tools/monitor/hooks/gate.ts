import type { ProbedNode } from '../probe.js'
import {
  AFTER,
  BEFORE,
  BIT,
  desiredOf,
  emptyAfter,
  generationOf,
  hookPlace,
  type HookPosition,
} from './word.js'
import type { MonitorMemory } from '../memory.js'

export interface GateKeeper {
  /** a tick hit an enabled hook */
  hit(uid: number): void
  /**
   * Blocks the ticking thread until something may have changed; spurious wake-ups are allowed.
   * @returns false when no one is left who could release the tick
   */
  wait(): boolean
}

/** The ticking thread's side of the hooks, consulted before and after a node's tick. */
export class HookGate {
  readonly #words: Int32Array
  readonly #keeper: GateKeeper

  constructor(memory: MonitorMemory, keeper: GateKeeper) {
    this.#words = memory.hooks
    this.#keeper = keeper
  }

  /** @returns the result to return instead of ticking the node */
  before(node: ProbedNode): 'SUCCESS' | 'FAILURE' | undefined {
    return this.#pass(node.uid, BEFORE)
  }

  /** @returns the result to return instead of the node's own */
  after(node: ProbedNode): 'SUCCESS' | 'FAILURE' | undefined {
    return this.#pass(node.uid, AFTER)
  }

  #pass(uid: number, position: HookPosition): 'SUCCESS' | 'FAILURE' | undefined {
    const place = hookPlace(uid, position)
    const met = this.#words[place] ?? 0
    if ((met & BIT.enabled) === 0) return undefined
    this.#keeper.hit(uid)
    const word = (met & BIT.replace) === 0 ? this.#waitAtBreakpoint(place, generationOf(met)) : met
    if (word === undefined) return undefined
    if ((word & BIT.once) !== 0) {
      // only if it is still the same hook
      Atomics.compareExchange(this.#words, place, word, emptyAfter(word))
    }
    const desired = desiredOf(word)
    return desired === 'SUCCESS' || desired === 'FAILURE' ? desired : undefined
  }

  /** Waits until the breakpoint is unlocked (returns its word), disabled or removed. */
  #waitAtBreakpoint(place: number, generation: number): number | undefined {
    for (;;) {
      const word = Atomics.load(this.#words, place)
      if (generationOf(word) !== generation || (word & BIT.enabled) === 0) return undefined
      if ((word & (BIT.ready | BIT.replace)) !== 0) {
        const taken = word & ~BIT.ready
        if (Atomics.compareExchange(this.#words, place, word, taken) === word) return taken
      } else if (!this.#keeper.wait()) return undefined
    }
  }
}
