import { inverse, TOP_SPEED, travel, type Joints } from '../arm/kinematics.js'
import { add, axis, between, length, scale, subtract, type Pose, type Vector } from '../arm/pose.js'
import { CONTROL_S } from '../physics/physics.js'
import { JOINT_DRIVES } from '../scene/mjcf.js'
import { mm, SkillFailure, STILL, type Program, type Rig } from './rig.js'

/** What stops a motion, and how it goes. */
export interface Limits {
  /** the gripper may feel this much more than at its start, newtons; the motion ends with a failure */
  readonly force?: number
  /** the motion ends well when this is so */
  readonly until?: () => boolean
  /** what is allowed to be near, since it is to be touched */
  readonly except?: readonly string[]
  /** the least distance from what is known, metres; 0 where touching is the purpose, and nothing is judged */
  readonly clearance?: number
  /** the share of the way after a share of the time, both 0…1; where absent it is fastest in its middle */
  readonly pace?: (share: number) => number
}

/** A motion that is to touch nothing keeps this distance from all that is known, metres. */
export const CLEARANCE = 0.004

/** What a free motion may feel, newtons: more means that it has met something that nobody knew of. */
const FREE_FORCE_N = 20

/** Every joint at once, from rest to rest (minimum jerk; Flash and Hogan, 1985). */
export function* moveJoints(rig: Rig, goal: Joints, limits: Limits = {}): Program {
  const from = rig.setpoint.joints
  const seconds = Math.max(
    0.3,
    ...goal.map(
      (angle, index) =>
        (1.875 * Math.abs(angle - (from[index] ?? 0))) / ((TOP_SPEED[index] ?? 1) * rig.speed),
    ),
  )
  const at = (fraction: number): Joints => mix(from, goal, smooth(fraction))
  judge(rig, at, limits)
  yield* follow(rig, at, seconds, limits)
}

/** The gripper along a straight line, turned as at its end. @param metresPerSecond on average */
export function* moveLine(rig: Rig, goal: Pose, metresPerSecond: number, limits: Limits = {}): Program {
  const from = rig.pose.position
  yield* movePath(
    rig,
    (fraction) => ({ position: between(from, goal.position, fraction), rotation: goal.rotation }),
    Math.max(0.2, length(subtract(goal.position, from)) / metresPerSecond),
    limits,
  )
}

/** The gripper along any path, from rest to rest. */
export function* movePath(
  rig: Rig,
  path: (fraction: number) => Pose,
  seconds: number,
  limits: Limits = {},
): Program {
  const { pace = smooth } = limits
  let joints = rig.setpoint.joints
  const samples = Math.max(2, Math.ceil(seconds / CONTROL_S))
  const way = Array.from({ length: samples + 1 }, (_, index) => {
    const reached = inverse(path(pace(index / samples)), joints, rig.known.held === undefined)
    if (!reached.ok) throw new SkillFailure(reached.error)
    // a line through a singular pose would have a joint jump
    if (index > 0 && travel(reached.value, joints) > 0.25)
      throw new SkillFailure('the arm would have to turn over on the way')
    joints = reached.value
    return joints
  })
  const at = (fraction: number): Joints => {
    const place = fraction * samples
    const index = Math.min(samples - 1, Math.floor(place))
    return mix(way[index] ?? joints, way[index + 1] ?? joints, place - index)
  }
  judge(rig, at, limits)
  yield* follow(rig, at, seconds, limits)
}

/**
 * A line whose last part is slow, since something may be touched there. A control step is too long to soften a blow: it
 * is as hard as the arm is fast when it meets what gives no way, so that this part has the same low speed throughout.
 * @param last how much of the line that is, metres
 */
export function* approachLine(
  rig: Rig,
  goal: Pose,
  metresPerSecond: number,
  { last = SLOW_M, ...limits }: Limits & { readonly last?: number } = {},
): Program {
  const left = length(subtract(goal.position, rig.pose.position))
  if (left > last) {
    const start = between(goal.position, rig.pose.position, last / left)
    yield* moveLine(rig, { ...goal, position: start }, metresPerSecond, limits)
  }
  yield* moveLine(rig, goal, SLOW_M_S, { ...limits, pace: even })
}

const SLOW_M = 0.025
/** With both fingertips on a plate that lies on the table, 34 N are felt so. */
const SLOW_M_S = 0.025

/**
 * Moves the fingers and waits until they stand. They close gently, so that they strike nothing, and open gently, so
 * that an arm which is stopped as it begins to let go still holds.
 * @param opening from fingertip to fingertip, metres
 */
