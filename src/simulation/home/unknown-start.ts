import type { Rng } from '#base/random.js'
import { FACT, factOf, partsOf, UNKNOWN, type FactValue } from './fact.js'
import { streamOf } from './faults.js'
import type { HomeParts } from './parts.js'
import { seatOf } from './people/chore.js'
import type { HomeState } from './state.js'
import { freeSlot } from './things.js'

/**
 * How a fact is that the task does not know and no scenario says: drawn, the same in every episode of a run. A thing
 * lies on a surface or in a container, a door or container stands open or not, a person sits on a free seat.
 * @param state with what is known already in it: what is drawn has to fit in
 * @returns undefined for a fact that cannot be drawn
 */
export function drawFact(fact: string, state: HomeState, parts: HomeParts): FactValue | undefined {
  const { scene } = parts
  const rng = runStream(parts, fact)
  const about = partsOf(fact)
  const furniture = [...Object.keys(scene.surfaces), ...Object.keys(scene.containers)]
  switch (about?.name) {
    case FACT.location:
      return oneOf(
        furniture.filter((place) => freeSlot(scene, state, place) !== undefined),
        rng,
      )
    case FACT.whereabouts: {
      const taken = Object.values(state.people).map(({ place }) => place)
      return oneOf(
        furniture.filter((place) => seatOf(scene, place) !== undefined && !taken.includes(place)),
        rng,
      )
    }
    case FACT.open:
      return rng.chance(0.5)
    default:
      return undefined
  }
}

/** Who has put a thing where it is: those who live in the home have put its things where they are. */
export const drawPutBy = (item: string, parts: HomeParts): string | null =>
  oneOf(Object.keys(parts.scene.people), runStream(parts, factOf('put_by', item))) ?? null

export const isUnknown = (value: FactValue): boolean => value === UNKNOWN

/** The stream of a draw that holds for all episodes of a run. */
const runStream = ({ faults: { name } }: HomeParts, of: string): Rng =>
  streamOf({ ...name, episode: 0 }, 'start', of)

const oneOf = (names: readonly string[], rng: Rng): string | undefined =>
  names.length === 0 ? undefined : rng.pick(names)
