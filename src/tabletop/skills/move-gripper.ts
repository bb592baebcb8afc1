import { inverse, TOP_SPEED, type Joints } from '../arm/kinematics.js'
import { aboutZ, add, between, length, times, type Pose, type Vector } from '../arm/pose.js'
import { CLEARANCE, movePath } from './motion.js'
import { mm, SkillFailure, type Program, type Rig } from './rig.js'

/** Where to from where the gripper is: metres along the axes of the arm's foot, radians about the vertical. */
export interface Way {
  readonly by: Vector
  readonly turn: number
}

/** The gripper along a straight line, with what it holds; it stays there, for a person to go on from. */
export function* moveGripper(rig: Rig, { by, turn }: Way): Program {
  const { position, rotation } = rig.pose
  const path = (fraction: number): Pose => ({
    position: between(position, add(position, by), fraction),
    rotation: times(aboutZ(fraction * turn), rotation),
  })
  const way = reached(rig, path)
  const { near, distance } = roomAt(rig)
  if (near.length > 0) judgeNear(rig, way, distance)
  yield* movePath(rig, path, secondsOf(rig, way, length(by)), { except: near })
}

/** Average speed of the gripper, m/s, and the shortest time of a motion, s. */
const LINE_SPEED = 0.06
const LEAST_S = 0.4
/** A line from rest to rest is so much faster in its middle than on average (minimum jerk). */
const PEAK = 1.875

function secondsOf(rig: Rig, way: readonly Joints[], metres: number): number {
  const from = rig.setpoint.joints
  const slowest = way.flatMap((joints) =>
    joints.map(
      (angle, index) => Math.abs(angle - (from[index] ?? 0)) / ((TOP_SPEED[index] ?? 1) * rig.speed),
    ),
  )
  return Math.max(LEAST_S, metres / LINE_SPEED, PEAK * Math.max(...slowest))
}

/** Poses on the way that are judged. */
const POSES = 9

function reached(rig: Rig, path: (fraction: number) => Pose): readonly Joints[] {
  let near = rig.setpoint.joints
  return Array.from({ length: POSES }, (_, index) => {
    const joints = inverse(path((index + 1) / POSES), near, rig.known.held === undefined)
    if (!joints.ok) throw new SkillFailure(joints.error)
    return (near = joints.value)
  })
}

/** What is nearer to the gripper already than a motion may come: what it stands around, or holds on to the table. */
function roomAt(rig: Rig): { readonly near: readonly string[]; readonly distance: number } {
  const near: string[] = []
  let distance = Infinity
  for (;;) {
    const closest = rig.clearance.closest(
      { path: [rig.setpoint.joints], opening: rig.setpoint.opening, except: near },
      rig.known,
      CLEARANCE,
    )
    if (closest.distance >= CLEARANCE || near.includes(closest.what)) return { near, distance }
    distance = Math.min(distance, closest.distance)
    near.push(closest.what)
  }
}

/** What was near before the motion may stay as near, so that the gripper gets away from it. */
function judgeNear(rig: Rig, path: readonly Joints[], before: number): void {
  const { distance, what } = rig.clearance.closest(
    { path, opening: rig.setpoint.opening },
    rig.known,
    CLEARANCE,
  )
  if (distance < before - NEARER)
    throw new SkillFailure(
      `the gripper is ${mm(before)} mm from the ${what}, and this way comes nearer: go another way first`,
    )
}

/** What is seen is not exact: so much nearer counts as equally near, metres. */
const NEARER = 0.0005
