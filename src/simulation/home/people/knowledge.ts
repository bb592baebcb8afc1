import { factOf } from '../fact.js'
import { runStream } from '../faults.js'
import { OPEN_FROM, type HomeParts } from '../parts.js'
import { roomAt } from '../space/places.js'
import type { HomeState } from '../state.js'
import { itemOf } from '../things.js'

/**
 * Whether a person knows where a thing is: they hold it, have put it where it is, or see it from where they are. What
 * somebody else has moved since, they do not know: nobody answers what is not so.
 */
export function knowsWhere(person: string, item: string, state: HomeState, parts: HomeParts): boolean {
  const thing = itemOf(state, item)
  return thing.place === person || thing.putBy === person || sees(person, item, state, parts)
}

/** Who has put a thing where it is at the start: those who live in a home have put its things where they are. */
export function putByAtStart(item: string, { scene, scenario, faults }: HomeParts): string | null {
  const people = Object.keys(scene.people)
  const drawn = people.length === 0 ? null : runStream(faults.name, factOf('put_by', item)).pick(people)
  return scenario.putBy[item] ?? drawn
}

/** Things in the same room that are neither inside a closed container nor held by another person. */
function sees(person: string, item: string, state: HomeState, { scene }: HomeParts): boolean {
  const thing = itemOf(state, item)
  const from = state.people[person]
  if (from === undefined || Object.hasOwn(scene.people, thing.place)) return false
  const isShut = scene.containers[thing.place] !== undefined && (state.angles[thing.place] ?? 0) < OPEN_FROM
  return !isShut && roomAt(scene, from) === roomAt(scene, thing)
}
