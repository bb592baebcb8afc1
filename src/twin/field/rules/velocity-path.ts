import type { FieldMap, Point, Pose } from '#base/field-map.js'
import { m } from '#base/units.js'
import { distance, CLEARANCE } from '../places.js'
import type { VelocityCommand, WorldState } from '../world.js'

/** Speed limit for manual driving, m/s and rad/s: half the speed of a plan. */
export const VELOCITY_LIMIT = { linear: 0.3, angular: 1 } as const
/** Lifetime range of a setpoint, ms: short enough that the verdict still holds when it expires. */
export const VELOCITY_TTL = { min: 20, max: 300 } as const

/** Latency from the believed pose to the wheels acting on the setpoint, ms. */
const LATENCY_MS = 60
/** Assumed braking deceleration, m/s²; the controller brakes at 2. */
const BRAKING_DECEL = 1
/** Residual motion of the previous setpoint in its own direction, metres, at most. */
const RESIDUAL_MOTION = 0.02
/** Beyond this heading, rad, the robot counts as turned: its body is no longer behind its gripper. */
const HEADING_TOLERANCE = 0.05
/** From the gripper's centre to the far end of the body, metres: the clearance that turning needs on all sides. */
const TURNING_CLEARANCE = 0.36
/** slack for floating-point rounding, metres */
const EPSILON = 1e-9

/** Returns the farthest stopping point if no setpoint follows: this one runs until it expires, then braking starts. */
export function velocityEnd({ x, y, theta }: Pose, { vx, vy, ttl }: VelocityCommand): Point {
  const speed = Math.hypot(vx, vy)
  if (speed === 0) return { x, y }
  const stoppingDistance =
    (speed * (ttl + LATENCY_MS)) / 1000 + speed ** 2 / (2 * BRAKING_DECEL) + RESIDUAL_MOTION
  const [cos, sin] = [Math.cos(theta), Math.sin(theta)]
  return {
    x: m(x + (stoppingDistance * (cos * vx - sin * vy)) / speed),
    y: m(y + (stoppingDistance * (sin * vx + cos * vy)) / speed),
  }
}

const isTurned = ({ theta }: Pose): boolean => Math.abs(theta) > HEADING_TOLERANCE

/**
 * Whether the robot stays inside the border. If it is already too near, it may not get any nearer. Turning
 * needs clearance for the whole body to swing.
 */
export function staysInside({ size }: FieldMap, from: Pose, velocity: VelocityCommand): boolean {
  const to = velocityEnd(from, velocity)
  const turns = isTurned(from) || velocity.wz !== 0
  const [side, near] = turns ? [TURNING_CLEARANCE, TURNING_CLEARANCE] : [CLEARANCE.side, CLEARANCE.near]
  const fits = (at: number, was: number, low: number, high: number): boolean => {
    const [min, max] = velocity.wz === 0 ? [Math.min(low, was), Math.max(high, was)] : [low, high]
    return at >= min - EPSILON && at <= max + EPSILON
  }
  return fits(to.x, from.x, side, size.x - side) && fits(to.y, from.y, near, size.y - CLEARANCE.far)
}

/** Whether a turned or turning robot keeps clear of wherever the shelf may be; when too near, it may only leave. */
export function clearsShelf(
  { shelf }: FieldMap,
  where: WorldState['shelf'],
  from: Pose,
  velocity: VelocityCommand,
): boolean {
  if (!isTurned(from) && velocity.wz === 0) return true
  const places =
    where === 'init' ? [shelf.at] : where === 'target' ? [shelf.target] : [shelf.at, shelf.target]
  const clear = TURNING_CLEARANCE + Math.hypot(shelf.size.x, shelf.size.y) / 2
  const to = velocityEnd(from, velocity)
  const now = distanceToShelf(from, places)
  const then = distanceToShelf(to, places)
  return then >= clear || (velocity.wz === 0 && then >= now)
}

/** Distance to the nearest point of a shelf that is at one place, or anywhere between two places along x. */
function distanceToShelf(point: Point, places: readonly Point[]): number {
  const xs = places.map(({ x }) => x)
  const x = Math.max(Math.min(...xs), Math.min(Math.max(...xs), point.x))
  return distance(point, { x: m(x), y: places[0]?.y ?? point.y })
}
