import { isMask, maskSlots, slotsMask, type FieldMap, type ZoneId } from '#base/field-map.js'
import { err, ok, type Result } from '#base/result.js'
import { filledSlots, heldAmong, heldCups } from './belief.js'
import type { BadStep, PlannedStep } from '../domain/domain.js'
import { distance, dockPose, pushEnd, samePlace, zoneOf } from './places.js'
import type { MotionCommand, Place, WorldState } from './world.js'

type Intent = Result<readonly MotionCommand[], BadStep>
type Intend = (args: PlannedStep['args'], state: WorldState, map: FieldMap) => Intent

/**
 * Returns the commands that a skill still needs in this state, in order; empty when nothing is left to do.
 * Rehearsal and the robot's leaves use the same table, so what is rehearsed is what is executed.
 */
export function intend(step: Pick<PlannedStep, 'skill' | 'args'>, state: WorldState, map: FieldMap): Intent {
  const skill = SKILLS.get(step.skill)
  if (skill !== undefined) return skill(step.args, state, map)
  const text = `${step.skill} is not a skill of this robot: use ${SKILL_NAMES.join(', ')}`
  return err({ kind: 'bad-step', checkId: 'unknown-skill', text })
}

const SKILLS: ReadonlyMap<string, Intend> = new Map<string, Intend>([
  ['MoveToZone', moveToZone],
  ['MoveToHome', (_, __, map) => moveTo({ kind: 'home' }, map)],
  ['LoadBlocks', (_, state, map) => load(state, map)],
  ['UnloadBlocks', (_, state, map) => unload(state, map)],
  ['RotateBlocks', rotate],
  ['MoveCursor', (_, state, map) => moveCursor(state, map)],
  ['CustomDelay', customDelay],
  ['ReadFaces', readFaces],
])

/** The skills of this robot. */
export const SKILL_NAMES: readonly string[] = [...SKILLS.keys()]

function moveToZone(args: PlannedStep['args'], _: WorldState, map: FieldMap): Intent {
  const position = args['position'] ?? '1'
  if (position !== '1' && position !== '2') return badArgument(`position="${position}" must be 1 or 2`)
  const zone = Number(args['zone'])
  if (zoneOf(map, zone) === undefined) {
    const known = map.zones.map(({ id }) => id).join(', ')
    return badArgument(`zone="${args['zone'] ?? ''}" is not on the map: choose one of ${known}`)
  }
  return moveTo({ kind: 'zone', zone }, map, position === '1' ? 1 : 2)
}

function moveTo(to: Place, map: FieldMap, position: 1 | 2 = 1): Intent {
  const pose = dockPose(map, to, position)
  return pose === undefined ? badArgument('the place is not on the map') : ok([{ kind: 'move', to, pose }])
}

/**
 * Idempotent (AMB-16): there is nothing to do when a cup holds a block from the zone where the robot is, or which it
 * just left, and no block is left there; otherwise only free cups above blocks grip.
 */
function load(state: WorldState, map: FieldMap): Intent {
  const zone = zoneHere(state, map, 'load')
  const filled = filledSlots(state, zone)
  const holdsSome = state.gripper.cups.some((held) => held?.from === zone)
  const finished = state.gripper.lift === 'up'
  if (holdsSome && filled === '0000' && finished) return ok([])
  const free = slotsMask(maskSlots('1111').filter((cup) => state.gripper.cups[cup] === null))
  const both = slotsMask(maskSlots(filled).filter((slot) => free[slot] === '1'))
  // when no free cup is above a block, name the obstacle: the full cups, or the empty slots
  const blocked = filled !== '0000' ? filled : '1111'
  const mask = both !== '0000' ? both : finished ? blocked : heldCups(state)
  return ok([{ kind: 'grip', zone, mask }])
}

function unload(state: WorldState, map: FieldMap): Intent {
  const held = heldCups(state)
  // an empty gripper requests all cups, so that the twin refuses with the right reason
  return ok([
    { kind: 'release', zone: zoneHere(state, map, 'unload'), mask: held === '0000' ? '1111' : held },
  ])
}

function rotate(args: PlannedStep['args'], state: WorldState): Intent {
  const written = args['mask'] ?? ''
  const mask = isPointer(written) ? '1111' : written
  if (!isMask(mask))
    return badArgument(
      `mask="${written}" must be four digits of 0 and 1, cup 0 first: such as 0101, or {faces} after ReadFaces`,
    )
  if (mask === '0000') return ok([])
  const both = heldAmong(state, mask)
  const begun = state.gripper.rotator.mask
  // an interrupted turn resumes with the cups it began with, even if one has lost its block since
  if (begun !== undefined && heldAmong(state, begun) === both) return ok([{ kind: 'rotate', mask: begun }])
  return ok([{ kind: 'rotate', mask: both === '0000' ? mask : both }])
}

function moveCursor(state: WorldState, map: FieldMap): Intent {
  if (state.shelf === 'target') return ok([])
  const from = dockPose(map, { kind: 'shelf' })
  if (from === undefined) return badArgument('the map has no shelf')
  const push: MotionCommand = { kind: 'push', from, to: pushEnd(map) }
  return samePlace(state.robot.place, { kind: 'shelf' })
    ? ok([push])
    : ok([{ kind: 'move', to: { kind: 'shelf' }, pose: from }, push])
}

function customDelay(args: PlannedStep['args']): Intent {
  const seconds = Number(args['duration'])
  const good = args['duration'] !== undefined && seconds >= 0 && seconds <= 10
  return good ? ok([]) : badArgument(`duration="${args['duration'] ?? ''}" must be 0 to 10 seconds`)
}

function readFaces(args: PlannedStep['args'], state: WorldState, map: FieldMap): Intent {
  return facesZone(args, state, map) === undefined
    ? badArgument('ReadFaces needs a load zone: give zone="1", or move to a load zone before it')
    : ok([])
}

/** Returns the load zone that a `ReadFaces` reads: its port, else the zone where the robot is. */
export function facesZone(args: PlannedStep['args'], state: WorldState, map: FieldMap): ZoneId | undefined {
  const here =
    state.robot.place !== 'between' && state.robot.place.kind === 'zone' ? state.robot.place.zone : NaN
  const zone = zoneOf(map, args['zone'] === undefined || args['zone'] === '' ? here : Number(args['zone']))
  return zone?.kind === 'load' ? zone.id : undefined
}

/**
 * Returns the zone where the robot is, or else the nearest of the wanted kind, which the twin then refuses by name
 * and with the right advice.
 */
function zoneHere(state: WorldState, map: FieldMap, kind: 'load' | 'unload'): ZoneId {
  const { place, pose } = state.robot
  if (place !== 'between' && place.kind === 'zone') return place.zone
  const sorted = map.zones
    .filter((zone) => zone.kind === kind)
    .sort((a, b) => distance(a.at, pose) - distance(b.at, pose))
  return sorted[0]?.id ?? 0
}

const isPointer = (text: string): boolean => /^\{.*\}$/.test(text)
const badArgument = (text: string): Intent => err({ kind: 'bad-step', checkId: 'bad-argument', text })
