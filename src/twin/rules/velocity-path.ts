import type { FieldMap, Point, Pose } from '#base/field-map.js'
import { m } from '#base/units.js'
import { distance, ROOM } from '../places.js'
import type { VelocityCommand, WorldState } from '../world.js'

/** Speed limit for manual driving, m/s and rad/s: half the speed of a plan. */
export const VELOCITY_LIMIT = { linear: 0.3, angular: 1 } as const
/** Lifetime range of a setpoint, ms: short enough that the verdict still holds when it expires. */
export const VELOCITY_TTL = { least: 20, most: 300 } as const

/** Latency from the believed pose to the wheels acting on the setpoint, ms. */
const LATE_MS = 60
/** Assumed braking deceleration, m/s²; the controller brakes at 2. */
const BRAKES = 1
/** Residual motion of the previous setpoint in its own direction, metres, at most. */
const REMAINDER = 0.02
/** Beyond this heading, rad, the robot counts as turned: its body is no longer behind its gripper. */
const STRAIGHT = 0.05
/** From the gripper's centre to the far end of the body, metres: the clearance that turning needs on all sides. */
const SWING = 0.36
/** slack for floating-point rounding, metres */
const DUST = 1e-9

/** Returns the farthest stopping point if no setpoint follows: this one runs until it expires, then braking starts. */
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
 * Whether the robot stays inside the border. If it is already too near, it may not get any nearer. Turning
 * needs clearance for the whole body to swing.
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

/** Whether a turned or turning robot keeps clear of wherever the shelf may be; when too near, it may only leave. */
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

/** Distance to the nearest point of a shelf that is at one place, or anywhere between two places along x. */
function gap(point: Point, places: readonly Point[]): number {
  const xs = places.map(({ x }) => x)
  const x = Math.max(Math.min(...xs), Math.min(Math.max(...xs), point.x))
  return distance(point, { x: m(x), y: places[0]?.y ?? point.y })
}
