import type { Ms } from '#base/units.js'
import type { Evidence, Reading } from '#worlds/run/judgement.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'

/** A reading that was believed. */
export interface KeptReading extends Reading {
  /** in which observation it came */
  readonly at: number
  /** when its sensor took it */
  readonly taken: Ms
}

/** Of each fact the newest reading since an episode began. */
export class LatestReadings {
  readonly #byFact = new Map<string, KeptReading>()

  get(fact: string): KeptReading | undefined {
    return this.#byFact.get(fact)
  }

  keep(reading: KeptReading): void {
    this.#byFact.set(reading.fact, reading)
  }

  clear(): void {
    this.#byFact.clear()
  }

  /** Readings that tell how everything is now: none since which a command has made something else of its fact. */
  standing(believed: Fluents): Evidence {
    return new Map([...this.#known()].filter(([fact, { value }]) => believed.get(fact) === value))
  }

  /**
   * Readings that tell what a command has done: of what it changes only what was read after its end, and what has come
   * to be so while it ran.
   * @param since observations that had arrived at its end
   * @param isOpen whether it changes a fact, or is to show it
   */
  since({ begun, before }: Begun, { since, isOpen, believed }: Since): Evidence {
    const counts = ({ fact, value, at, taken }: KeptReading): boolean =>
      isOpen(fact)
        ? at > since || (taken >= begun && value !== before.get(fact))
        : believed.get(fact) === value
    return new Map([...this.#known()].filter(([, reading]) => counts(reading)))
  }

  #known(): readonly (readonly [string, KeptReading])[] {
    return [...this.#byFact].filter(([, { value }]) => value !== UNKNOWN)
  }
}

/** A command that has begun, and what was believed then. */
interface Begun {
  readonly begun: Ms
  readonly before: Fluents
}

interface Since {
  readonly since: number
  readonly isOpen: (fact: string) => boolean
  readonly believed: Fluents
}
