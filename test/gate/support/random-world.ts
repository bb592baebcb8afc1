import { SLOTS, slotsMask, type FieldMap, type Mask, type Pose, type ZoneId } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { m, ms, rad } from '#base/units.js'
import type {
  Command,
  Cups,
  Held,
  VelocityCommand,
  Place,
  SlotBelief,
  WorldState,
  ZoneBelief,
} from '#twin/field/world.js'

const FACES = ['blue', 'orange', 'unknown'] as const
/** numbers that no measurement gives, and some that it might */
const ODD = [NaN, Infinity, -Infinity, -1, 0, 1e9, 20] as const

/** Any belief at all, reachable or not: every part is drawn on its own, and may contradict the others. */
export function anyWorld(rng: Rng, map: FieldMap, rev: number): WorldState {
  const place = rng.chance(0.1) ? 'between' : anyPlace(rng, map)
  return {
    rev,
    clock: ms(rng.int(1e6)),
    robot: {
      place,
      pose: place !== 'between' && rng.chance(0.7) ? dockOf(place, map) : anyPose(rng, map),
      moving: rng.chance(0.05),
      estop: rng.chance(0.05),
      linkUp: !rng.chance(0.05),
    },
    gripper: anyGripper(rng, map),
    zones: anyZones(rng, map),
    shelf: rng.pick(['init', 'target', 'unknown']),
  }
}

/** Any command at all: kinds, places, masks and poses that fit together or not, and some that mean nothing. */
export function anyCommand(rng: Rng, map: FieldMap): Command {
  const zone = anyZoneId(rng, map)
  const mask = anyMask(rng)
  return rng.pick<() => Command>([
    () => {
      const to = anyPlace(rng, map)
      return { kind: 'move', to, pose: rng.chance(0.5) ? near(rng, dockOf(to, map)) : anyPose(rng, map) }
    },
    () => ({ kind: 'grip', zone, mask }),
    () => ({ kind: 'release', zone, mask }),
    () => ({ kind: 'rotate', mask }),
    () => ({
      kind: 'push',
      from: rng.chance(0.7) ? near(rng, pose(map.shelf.at)) : anyPose(rng, map),
      to: rng.chance(0.7) ? near(rng, pose(map.shelf.target)) : anyPose(rng, map),
    }),
  ])()
}

/**
 * The same belief bent until the command makes sense in it, so that not everything is refused at the first look. What
 * this forgets, or what `spoil` breaks again, is for the twin to find.
 */
export function bentTowards(rng: Rng, map: FieldMap, state: WorldState, command: Command): WorldState {
  const robot = { ...state.robot, moving: false, estop: false, linkUp: true }
  const still = { ...state.gripper, rotator: { end: state.gripper.rotator.end, turning: false } }
  switch (command.kind) {
    case 'move':
      return { ...state, robot: { ...robot, pose: near(rng, dockOf(anyPlace(rng, map), map)) }, gripper: { ...state.gripper, lift: 'up' } }
    case 'grip': {
      const zones = new Map(state.zones).set(command.zone, zoneWith(rng, command.mask))
      const cups = SLOTS.map((cup) => (bit(command.mask, cup) ? null : state.gripper.cups[cup])) as unknown as Cups
      return { ...state, zones, robot: atZone(robot, command.zone), gripper: { ...still, cups } }
    }
    case 'release': {
      const free = slotsMask(SLOTS.filter((slot) => !bit(command.mask, slot)))
      const zones = new Map(state.zones).set(command.zone, zoneWith(rng, free))
      return { ...state, zones, shelf: 'target', robot: atZone(robot, command.zone), gripper: { ...still, cups: holding(rng, map, command.mask) } }
    }
    case 'rotate': {
      const begun = { end: still.rotator.end, turning: true, mask: command.mask }
      const rotator = rng.chance(0.3) ? begun : still.rotator
      return { ...state, robot, gripper: { lift: 'up', rotator, cups: holding(rng, map, command.mask) } }
    }
    case 'push':
      return {
        ...state,
        robot: { ...robot, place: { kind: 'shelf' }, pose: pose(map.shelf.at) },
        gripper: { ...state.gripper, lift: 'up', cups: [null, null, null, null] },
        zones: rng.chance(0.5) ? new Map() : state.zones,
        shelf: rng.pick(['init', 'unknown']),
      }
    case 'jog': {
      const somewhere = pose({ x: (0.1 + 0.8 * rng.next()) * map.size.x, y: (0.1 + 0.8 * rng.next()) * map.size.y })
      const turned = rng.chance(0.3) ? 6 * (rng.next() - 0.5) : 0
      const spot = { ...(rng.chance(0.3) ? near(rng, dockOf(anyPlace(rng, map), map)) : somewhere), ...(turned !== 0 && { theta: rad(turned) }) }
      return { ...state, robot: { ...robot, moving: rng.chance(0.5), place: 'between', pose: spot }, gripper: { ...still, lift: 'up' } }
    }
  }
} // prettier-ignore

/** Any setpoint of somebody who drives by hand, sensible or not. */
export function anySetpoint(rng: Rng): VelocityCommand {
  const speed = (most: number): number =>
    rng.chance(0.05) ? rng.pick(ODD) : rng.chance(0.4) ? 0 : 2.2 * most * (rng.next() - 0.5)
  const turns = rng.chance(0.3)
  const both = rng.chance(0.1)
  return {
    kind: 'jog',
    vx: !turns || both ? speed(0.3) : 0,
    vy: !turns || both ? speed(0.3) : 0,
    wz: turns || both ? speed(1) : 0,
    ttl: ms(
      rng.chance(0.8) ? rng.pick([100, 200, 300]) : rng.pick([0, 19, 20, 301, 500, 0.5, 120.5, NaN, -1]),
    ),
  }
}

