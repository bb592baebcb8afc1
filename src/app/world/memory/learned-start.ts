import type { FactSurprise } from '#robots/driver/fact-estimator.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'

/**
 * What episodes have shown of the facts in which a task begins (pragmabot.txt: memory within a task). A fact that was
 * not as believed, before any step of the episode had changed it, was so from the start; the next episode begins with
 * that belief.
 */
export class LearnedStart {
  readonly #believed: Fluents
  readonly #learned: Map<string, Value>

  /** @param learned by earlier episodes */
  constructor({ start }: Pick<TaskDomain, 'start'>, learned: Readonly<Record<string, Value>> = {}) {
    this.#believed = start
    this.#learned = new Map(Object.entries(learned))
  }

  /** The facts that episodes have shown to be other than believed. */
  get learned(): Readonly<Record<string, Value>> {
    return Object.fromEntries(this.#learned)
  }

  /** The facts at the start, as they are known now. */
  get start(): Fluents {
    return new Map([...this.#believed, ...this.#learned])
  }

  /**
   * @param surprises of an episode, in order: the first of each fact tells how it was at the start. One that later was
   * as believed again was misread, or had changed and changed back
   */
  learn(surprises: readonly FactSurprise[]): void {
    const start = this.start
    const first = new Map<string, FactSurprise>()
    const last = new Map<string, Value>()
    for (const surprise of surprises) {
      if (!first.has(surprise.fact)) first.set(surprise.fact, surprise)
      last.set(surprise.fact, surprise.seen)
    }
    for (const [fact, { believed, seen }] of first) {
      const wasSo = believed === start.get(fact) && last.get(fact) !== believed
      // where a thing is not is worth less than where it is: only what was seen is learned
      if (wasSo && seen !== UNKNOWN) this.#learned.set(fact, seen)
    }
  }
}
