import type { FieldMap, Point, Pose, Slot, Zone } from '#base/field-map.js'
import type { Command, VelocityCommand, WorldState } from '#twin/field/world.js'

/**
 * May this command be sent in this world? The law of the field a second time, written from the requirements (G1 to G8,
 * AMB-14, AMB-16) without a line of the twin: what the twin allows and what this allows must be the same.
 */
export function isLawful(
  { robot, gripper, zones, shelf }: WorldState,
  command: Command,
  map: FieldMap,
): boolean {
  if (!robot.linkUp || robot.estop || (robot.moving && command.kind !== 'jog')) return false
  const up = gripper.lift === 'up'
  const turning = gripper.rotator.turning
  const here = robot.place === 'between' ? undefined : robot.place
  const zoneHere = here?.kind === 'zone' ? map.zones.find(({ id }) => id === here.zone) : undefined
  const lies = (id: number, slot: Slot): boolean => (zones.get(id)?.slots[slot] ?? null) !== null

  switch (command.kind) {
    case 'move': {
      const { x, y, theta } = command.pose
      const dock = dockOf(command.to, map)
      const known = [robot.pose.x, robot.pose.y, robot.pose.theta].every(Number.isFinite)
      return (
        up && known && dock !== undefined && apart(dock, command.pose) <= (command.to.kind === 'shelf' ? 0.012 : 0.045) && Math.abs(theta) <= 0.05 &&
        fits(x, 0.16, map.size.x - 0.16) && fits(y, 0.08, map.size.y - 0.16) && (command.to.kind === 'shelf' || shelf === 'target' || !shoves(robot.pose, command.pose, shelf, map))
      ) // prettier-ignore
    }
    case 'grip': {
      const { zone, mask } = command
      if (turning || !namesCups(mask) || zoneHere?.id !== zone || zoneHere.kind !== 'load') return false
      return cupsOf(mask).every((cup) => {
        const held = gripper.cups[cup]
        // a grip that was cut off with the lift below is finished by gripping again
        if (held !== null) return !up && held.from === zone
        return lies(zone, cup)
      })
    }
    case 'release': {
      const { zone, mask } = command
      if (turning || !namesCups(mask) || zoneHere?.id !== zone || zoneHere.kind !== 'unload') return false
      if (zoneHere.needsShelf && shelf !== 'target') return false
      return cupsOf(mask).every((cup) => (gripper.cups[cup] === null ? !up : !lies(zone, cup)))
    }
    case 'rotate': {
      if (!up || !namesCups(command.mask)) return false
      if (turning) return gripper.rotator.mask === command.mask
      return cupsOf(command.mask).every((cup) => gripper.cups[cup] !== null)
    }
    case 'push': {
      const { at, target } = map.shelf
      const straight = [command.from, command.to].every(({ theta }) => Math.abs(theta) <= 0.05)
      return (
        up && straight && apart(command.from, at) <= 0.012 && apart(command.to, target) <= 0.012 &&
        here?.kind === 'shelf' && shelf !== 'target' && gripper.cups.every((held) => held === null) &&
        !map.zones.some((zone) => swept(zone, map) && ([0, 1, 2, 3] as const).some((slot) => lies(zone.id, slot)))
      ) // prettier-ignore
    }
    case 'jog':
      return up && !turning && mayJog(robot.pose, command, shelf, map)
  }
}

/**
 * Driving by hand: at most 0.3 m/s or 1 rad/s, one of both, for 20 to 300 ms. The robot goes on for 60 ms before it
 * hears, brakes with 1 m/s², and has 20 mm to go of what was before; there it is inside, or as far inside as it was. A body
 * that swings needs 0.36 m on three sides and around the shelf.
 */