/** One part of the belief drawn anew. */
export function spoil(rng: Rng, map: FieldMap, state: WorldState): WorldState {
  const other = anyWorld(rng, map, state.rev)
  return rng.pick<() => WorldState>([
    () => ({ ...state, robot: other.robot }),
    () => ({ ...state, robot: { ...state.robot, place: other.robot.place } }),
    () => ({ ...state, robot: { ...state.robot, pose: other.robot.pose } }),
    () => ({
      ...state,
      robot: { ...state.robot, [rng.pick(['moving', 'estop', 'linkUp'])]: rng.chance(0.5) },
    }),
    () => ({ ...state, gripper: { ...state.gripper, cups: other.gripper.cups } }),
    () => ({ ...state, gripper: { ...state.gripper, lift: other.gripper.lift } }),
    () => ({ ...state, gripper: { ...state.gripper, rotator: other.gripper.rotator } }),
    () => ({ ...state, zones: other.zones }),
    () => ({ ...state, shelf: other.shelf }),
  ])()
}

function anyMask(rng: Rng): Mask {
  if (rng.chance(0.85)) return SLOTS.map(() => (rng.chance(0.5) ? '1' : '0')).join('')
  const nonsense = ['', '1', '11111', '01 1', 'abcd', '1111\n', '１１１１', 1111, ['1111'], null, undefined]
  return rng.pick<unknown>(nonsense) as Mask
}

const anyPlace = (rng: Rng, map: FieldMap): Place =>
  rng.pick<() => Place>([
    () => ({ kind: 'home' }),
    () => ({ kind: 'shelf' }),
    () => ({ kind: 'zone', zone: anyZoneId(rng, map) }),
    () => ({ kind: 'zone', zone: anyZoneId(rng, map) }),
  ])()

/** Mostly a zone of the map; sometimes one that is not there. */
const anyZoneId = (rng: Rng, map: FieldMap): ZoneId =>
  rng.chance(0.9) ? rng.pick(map.zones).id : rng.pick([0, -1, 1, 4, 9, 1.5, NaN, 2 ** 32])

function anyPose(rng: Rng, map: FieldMap): Pose {
  const one = (size: number): number => (rng.chance(0.2) ? rng.pick(ODD) : (1.4 * rng.next() - 0.2) * size)
  const theta = rng.chance(0.7) ? 0 : rng.pick([NaN, 0.04, -0.049, 0.051, 3.2, Infinity])
  return { x: m(one(map.size.x)), y: m(one(map.size.y)), theta: rad(theta) }
}

/** At most 6 cm off: within the tolerance of a dock, or just outside. */
function near(rng: Rng, { x, y, theta }: Pose): Pose {
  const [way, angle] = [rng.pick([0, 0.01, 0.02, 0.06]) * rng.next(), 2 * Math.PI * rng.next()]
  const turn = rng.chance(0.1) ? rng.pick([NaN, 0.06, -0.06]) : 0.05 * (rng.next() - 0.5)
  return { x: m(x + way * Math.cos(angle)), y: m(y + way * Math.sin(angle)), theta: rad(theta + turn) }
}

function anyGripper(rng: Rng, map: FieldMap): WorldState['gripper'] {
  const cup = (): Held => (rng.chance(0.6) ? null : heldBlock(rng, map))
  const end = rng.pick([0, 1] as const)
  const turn = { end, turning: true, ...(rng.chance(0.5) && { mask: anyMask(rng) }) }
  return {
    cups: [cup(), cup(), cup(), cup()],
    lift: rng.chance(0.7) ? 'up' : rng.pick(['down', 'between']),
    rotator: rng.chance(0.75) ? { end, turning: false } : turn,
  }
}

const heldBlock = (rng: Rng, map: FieldMap): NonNullable<Held> => ({
  from: anyZoneId(rng, map),
  slot: rng.pick(SLOTS),
  face: rng.pick(FACES),
})

const holding = (rng: Rng, map: FieldMap, mask: Mask): Cups =>
  SLOTS.map((cup) => (bit(mask, cup) || rng.chance(0.2) ? heldBlock(rng, map) : null)) as unknown as Cups

/** Every zone with any blocks; some zones are not known at all, some that are known are not on the map. */
function anyZones(rng: Rng, map: FieldMap): WorldState['zones'] {
  const known = map.zones.filter(() => rng.chance(0.9)).map(({ id }) => id)
  const ids = rng.chance(0.1) ? [...known, anyZoneId(rng, map)] : known
  return new Map(ids.map((id) => [id, zoneWith(rng, rng.pick(['0000', '0000', '1111', '0100', '1010']))]))
}

/** Blocks in the slots of the mask; in the others sometimes. */
function zoneWith(rng: Rng, mask: Mask): ZoneBelief {
  const slot = (index: number): SlotBelief =>
    bit(mask, index) || rng.chance(0.05) ? { face: rng.pick(FACES) } : null
  return { slots: [slot(0), slot(1), slot(2), slot(3)] }
}

const bit = (mask: Mask, cup: number): boolean => typeof mask === 'string' && mask[cup] === '1'

const pose = ({ x, y }: { readonly x: number; readonly y: number }): Pose => ({
  x: m(x),
  y: m(y),
  theta: rad(0),
})

const atZone = (robot: WorldState['robot'], zone: ZoneId): WorldState['robot'] => ({
  ...robot,
  place: { kind: 'zone', zone },
})

function dockOf(place: Place, map: FieldMap): Pose {
  if (place.kind === 'home') return pose(map.home.at)
  if (place.kind === 'shelf') return pose(map.shelf.at)
  return pose(map.zones.find(({ id }) => id === place.zone)?.at ?? { x: NaN, y: NaN })
}
