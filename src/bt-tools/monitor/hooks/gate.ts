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
  /** a tick met an enabled hook */
  hit(uid: number): void
  /**
   * Blocks the ticking thread until something may have changed; it may return early and for no reason.
   * @returns false when nobody is left who could ever let the tick go on
   */
  wait(): boolean
}

/** The ticking thread's side of the hooks: what a node asks before and after its tick. */
export class HookGate {
  readonly #words: Int32Array
  readonly #keeper: GateKeeper

  constructor(memory: MonitorMemory, keeper: GateKeeper) {
    this.#words = memory.hooks
    this.#keeper = keeper
  }

  /** @returns what the node shall return instead of being ticked */
  before(node: ProbedNode): 'SUCCESS' | 'FAILURE' | undefined {
    return this.#pass(node.uid, BEFORE)
  }

  /** @returns what the node shall return instead of what it did */
  after(node: ProbedNode): 'SUCCESS' | 'FAILURE' | undefined {
    return this.#pass(node.uid, AFTER)
  }

  #pass(uid: number, position: HookPosition): 'SUCCESS' | 'FAILURE' | undefined {
    const place = hookPlace(uid, position)
    const met = this.#words[place] ?? 0
    if ((met & BIT.enabled) === 0) return undefined
    this.#keeper.hit(uid)
    const word = (met & BIT.replace) === 0 ? this.#stand(place, generationOf(met)) : met
    if (word === undefined) return undefined
    if ((word & BIT.once) !== 0) {
      // only if it is still the hook that was met
      Atomics.compareExchange(this.#words, place, word, emptyAfter(word))
    }
    const desired = desiredOf(word)
    return desired === 'SUCCESS' || desired === 'FAILURE' ? desired : undefined
  }

  /** Waits until the breakpoint is unlocked (then its word), or is disabled or gone. */
  #stand(place: number, generation: number): number | undefined {
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
