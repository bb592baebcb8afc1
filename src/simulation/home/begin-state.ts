import { err, ok, type Result } from '#base/result.js'
import { DOCK, FACT, floorOf, GRIPPER, partsOf, type FactValue } from './fact.js'
import { noChances } from './fault-profile.js'
import { closuresOf, type HomeParts } from './parts.js'
import { seatOf } from './people/chore.js'
import { putByAtStart } from './people/knowledge.js'
import { setDown } from './skills/grip.js'
import type { Stand } from './scene.js'
import { furnitureOf, roomOfFloor, standsOf } from './space/places.js'
import type { HomeState, ItemState, PersonState } from './state.js'
import { layOnFloor } from './things.js'
import { drawFact, isUnknown } from './unknown-start.js'

/**
 * The home at the start: the facts that the task believes, corrected by those of the scenario, as bodies in rooms.
 * What the task does not know and the scenario does not say is drawn.
 * Fails when a fact cannot be built: an unknown place, a full one, a person where nobody can sit.
 */
export function beginState(
  start: ReadonlyMap<string, FactValue>,
  parts: HomeParts,
): Result<HomeState, string> {
  const facts = new Map([...start, ...parts.scenario.truth])
  const state = emptyHome(parts, robotStand(facts, parts))
  // what nobody knows is drawn last: it has to fit in with the rest
  const byKnowledge = [...facts].toSorted(([, a], [, b]) => Number(isUnknown(a)) - Number(isUnknown(b)))
  for (const [fact, value] of byKnowledge) {
    const so = isUnknown(value) ? drawFact(fact, state, parts) : value
    const problem = so === undefined ? undefined : setFact(fact, so, state, parts)
    if (problem !== undefined) return err(`${fact} cannot be ${String(so)}: ${problem}`)
  }
  const lost = Object.keys(parts.scene.items).find((item) => state.items[item]?.place === '')
  return lost === undefined ? ok(state) : err(`the start does not say where the ${lost} is`)
}

/** @returns why it cannot be so */
function setFact(fact: string, value: FactValue, state: HomeState, parts: HomeParts): string | undefined {
  const { name, object = '' } = partsOf(fact) ?? {}
  if (name === FACT.whereabouts) return seat(object, String(value), state, parts)
  if (name === FACT.location) return lay(object, String(value), state, parts)
  if (name === FACT.open && Object.hasOwn(state.angles, object)) state.angles[object] = value === true ? 1 : 0
  return undefined
}

function emptyHome(parts: HomeParts, { x, y, facing }: Stand): HomeState {
  const { scene } = parts
  const item = (name: string): ItemState => ({
    place: '',
    putBy: putByAtStart(name, parts),
    slot: -1,
    x: 0,
    y: 0,
    z: 0,
    yaw: 0,
  })
  const person = (): PersonState => ({ x: 0, y: 0, heading: 0, place: null, chores: [], planned: 0 })
  const each = <T>(names: object, make: (name: string) => T): Record<string, T> =>
    Object.fromEntries(Object.keys(names).map((name) => [name, make(name)]))
  return {
    now: 0,
    owed: 0,
    firstMotion: null,
    base: {
      x,
      y,
      heading: facing,
      speed: 0,
      turn: 0,
      drive: null,
      lostAt: null,
      slipAt: null,
      arrivedAt: null,
    },
    arm: { reach: 0, speed: 0, target: { x, y, z: 0.7 } },
    items: each(scene.items, item),
    angles: Object.fromEntries(closuresOf(scene).map((closure) => [closure, 0])),
    people: each(scene.people, person),
    action: null,
    ended: [],
    chances: noChances(),
    faultLog: [],
    pulls: {},
    misreads: {},
    answers: [],
  }
}

/** A door has two sides: the robot begins on that of the room that it is in. */
function robotStand(facts: ReadonlyMap<string, FactValue>, { scene }: HomeParts): Stand {
  const spot = String(facts.get(FACT.at) ?? DOCK)
  const side = scene.doors[spot]?.stands[String(facts.get(FACT.room))]
  const room = roomOfFloor(scene, spot)
  const centre = scene.rooms[room ?? String(facts.get(FACT.room))]?.centre
  const stand = side ?? standsOf(scene).find((each) => each.spot === spot)?.stand
  return stand ?? (centre === undefined ? scene.dock : { ...centre, facing: Math.PI / 2 })
}

function seat(name: string, place: string, state: HomeState, { scene }: HomeParts): string | undefined {
  const person = state.people[name]
  const spot = seatOf(scene, place)
  if (person === undefined) return `there is no person ${name}`
  if (spot === undefined) return `nobody can sit or stand at ${place}`
  Object.assign(person, { x: spot.x, y: spot.y, heading: spot.facing, place })
  return undefined
}

function lay(name: string, place: string, state: HomeState, parts: HomeParts): string | undefined {
  const item = state.items[name]
  const { scene } = parts
  if (item === undefined) return `there is no item ${name}`
  const room = roomOfFloor(scene, place)
  if (room !== undefined) {
    const centre = scene.rooms[room]?.centre ?? scene.dock
    layOnFloor(scene, item, { x: centre.x + 0.5, y: centre.y })
    item.place = floorOf(room)
    return undefined
  }
  if (place === GRIPPER || Object.hasOwn(scene.people, place)) {
    item.place = place
    return undefined
  }
  if (furnitureOf(scene, place) === undefined) return `there is no place ${place}`
  return setDown(name, place, state, parts) ? undefined : `there is no room at ${place}`
}
