import { FACT, factOf, floorOf, NOWHERE, type FactValue } from '../fact.js'
import { closuresOf, OPEN_FROM } from '../parts.js'
import type { HomeScene } from '../scene.js'
import { distance } from '../space/boxes.js'
import { roomAt, standsOf } from '../space/places.js'
import type { HomeState } from '../state.js'
import { nearestOn } from '../things.js'

/** Every fact of the home as it is: for the referee, never for the robot. */
export function truthOf(state: HomeState, scene: HomeScene): Map<string, FactValue> {
  const truth = new Map<string, FactValue>([
    [FACT.at, spotOf(state, scene)],
    [FACT.room, roomOf(state, scene)],
  ])
  for (const [item, { place }] of Object.entries(state.items)) truth.set(factOf(FACT.location, item), place)
  for (const closure of closuresOf(scene)) truth.set(factOf(FACT.open, closure), isOpen(state, closure))
  for (const [person, { place }] of Object.entries(state.people))
    truth.set(factOf(FACT.whereabouts, person), place ?? NOWHERE)
  for (const person of Object.keys(state.people))
    for (const item of Object.keys(state.items)) {
      const said = state.answers.findLast((answer) => answer.person === person && answer.item === item)
      truth.set(factOf(FACT.cannotTell, person, item), said?.place === null)
    }
  return truth
}

export const isOpen = (state: HomeState, closure: string): boolean =>
  (state.angles[closure] ?? 0) >= OPEN_FROM

export const roomOf = ({ base }: HomeState, scene: HomeScene): string => roomAt(scene, base) ?? 'hall'

/** The spot that the robot stands before: it stands still, within a few centimetres of where one stands there. */
export function spotOf(state: HomeState, scene: HomeScene): string {
  const { base } = state
  if (base.speed > 0) return NOWHERE
  // where spots are close together, it stands at the one that it was sent to
  if (base.arrivedAt !== null) return base.arrivedAt
  const [nearest] = standsOf(scene)
    .map(({ spot, stand }) => ({ spot, away: distance(base, stand) }))
    .filter(({ away }) => away <= AT_SPOT)
    .toSorted((a, b) => a.away - b.away)
    .map(({ spot }) => spot)
  return nearest ?? (isAtFloor(state, scene) ? floorOf(roomOf(state, scene)) : NOWHERE)
}

/** m */
const AT_SPOT = 0.12
/** how near to a thing on the floor the robot has to stand to be at it, m */
const AT_THING = 0.75

function isAtFloor(state: HomeState, scene: HomeScene): boolean {
  const room = roomOf(state, scene)
  const thing = nearestOn(state, floorOf(room), state.base)
  if (thing !== undefined) return distance(state.base, thing) <= AT_THING
  const centre = scene.rooms[room]?.centre
  return centre !== undefined && distance(state.base, centre) <= AT_SPOT
}
