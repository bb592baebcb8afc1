import { FACT, factOf, GRIPPER, NOWHERE, type FactValue } from '../fact.js'
import type { HomeParts } from '../parts.js'
import type { DoorShape, Flat } from '../scene.js'
import { distance } from '../space/boxes.js'
import type { HomeState } from '../state.js'
import { isInSight, isVisibleAt, SIGHT } from './sight.js'
import { isOpen, roomOf, spotOf } from './truth.js'

/** One fact as a sensor of the robot reports it now. */
export interface HomeReading {
  readonly fact: string
  readonly value: FactValue
  /** 0…1 */
  readonly confidence: number
  readonly ageMs: number
}

/**
 * What the robot's sensors see from where it stands: its own pose and gripper, things on surfaces and in open
 * containers within sight, doors, containers and people. What is out of sight is not mentioned.
 */
export function senseHome(state: HomeState, parts: HomeParts): HomeReading[] {
  return [...seesItself(state, parts), ...seesThings(state, parts), ...seesRoom(state, parts)]
}

const OWN = 0.99

const reading = (fact: string, value: FactValue, confidence: number): HomeReading => ({
  fact,
  value,
  confidence: Math.round(confidence * 1000) / 1000,
  ageMs: 0,
})

function seesItself(state: HomeState, { scene }: HomeParts): HomeReading[] {
  return [
    reading(FACT.at, spotOf(state, scene), OWN),
    reading(FACT.room, roomOf(state, scene), OWN),
    ...Object.entries(state.items).flatMap(([item, { place }]) =>
      place === GRIPPER ? [reading(factOf(FACT.location, item), GRIPPER, OWN)] : [],
    ),
  ]
}

function seesThings(state: HomeState, parts: HomeParts): HomeReading[] {
  return Object.entries(state.items).flatMap(([item, thing]) => {
    if (thing.place === GRIPPER || !isVisibleAt(state, parts, thing.place, thing)) return []
    const away = distance(state.base, thing)
    const wrong = state.misreads[item]
    const fact = factOf(FACT.location, item)
    if (wrong !== undefined && wrong !== thing.place) return [reading(fact, wrong, MISREAD - 0.05 * away)]
    return [reading(fact, thing.place, SURE - 0.05 * away)]
  })
}

/** confidence of what is seen from nothing away, right and wrong */
const SURE = 0.98
const MISREAD = 0.8

function seesRoom(state: HomeState, { scene }: HomeParts): HomeReading[] {
  const seen: HomeReading[] = []
  const fronts = [
    ...Object.entries(scene.doors).map(([door, shape]) => [door, beforeDoor(shape, state.base)] as const),
    ...Object.entries(scene.containers).map(([container, { at }]) => [container, at] as const),
  ]
  for (const [closure, at] of fronts) {
    if (isInSight(state, scene, at, SIGHT.large))
      seen.push(reading(factOf(FACT.open, closure), isOpen(state, closure), 0.97))
  }
  for (const [person, { x, y, place }] of Object.entries(state.people)) {
    if (isInSight(state, scene, { x, y }, SIGHT.large))
      seen.push(reading(factOf(FACT.whereabouts, person), place ?? NOWHERE, 0.95))
  }
  return seen
}

/** The middle of a door on the robot's side of the wall: it is seen from both sides, and not through the wall. */
function beforeDoor({ at, hinge }: DoorShape, from: Flat): Flat {
  const acrossY = Math.abs(hinge.x - at.x) > Math.abs(hinge.y - at.y)
  return acrossY
    ? { x: at.x, y: at.y + Math.sign(from.y - at.y) * BEFORE_LEAF }
    : { x: at.x + Math.sign(from.x - at.x) * BEFORE_LEAF, y: at.y }
}

/** m */
const BEFORE_LEAF = 0.12
