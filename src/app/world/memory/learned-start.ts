import type { Sighting } from '#robots/driver/fact-estimator.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'

/**
 * What episodes have shown of the facts in which a task begins (pragmabot.txt: memory within a task). A fact that was
 * not as believed, or that nobody knew, before any step of the episode had changed it, was so from the start; the next
 * episode begins with that belief.
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
   * @param sightings of an episode, in order: the first of each fact tells how it was at the start. One that later was
   * as believed again was misread, or had changed and changed back
   */
  learn(sightings: readonly Sighting[]): void {
    const start = this.start
    const ofFact = new Map<string, Sighting[]>()
    for (const each of sightings) ofFact.set(each.fact, [...(ofFact.get(each.fact) ?? []), each])
    for (const [fact, all] of ofFact) {
      const believed = start.get(fact)
      if (all[0]?.believed !== believed || all.at(-1)?.seen === believed) continue
      // a thing that was missed may be seen later: that is where it was
      const found = all.find(({ seen }) => seen !== UNKNOWN)
      if (found !== undefined) this.#learned.set(fact, found.seen)
      // where a thing is not is worth less than what a task says; where it says nothing, nobody knows again
      else if (this.#believed.get(fact) === UNKNOWN) this.#learned.delete(fact)
    }
  }
}