export function* moveFingers(rig: Rig, opening: number): Program {
  let last = Infinity
  let still = 0
  for (let step = 0; step < 150 && still < 8; step++) {
    const left = opening - rig.setpoint.opening
    const next = rig.setpoint.opening + Math.sign(left) * Math.min(Math.abs(left), FINGERS_M_S * CONTROL_S)
    rig.setpoint = { ...rig.setpoint, opening: next }
    yield
    still = Math.abs(next - opening) < 1e-9 && Math.abs(rig.physics.opening - last) < 2e-4 ? still + 1 : 0
    last = rig.physics.opening
  }
}

/** From fingertip to fingertip: a blow of theirs is felt in the wrist. */
const FINGERS_M_S = 0.25

/** The arm stands for a while, so that what swings comes to rest. */
export function* wait(seconds: number): Program {
  for (let left = Math.round(seconds / CONTROL_S); left > 0; left--) yield
}

/** The same pose, nearer or farther by so much along the direction in which the gripper points. */
export const before = ({ position, rotation }: Pose, metres: number): Pose => ({
  position: subtract(position, scale(axis(rotation, 0), metres)),
  rotation,
})

export const above = ({ position, rotation }: Pose, metres: number): Pose => ({
  position: add(position, [0, 0, metres] as Vector),
  rotation,
})

function* follow(rig: Rig, at: (fraction: number) => Joints, seconds: number, limits: Limits): Program {
  const steps = Math.max(1, Math.ceil(seconds / CONTROL_S))
  const { force = FREE_FORCE_N, until } = limits
  rig.tare()
  for (let step = 1; step <= steps; step++) {
    const joints = at(step / steps)
    const next = at(Math.min(1, (step + 1) / steps))
    const speeds = joints.map((angle, index) => ((next[index] ?? 0) - angle) / CONTROL_S) as unknown as Joints
    rig.setpoint = { ...rig.setpoint, joints, speeds: step === steps ? STILL : speeds }
    yield
    if (until?.() === true) break
    check(rig, force)
  }
  if (until?.() === true) rig.hold()
  else rig.setpoint = { ...rig.setpoint, speeds: STILL }
  yield* wait(0.05)
}

function check(rig: Rig, limit: number): void {
  if (rig.force > limit || rig.blow > BLOW * limit) {
    const felt = Math.max(rig.force, rig.blow)
    rig.hold()
    throw new SkillFailure(
      `the gripper met something: it felt ${felt.toFixed(0)} N, and may feel ${limit} N here`,
    )
  }
  const lost = rig.dropped()
  if (lost !== undefined) {
    rig.hold()
    throw new SkillFailure(`the ${lost} slipped out of the gripper`)
  }
  const { radians, joint } = rig.lag
  if (radians > STALLED) {
    rig.hold()
    throw new SkillFailure(`the ${JOINT_DRIVES[joint]?.joint ?? 'arm'} joint does not follow: it is stalled`)
  }
}

/** What is felt in a single control step may be a jolt of stick and slip: it counts from this multiple. */
const BLOW = 2
/** A joint that is so far behind its setpoint does not move, radians. */
const STALLED = 0.12

function judge(
  rig: Rig,
  at: (fraction: number) => Joints,
  { clearance = CLEARANCE, except = [] }: Limits,
): void {
  if (clearance === 0) return
  const path = Array.from({ length: 9 }, (_, index) => at((index + 1) / 9))
  const { distance, what } = rig.clearance.closest(
    { path, opening: rig.setpoint.opening, except },
    rig.known,
    Math.max(clearance, 0.001),
  )
  if (distance < clearance)
    throw new SkillFailure(
      `the way comes within ${mm(distance)} mm of the ${what}, and ${mm(clearance)} mm are kept`,
    )
}

const mix = (a: Joints, b: Joints, fraction: number): Joints =>
  a.map((angle, index) => angle + ((b[index] ?? 0) - angle) * fraction) as unknown as Joints

/** From rest to rest with the least jerk: in its middle 1.9 times as fast as on average. */
const smooth = (u: number): number => u * u * u * (10 + u * (6 * u - 15))

/** From rest to rest at one speed, but for this share of the time in which it is reached, and as much for braking. */
const RAMP = 0.1
const even = (u: number): number => {
  if (u > 0.5) return 1 - even(1 - u)
  return (u < RAMP ? u ** 2 / (2 * RAMP) : u - RAMP / 2) / (1 - RAMP)
}
