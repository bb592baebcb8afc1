import type { SeenFact } from '#drivers/contract.js'
import { FACT, factOf, GRIPPER, partsOf, UNKNOWN, type FactValue } from '../fact.js'
import type { HomeWorld } from '../home.js'

/**
 * Remembers where each thing was seen last. A thing that is not where it should be, although the robot sees the whole
 * place, is reported as unknown: cameras report what they see, and only a memory notices what is missing.
 */
export class ItemMemory {
  readonly #home: HomeWorld
  readonly #places = new Map<string, FactValue>()

  /** @param believed what the robot is told at the start; `location(…)` of it is read */
  constructor(home: HomeWorld, believed: ReadonlyMap<string, FactValue>) {
    this.#home = home
    for (const [fact, value] of believed) {
      const about = partsOf(fact)
      // a thing that nobody has seen is missed nowhere
      if (about?.name === FACT.location && value !== UNKNOWN) this.#places.set(about.object, value)
    }
  }

  /** What the sensors see now, and what they miss. */
  readings(): SeenFact[] {
    const seen = this.#home.sense()
    const inView = new Set<FactValue>(this.#home.inView())
    const reported = new Set<string>()
    for (const { fact, value } of seen) {
      const about = partsOf(fact)
      if (about?.name !== FACT.location) continue
      reported.add(about.object)
      this.#places.set(about.object, value)
    }
    const missing = [...this.#places].flatMap(([item, place]): SeenFact[] => {
      // an empty gripper is felt, a place in view is seen; elsewhere the thing may still be
      const isMissed = !reported.has(item) && (place === GRIPPER || place === UNKNOWN || inView.has(place))
      if (!isMissed) return []
      this.#places.set(item, UNKNOWN)
      return [{ fact: factOf(FACT.location, item), value: UNKNOWN, confidence: MISSED, ageMs: 0 }]
    })
    return [...seen, ...missing]
  }
}

const MISSED = 0.9
