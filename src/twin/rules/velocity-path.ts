import type { FieldMap, Point, Pose } from '#base/field-map.js'
import { m } from '#base/units.js'
import { distance, ROOM } from '../places.js'
import type { VelocityCommand, WorldState } from '../world.js'

/** Fastest that anybody drives by hand, m/s and rad/s: half of what a plan drives at. */
export const VELOCITY_LIMIT = { linear: 0.3, angular: 1 } as const
/** A setpoint lives so long at most, ms: what was judged must still be true when it ends. */
export const VELOCITY_TTL = { least: 20, most: 300 } as const

/** From the pose that is believed to the moment at which the wheels hear of the setpoint, ms. */
const LATE_MS = 60
/** The controller brakes with 2 m/s²; it is counted on for half of that. */
const BRAKES = 1
/** What is left of the setpoint before: at most so much further in its direction, metres. */
const REMAINDER = 0.02
/** A heading further off 0 than this is a turned robot, rad: its body no longer lies behind its gripper. */
const STRAIGHT = 0.05
/** From the gripper's centre to the far end of the body, metres: so much room a turn needs, whichever way it goes. */
const SWING = 0.36
/** decimal fractions of metres do not add up exactly */
const DUST = 1e-9

/** Where the robot has come to at the latest when nothing follows this setpoint: it lives to its end, then brakes. */
export function velocityEnd({ x, y, theta }: Pose, { vx, vy, ttl }: VelocityCommand): Point {
  const speed = Math.hypot(vx, vy)
  if (speed === 0) return { x, y }
  const way = (speed * (ttl + LATE_MS)) / 1000 + speed ** 2 / (2 * BRAKES) + REMAINDER
  const [cos, sin] = [Math.cos(theta), Math.sin(theta)]
  return {
    x: m(x + (way * (cos * vx - sin * vy)) / speed),
    y: m(y + (way * (sin * vx + cos * vy)) / speed),
  }
}

const isTurned = ({ theta }: Pose): boolean => Math.abs(theta) > STRAIGHT

/**
 * Does it stay inside the border? Where it stands too near already it may come no nearer. Who turns needs
 * room for all of the body to swing.
 */
export function staysInside({ size }: FieldMap, from: Pose, velocity: VelocityCommand): boolean {
  const to = velocityEnd(from, velocity)
  const wide = isTurned(from) || velocity.wz !== 0
  const [side, near] = wide ? [SWING, SWING] : [ROOM.side, ROOM.near]
  const fits = (at: number, was: number, low: number, high: number): boolean => {
    const [least, most] = velocity.wz === 0 ? [Math.min(low, was), Math.max(high, was)] : [low, high]
    return at >= least - DUST && at <= most + DUST
  }
  return fits(to.x, from.x, side, size.x - side) && fits(to.y, from.y, near, size.y - ROOM.far)
}

/** A turned robot, or one that turns, keeps away from wherever the shelf may be; nearer than that it only leaves. */
export function keepsOff(
  { shelf }: FieldMap,
  where: WorldState['shelf'],
  from: Pose,
  velocity: VelocityCommand,
): boolean {
  if (!isTurned(from) && velocity.wz === 0) return true
  const places =
    where === 'init' ? [shelf.at] : where === 'target' ? [shelf.target] : [shelf.at, shelf.target]
  const clear = SWING + Math.hypot(shelf.size.x, shelf.size.y) / 2
  const to = velocityEnd(from, velocity)
  const now = gap(from, places)
  const then = gap(to, places)
  return then >= clear || (velocity.wz === 0 && then >= now)
}

/** To the nearest point of a shelf that is at one place, or anywhere between two that lie side by side along x. */
function gap(point: Point, places: readonly Point[]): number {
  const xs = places.map(({ x }) => x)
  const x = Math.max(Math.min(...xs), Math.min(Math.max(...xs), point.x))
  return distance(point, { x: m(x), y: places[0]?.y ?? point.y })
}
