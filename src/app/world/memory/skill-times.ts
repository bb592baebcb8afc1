import type { TraceEvent } from '#bt/trace.js'
import type { SecondsOf } from '#worlds/search/search-plan.js'

/** seconds: for a skill that has not run yet */
const GUESS_SECONDS = 8

/** By skill: how long its successful runs took together, and how many they were. */
export type TakenTimes = Readonly<Record<string, { readonly seconds: number; readonly runs: number }>>

/** How long the skills of a robot have taken so far. */
export class SkillTimes {
  readonly #taken: Map<string, TakenTimes[string]>

  constructor(taken: TakenTimes = {}) {
    this.#taken = new Map(Object.entries(taken))
  }

  get taken(): TakenTimes {
    return Object.fromEntries(this.#taken)
  }

  /** Adds the skills that ended with success in an episode. */
  add(trace: readonly TraceEvent[]): void {
    const begun = new Map<string, number>()
    for (const { path, node, to, t } of trace) {
      if (to === 'RUNNING') begun.set(path, t)
      const since = begun.get(path)
      if (to !== 'SUCCESS' || since === undefined) continue
      begun.delete(path)
      const { seconds, runs } = this.#taken.get(node) ?? { seconds: 0, runs: 0 }
      this.#taken.set(node, { seconds: seconds + (t - since) / 1000, runs: runs + 1 })
    }
  }

  readonly secondsOf: SecondsOf = (skill) => {
    const taken = this.#taken.get(skill)
    return taken === undefined ? GUESS_SECONDS : taken.seconds / taken.runs
  }
}
