import { SLOTS, type FieldMap, type Mask, type Pose, type Slot } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { m, ms, rad } from '#base/units.js'
import { dockPose, pushEnd } from '#twin/field/places.js'
import type { Cups, Face, Held, Place, SlotBelief, WorldState, ZoneBelief } from '#twin/field/world.js'

/** What `worlds/field/world.yaml` can be told of: the robot at one of its docks, at the end of a push, or between. */
const SPOTS = ['home', 'shelf', 'end', 'zone', 'zone', 'zone', 'zone', 'between', 'lost'] as const
const FACES = ['blue', 'orange', 'unknown'] as const
const MASKS = Array.from({ length: 16 }, (_, bits) => bits.toString(2).padStart(4, '0'))

export interface Step {
  readonly skill: string
  readonly args: Readonly<Record<string, string>>
}

/**
 * Any belief that the document can express, reachable or not: every part is drawn on its own.
 * @param skill for which a robot at a zone of the right kind is drawn more often
 */
export function anyBelief(rng: Rng, map: FieldMap, skill = ''): WorldState {
  const robot = anyRobot(rng, map, skill)
  const zones = new Map(map.zones.map(({ id }) => [id, anySlots(rng)]))
  const { place } = robot
  const from = place !== 'between' && place.kind === 'zone' && rng.chance(0.6) ? place.zone : undefined
  const pattern = rng.pick(['0000', '0000', '1111', ...MASKS])
  const cup = (slot: Slot): Held =>
    pattern[slot] === '1'
      ? { from: from ?? rng.pick([0, ...map.zones.map(({ id }) => id)]), slot, face: rng.pick(FACES) }
      : null
  return {
    rev: 1,
    clock: ms(0),
    robot,
    gripper: {
      cups: SLOTS.map(cup) as unknown as Cups,
      lift: rng.chance(0.75) ? 'up' : rng.pick(['down', 'between']),
      rotator: anyRotator(rng, pattern),
    },
    zones,
    shelf: rng.pick(['init', 'target', 'unknown']),
  }
}

/** Any step of a tree that both the twin and the document know; masks that mean something are drawn more often. */
export function anyStep(rng: Rng, skill: string, { gripper }: WorldState): Step {
  if (skill === 'MoveToZone') return { skill, args: { zone: `${1 + rng.int(8)}` } }
  if (skill !== 'RotateBlocks') return { skill, args: {} }
  return { skill, args: { mask: rng.pick([gripper.rotator.mask ?? '1111', ...MASKS]) } }
}

/** What sensors may show instead of what was predicted: a part or two of it drawn anew. */
export function disturbed(rng: Rng, map: FieldMap, state: WorldState): WorldState {
  const other = anyBelief(rng, map)
  return rng.pick<() => WorldState>([
    () => state,
    () => ({ ...state, robot: other.robot }),
    () => ({ ...state, robot: { ...state.robot, moving: true } }),
    () => ({ ...state, gripper: other.gripper }),
    () => ({ ...state, gripper: { ...state.gripper, lift: other.gripper.lift } }),
    () => ({ ...state, gripper: { ...state.gripper, cups: other.gripper.cups } }),
    () => ({ ...state, zones: other.zones }),
    () => ({ ...state, shelf: other.shelf }),
  ])()
}

function anyRobot(rng: Rng, map: FieldMap, skill: string): WorldState['robot'] {
  const flags = { moving: rng.chance(0.04), estop: rng.chance(0.04), linkUp: !rng.chance(0.04) }
  const docked = (place: Place, position: 1 | 2 = 1): WorldState['robot'] => ({
    ...flags,
    place,
    pose: dockPose(map, place, position) as Pose,
  })
  const between = (pose: Pose): WorldState['robot'] => ({ ...flags, place: 'between', pose })
  const right = map.zones.filter(({ kind }) => skill.toLowerCase() === `${kind}blocks`)
  if (rng.chance(right.length / 8))
    return docked({ kind: 'zone', zone: rng.pick(right).id }, rng.pick([1, 2]))
  switch (rng.pick(SPOTS)) {
    case 'home':
      return docked({ kind: 'home' })
    case 'shelf':
      return docked({ kind: 'shelf' })
    case 'zone':
      return docked({ kind: 'zone', zone: rng.pick(map.zones).id }, rng.pick([1, 2]))
    case 'end':
      return between(pushEnd(map))
    case 'between':
      return between({ x: m(map.size.x * rng.next()), y: m(map.size.y * rng.next()), theta: rad(0) })
    case 'lost': {
      const nowhere = { x: m(NaN), y: m(NaN), theta: rad(NaN) }
      return { ...between(nowhere), ...(rng.chance(0.3) && { place: { kind: 'shelf' } }) }
    }
  }
}

function anyRotator(rng: Rng, held: Mask): WorldState['gripper']['rotator'] {
  const end = rng.pick([0, 1] as const)
  if (rng.chance(0.7)) return { end, turning: false }
  return { end, turning: true, ...(rng.chance(0.8) && { mask: rng.pick([held, held, ...MASKS]) }) }
}

function anySlots(rng: Rng): ZoneBelief {
  const pattern = rng.pick(['0000', '0000', '1111', rng.pick(MASKS)])
  const face = (): Face => rng.pick(FACES)
  const slots = SLOTS.map((slot): SlotBelief => (pattern[slot] === '1' ? { face: face() } : null))
  return { slots: slots as unknown as ZoneBelief['slots'] }
}
