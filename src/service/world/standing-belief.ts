import type { LearnRunEnd } from '#app/learn-run.js'
import { believedIn } from '#app/orders/after-tree.js'
import type { Fluents } from '#worlds/value.js'

/**
 * What is believed of a world while nothing moves in it: as the newest episode, order or manual drive has left it.
 * After a start of the service it is what the world file says; where that is wrong, a robot with sensors finds out
 * before it moves.
 */
export class StandingBelief {
  readonly #initial: Fluents
  #now: Fluents

  constructor(initial: Fluents) {
    this.#initial = initial
    this.#now = initial
  }

  get facts(): Fluents {
    return this.#now
  }

  /**
   * A run has ended: an episode that was cut short has left its mark, too.
   * @param before so many episodes were over when it began or was resumed: others may have moved since
   */
  ended(end: LearnRunEnd, before: number): void {
    const record = end.kind === 'not-started' ? undefined : end.records.slice(before).at(-1)
    if (record !== undefined) this.left(believedIn(record))
  }

  /** @param facts among which those of a task, such as what its constraints remember, are passed over */
  left(facts: Fluents): void {
    this.#now = onlyOf(this.#initial, facts)
  }

  restored(): void {
    this.#now = this.#initial
  }
}

/** The facts of a world among others, such as those that only a task knows. @param world with what else is so */
export const onlyOf = (world: Fluents, facts: Fluents): Fluents =>
  new Map([...world].map(([fact, value]) => [fact, facts.get(fact) ?? value]))

/** Whether two beliefs are the same, whatever the order of their facts. */
export const isSame = (a: Fluents, b: Fluents): boolean =>
  a.size === b.size && [...a].every(([fact, value]) => b.get(fact) === value)