function mayJog(
  pose: Pose,
  { vx, vy, wz, ttl }: VelocityCommand,
  where: WorldState['shelf'],
  map: FieldMap,
): boolean {
  const speed = Math.sqrt(vx * vx + vy * vy)
  const turns = wz !== 0
  if (![pose.x, pose.y, pose.theta, vx, vy, wz].every(Number.isFinite)) return false
  if (!(speed <= 0.3) || Math.abs(wz) > 1 || (turns && speed > 0)) return false
  if (!(ttl >= 20 && ttl <= 300 && ttl % 1 === 0)) return false
  const way = speed === 0 ? 0 : speed * (ttl / 1000 + 0.06) + (speed * speed) / 2 + 0.02
  const course = pose.theta + Math.atan2(vy, vx)
  const end = { x: pose.x + way * Math.cos(course), y: pose.y + way * Math.sin(course) } as Point
  const swings = turns || pose.theta > 0.05 || pose.theta < -0.05
  const room = swings ? 0.36 : undefined
  const outside = (x: number, y: number): number[] => [
    Math.max(0, (room ?? 0.16) - x),
    Math.max(0, x - (map.size.x - (room ?? 0.16))),
    Math.max(0, (room ?? 0.08) - y),
    Math.max(0, y - (map.size.y - 0.16)),
  ]
  const [before, after] = [outside(pose.x, pose.y), outside(end.x, end.y)]
  if (after.some((depth, side) => depth > (turns ? 0 : (before[side] ?? 0)) + 1e-9)) return false
  if (where !== 'target' && shoves(pose, end, where, map)) return false
  if (!swings) return true
  const { at, target, size } = map.shelf
  const [low, high] = where === 'unknown' ? [Math.min(at.x, target.x), Math.max(at.x, target.x)] : []
  const off = ({ x, y }: Point): number => {
    const spot = where === 'target' ? target : at
    return low === undefined || high === undefined
      ? Math.hypot(x - spot.x, y - spot.y)
      : Math.hypot(Math.max(low - x, 0, x - high), y - at.y)
  }
  return off(end) >= 0.36 + Math.hypot(size.x, size.y) / 2 || (!turns && off(end) >= off(pose))
}

/** The robot's body is 0.16 m round, its gripper 0.08 m deep; fractions of metres are not exact. */
const fits = (at: number, low: number, high: number): boolean => at - low >= -1e-9 && high - at >= -1e-9

const namesCups = (mask: unknown): mask is string =>
  typeof mask === 'string' && /^(?!0000$)[01]{4}$/.test(mask)
const cupsOf = (mask: string): Slot[] => ([0, 1, 2, 3] as const).filter((cup) => mask.charAt(cup) === '1')
const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

function dockOf(to: Extract<Command, { kind: 'move' }>['to'], map: FieldMap): Point | undefined {
  if (to.kind === 'home') return map.home.at
  return to.kind === 'shelf' ? map.shelf.at : map.zones.find(({ id }) => id === to.zone)?.at
}

/** Does the shelf pass over a part of the zone on its way? Centres nearer than half of both, along both axes. */
function swept({ at, size }: Zone, { shelf }: FieldMap): boolean {
  const middle = { x: (shelf.at.x + shelf.target.x) / 2, y: (shelf.at.y + shelf.target.y) / 2 }
  const way = { x: Math.abs(shelf.at.x - shelf.target.x), y: Math.abs(shelf.at.y - shelf.target.y) }
  return (['x', 'y'] as const).every(
    (axis) => Math.abs(at[axis] - middle[axis]) < (size[axis] + way[axis] + shelf.size[axis]) / 2,
  )
}

/**
 * Does the robot, on its way, come within 20 mm of where the shelf may be, heading for the shelf's target? The distance
 * is a convex function of the way driven, so its least value is found by thirds.
 */
export function shoves(from: Point, to: Point, where: WorldState['shelf'], { shelf }: FieldMap): boolean {
  const heading = shelf.target.x > shelf.at.x ? to.x - from.x : from.x - to.x
  if (!(heading > 0) || Math.abs(to.y - from.y) > heading / 2) return false
  const ends = where === 'init' ? [shelf.at.x, shelf.at.x] : [shelf.at.x, shelf.target.x]
  const distanceAt = (part: number): number => {
    const [x, y] = [from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)]
    const beside = Math.max(Math.min(...ends) - x, 0, x - Math.max(...ends))
    return Math.hypot(beside, y - shelf.at.y)
  }
  let [low, high] = [0, 1]
  for (let i = 0; i < 80; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
    if (distanceAt(a) < distanceAt(b)) high = b
    else low = a
  }
  return distanceAt(low) <= 0.02
}
