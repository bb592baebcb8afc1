import { isThere, stepBase } from '../body/base.js'
import { floorOf, GRIPPER } from '../fact.js'
import { named, OPEN_FROM, STEP_MS, STEP_S, type HomeParts } from '../parts.js'
import type { Flat, HomeScene, Stand } from '../scene.js'
import { distance } from '../space/boxes.js'
import { findPath, pathLength, pointAlong } from '../space/path.js'
import { roomAt, roomOfFloor, standsOf } from '../space/places.js'
import type { Drive, HomeState } from '../state.js'
import { heldItem, itemOf, layOnFloor, nearestOn } from '../things.js'
import type { PhaseStep } from './phase-step.js'

/** Drives to a spot: plans the way when it begins, waits for people, gives up before closed doors. */
export const drive: PhaseStep<'drive'> = ({ to }, state, parts, since) => {
  const { base } = state
  if (since === 0) {
    const planned = plan(to, state, parts.scene)
    if (planned === undefined) return { fails: `there is no way to the ${named(to)}` }
    base.drive = planned
    base.arrivedAt = null
    drawFaults(planned, to, state, parts)
  }
  const going = base.drive
  if (going === null) return { fails: 'the drive was cut off' }
  const door = closedDoorAhead(going, state)
  const person = door === undefined ? personAhead(going, state, parts) : undefined
  const lost = base.lostAt !== null && going.done >= base.lostAt
  stepBase(base, parts.scene.robot, STEP_S, { brake: door !== undefined || person !== undefined || lost })
  slip(state, parts)
  going.waited = person === undefined ? 0 : going.waited + STEP_MS
  if (isThere(base, going)) {
    base.arrivedAt = to
    return arrive(state)
  }
  if (base.speed > 0 || Math.abs(base.turn) > 0) return 'going'
  if (lost) return giveUp(state, `the robot lost its way to the ${named(to)}`, parts, to)
  if (door !== undefined) return giveUp(state, `the ${named(door)} is closed`)
  if (person !== undefined && going.waited > PATIENCE_MS)
    return giveUp(state, `${person} stands in the way to the ${named(to)}`)
  return 'going'
}

/** how long the robot waits for somebody to step aside */
const PATIENCE_MS = 8_000

/** how far before a closed door the robot stops to look, m */
const DOOR_AHEAD = 0.8
/** how far ahead it watches for people, m */
const WATCHED = 0.6
const PERSON_RADIUS = 0.22

function arrive(state: HomeState): 'done' {
  state.base.drive = null
  state.base.lostAt = null
  state.base.slipAt = null
  state.base.turn = 0
  return 'done'
}

function giveUp(state: HomeState, fails: string, parts?: HomeParts, to?: string): { readonly fails: string } {
  if (parts !== undefined && to !== undefined) parts.faults.record(state, 'drive', to)
  arrive(state)
  return { fails }
}

function plan(to: string, state: HomeState, scene: HomeScene): Drive | undefined {
  const { x, y } = state.base
  const ways = goalOf(to, state, scene).flatMap((stand) => {
    const points = findPath(scene, scene.robot.radius, { x, y }, stand)
    return points === undefined ? [] : [{ stand, points, length: pathLength(points) }]
  })
  const [best] = ways.toSorted((a, b) => a.length - b.length)
  if (best === undefined) return undefined
  return { points: best.points, done: 0, goal: best.stand, doors: doorsOn(best.points, scene), waited: 0 }
}

/** Where it may stand at the spot: at either side of a door, before what lies on the floor. */
function goalOf(to: string, state: HomeState, scene: HomeScene): readonly Stand[] {
  const room = roomOfFloor(scene, to)
  if (room === undefined) return standsOf(scene).flatMap(({ spot, stand }) => (spot === to ? [stand] : []))
  const thing = nearestOn(state, floorOf(room), state.base)
  const centre = scene.rooms[room]?.centre ?? state.base
  if (thing === undefined) return [{ ...centre, facing: state.base.heading }]
  const near = roomAt(scene, state.base) === room && distance(state.base, thing) < 0.8 ? state.base : centre
  const away = distance(near, thing)
  const share = away < 0.5 ? 0 : (away - 0.5) / away
  const spot = { x: near.x + (thing.x - near.x) * share, y: near.y + (thing.y - near.y) * share }
  return [{ ...spot, facing: Math.atan2(thing.y - spot.y, thing.x - spot.x) }]
}

function doorsOn(points: readonly Flat[], scene: HomeScene): Drive['doors'] {
  const total = pathLength(points)
  return Object.entries(scene.doors).flatMap(([door, { at, width }]) => {
    for (let s = 0; s <= total; s += 0.05) {
      if (distance(pointAlong(points, s).point, at) < width / 3) return [{ door, at: s }]
    }
    return []
  })
}

const closedDoorAhead = ({ doors, done }: Drive, state: HomeState): string | undefined =>
  doors.find(({ door, at }) => at > done && at - done < DOOR_AHEAD && (state.angles[door] ?? 0) < OPEN_FROM)
    ?.door

/** Somebody whom the robot would touch on the next stretch of its way. */
function personAhead({ points, done }: Drive, state: HomeState, { scene }: HomeParts): string | undefined {
  const clearance = scene.robot.radius + PERSON_RADIUS
  for (let ahead = 0.05; ahead <= WATCHED; ahead += 0.1) {
    const { point } = pointAlong(points, done + ahead)
    for (const [name, person] of Object.entries(state.people)) {
      if (distance(point, person) >= clearance) continue
      // somebody beside or behind it is not in its way
      if (distance(point, person) < distance(state.base, person)) return name
    }
  }
  return undefined
}

function drawFaults(planned: Drive, to: string, state: HomeState, { faults, scenario }: HomeParts): void {
  const total = pathLength(planned.points)
  if (total < 0.05) return
  const lost = faults.draw(state, 'drive')
  state.base.lostAt = lost === undefined ? null : total * (0.2 + 0.7 * lost)
  const held = heldItem(state)
  if (held === undefined) return
  const slips = faults.draw(state, 'slip', scenario.slippery[held] ?? 1)
  state.base.slipAt = slips === undefined ? null : total * (0.1 + 0.8 * slips)
}

/** A thing that is due to slip falls where the gripper is then. */
function slip(state: HomeState, { scene, faults }: HomeParts): void {
  const { base } = state
  const held = heldItem(state)
  if (held === undefined || base.slipAt === null || base.drive === null || base.drive.done < base.slipAt)
    return
  base.slipAt = null
  const item = itemOf(state, held)
  if (item.place !== GRIPPER) return
  const room = roomAt(scene, base)
  const ahead = { x: base.x + 0.35 * Math.cos(base.heading), y: base.y + 0.35 * Math.sin(base.heading) }
  layOnFloor(scene, item, roomAt(scene, ahead) === room ? ahead : base, base.heading)
  faults.record(state, 'slip', held)
}
