import { FACT, partsOf, UNKNOWN, type FactValue } from './fact.js'
import { runStream } from './faults.js'
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
  const rng = runStream(parts.faults.name, fact)
  const name = partsOf(fact)?.name
  if (name === FACT.open) return rng.chance(0.5)
  const furniture = [...Object.keys(scene.surfaces), ...Object.keys(scene.containers)]
  const taken = Object.values(state.people).map(({ place }) => place)
  const fits: Readonly<Record<string, (place: string) => boolean>> = {
    [FACT.location]: (place) => freeSlot(scene, state, place) !== undefined,
    [FACT.whereabouts]: (place) => seatOf(scene, place) !== undefined && !taken.includes(place),
  }
  const isPossible = fits[name ?? '']
  const places = isPossible === undefined ? [] : furniture.filter(isPossible)
  return places.length === 0 ? undefined : rng.pick(places)
}

export const isUnknown = (value: FactValue): boolean => value === UNKNOWN
