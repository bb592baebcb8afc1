import type { Contact } from '#simulation/field/world/obstacles/contacts.js'
import type { Truth } from './motion-rules.js'

/** m/s of the robot's own point: what walks into a robot that stands, or almost does, is not hit by it */
const HIT_SPEED = 0.05
/** metres: as close as a robot that docks at the border may come to it */
const BEYOND = 0.005
/** metres: what lies beyond by less than a micrometre is rounding error */
const ROUNDING = 1e-6

/** Where the robot may be and what it may touch, judged from the truth of each millisecond. */
export class GeometryRules {
  /** the contacts that were counted, by their place in the world's list: a contact that goes on is one */
  readonly #counted = new Set<number>()

  /** The contacts that have become hits in this millisecond, each with what was seen. */
  hits({ contacts }: Truth): readonly string[] {
    const found: string[] = []
    for (const [i, contact] of contacts.entries()) {
      if (contact.speed <= HIT_SPEED || this.#counted.has(i)) continue
      this.#counted.add(i)
      found.push(said(contact))
    }
    return found
  }

  /** @returns what was seen, if the robot is not on the floor any more */
  static left({ outside }: Truth): string | undefined {
    if (outside <= BEYOND + ROUNDING) return undefined
    return `the robot reaches ${(1000 * outside).toFixed(1)} mm beyond the border`
  }
}

const said = ({ with: what, index, since, speed, closing }: Contact): string =>
  `${what} ${index}, touched since ${since} ms, at ${speed.toFixed(2)} m/s, closing at ${closing.toFixed(2)} m/s`
