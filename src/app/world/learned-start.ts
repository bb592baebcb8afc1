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
  readonly #learned = new Map<string, Value>()

  constructor({ start }: Pick<TaskDomain, 'start'>) {
    this.#believed = start
  }

  /** The facts at the start, as they are known now. */
  get start(): Fluents {
    return new Map([...this.#believed, ...this.#learned])
  }

  /** @param surprises of an episode, in order: the first of each fact tells how it was at the start */
  learn(surprises: readonly FactSurprise[]): void {
    const seen = new Set<string>()
    for (const { fact, seen: value, believed } of surprises) {
      const first = !seen.has(fact) && believed === this.start.get(fact)
      seen.add(fact)
      // where a thing is not is worth less than where it is: only what was seen is learned
      if (first && value !== UNKNOWN) this.#learned.set(fact, value)
    }
  }
}
