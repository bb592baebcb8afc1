import type { Status } from '#bt/status.js'
import {
  BIT,
  desiredOf,
  emptyAfter,
  hookPlace,
  inGeneration,
  POSITIONS,
  withDesired,
  wordOf,
  type Hook,
  type HookPosition,
} from './word.js'
import { ringBell, type MonitorMemory } from '../memory.js'

/** The hooks of one tree as seen by the socket thread. Each change wakes a waiting tick. */
export class HookTable {
  readonly #memory: MonitorMemory
  readonly #words: Int32Array

  constructor(memory: MonitorMemory) {
    this.#memory = memory
    this.#words = memory.hooks
  }

  /** Inserts a hook, replacing any at the same position; a hook for an unknown node is ignored. */
  insert(hook: Hook): void {
    const place = this.#place(hook.uid, hook.position)
    if (place === undefined) return
    this.#change(place, (word) => {
      const released = isBreakpoint(word) && hook.mode === 'replace' ? BIT.ready : word & BIT.ready
      return inGeneration(word, wordOf(hook) | released)
    })
  }

  /** @returns false when there is no such hook */
  remove(uid: number, position: HookPosition): boolean {
    const place = this.#find(uid, position)
    if (place === undefined) return false
    this.#change(place, emptyAfter)
    return true
  }

  /**
   * Releases the tick that waits at a breakpoint, or lets the next one pass.
   * @returns false when there is no such hook
   */
  unlock(uid: number, position: HookPosition, desired: Status, once: boolean): boolean {
    const place = this.#find(uid, position)
    if (place === undefined) return false
    this.#change(place, (word) => {
      const ready = isBreakpoint(word) ? BIT.ready : 0
      return withDesired(word, desired) | ready | (once ? BIT.once : 0)
    })
    return true
  }

  setEnabled(enabled: boolean): void {
    this.#changeAll((word) => (enabled ? word | BIT.enabled : word & ~BIT.enabled))
  }

  removeAll(): void {
    this.#changeAll(emptyAfter)
  }

  /** Lists the hooks: those before a tick first, then those after it, each by node. */
  list(): Hook[] {
    return POSITIONS.flatMap((position) => {
      const found: Hook[] = []
      for (let uid = 1; uid <= this.#memory.nodes; uid++) {
        const word = Atomics.load(this.#words, hookPlace(uid, position))
        if ((word & BIT.present) !== 0) found.push(hookOf(word, uid, position))
      }
      return found
    })
  }

  #place(uid: number, position: HookPosition): number | undefined {
    return Number.isInteger(uid) && uid >= 1 && uid <= this.#memory.nodes
      ? hookPlace(uid, position)
      : undefined
  }

  #find(uid: number, position: HookPosition): number | undefined {
    const place = this.#place(uid, position)
    return place !== undefined && (Atomics.load(this.#words, place) & BIT.present) !== 0 ? place : undefined
  }

  #changeAll(next: (word: number) => number): void {
    for (let place = 0; place < this.#words.length; place++) {
      this.#store(place, (word) => ((word & BIT.present) === 0 ? word : next(word)))
    }
    ringBell(this.#memory)
  }

  #change(place: number, next: (word: number) => number): void {
    this.#store(place, next)
    ringBell(this.#memory)
  }

  /** Updates a word atomically: the ticking thread may change it at the same time. */
  #store(place: number, next: (word: number) => number): void {
    let word = Atomics.load(this.#words, place)
    for (;;) {
      const seen = Atomics.compareExchange(this.#words, place, word, next(word))
      if (seen === word) return
      word = seen
    }
  }
}

const isBreakpoint = (word: number): boolean => (word & BIT.present) !== 0 && (word & BIT.replace) === 0

const hookOf = (word: number, uid: number, position: HookPosition): Hook => ({
  uid,
  position,
  enabled: (word & BIT.enabled) !== 0,
  mode: isBreakpoint(word) ? 'breakpoint' : 'replace',
  once: (word & BIT.once) !== 0,
  desired: desiredOf(word),
})
