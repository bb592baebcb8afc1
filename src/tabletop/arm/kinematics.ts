import { err, ok, type Result } from '#base/result.js'
import {
  aboutY,
  aboutZ,
  add,
  axis,
  rotationOf,
  scale,
  subtract,
  times,
  transposed,
  type Pose,
  type Rotation,
} from './pose.js'

/**
 * The arm: six joints, turned by base (about z), shoulder, elbow (about y), forearm (about its length), wrist (about y)
 * and tool (about its length). At zero it is stretched out along x. The last three axes meet in one point, so that the
 * inverse has a closed form (Pieper's condition; Craig, Introduction to Robotics, 4.4).
 */
export type Joints = readonly [number, number, number, number, number, number]

/** Lengths, metres: the shoulder's height, upper arm, forearm, and from the wrist to between the fingertips. */
export const ARM = { shoulder: 0.3, upper: 0.4, fore: 0.4, tool: 0.18 } as const

/** The range of each joint, radians, a margin to its mechanical stop included. */
export const RANGE: readonly (readonly [number, number])[] = [
  [-2.9, 2.9],
  [-2.6, 1.5],
  [0.05, 2.75],
  [-3.1, 3.1],
  [-2.1, 2.1],
  [-3.1, 3.1],
]

/** Fastest joint speeds, radians a second. */
export const TOP_SPEED: Joints = [1.6, 1.6, 1.8, 2.6, 2.6, 3.2]

export function forward(q: Joints): Pose {
  const upper = times(aboutZ(q[0]), aboutY(q[1]))
  const fore = times(upper, aboutY(q[2]))
  const tool = times(times(times(fore, aboutX(q[3])), aboutY(q[4])), aboutX(q[5]))
  const wrist = add(
    [0, 0, ARM.shoulder],
    add(scale(axis(upper, 0), ARM.upper), scale(axis(fore, 0), ARM.fore)),
  )
  return { position: add(wrist, scale(axis(tool, 0), ARM.tool)), rotation: tool }
}

/**
 * Joint angles for a pose of the gripper: of the solutions within the joints' ranges, the one nearest to where the arm
 * is. For an empty gripper a half turn about its length is the same pose.
 * @param empty false while what it holds would be turned over, too
 * @returns or why it cannot be reached, in a sentence
 */
export function inverse({ position, rotation }: Pose, near: Joints, empty = true): Result<Joints, string> {
  const wrist = subtract(position, scale(axis(rotation, 0), ARM.tool))
  const reach = Math.hypot(wrist[0], wrist[1])
  const height = wrist[2] - ARM.shoulder
  const distance = Math.hypot(reach, height)
  if (!(distance < ARM.upper + ARM.fore - 1e-4)) return err(`it is out of reach: ${place(position)}`)
  const elbow = Math.acos(
    clamp((distance ** 2 - ARM.upper ** 2 - ARM.fore ** 2) / (2 * ARM.upper * ARM.fore), -1, 1),
  )
  const raised =
    Math.atan2(height, reach) + Math.atan2(ARM.fore * Math.sin(elbow), ARM.upper + ARM.fore * Math.cos(elbow))
  const first: readonly [number, number, number] = [Math.atan2(wrist[1], wrist[0]), -raised, elbow]
  const fore = times(aboutZ(first[0]), aboutY(first[1] + first[2]))
  const solutions = wristAngles(times(transposed(fore), rotation), near, empty)
    .map((last): Joints => [...first, ...last])
    .filter((joints) => joints.every((angle, index) => within(angle, RANGE[index])))
  const nearest = solutions.sort((a, b) => travel(a, near) - travel(b, near))[0]
  return nearest === undefined ? err(`no joint angles reach it: ${place(position)}`) : ok(nearest)
}

/** The largest turn of a joint between two positions, radians. */
export const travel = (a: Joints, b: Joints): number =>
  Math.max(...a.map((angle, index) => Math.abs(angle - (b[index] ?? 0))))

const aboutX = (angle: number): Rotation => rotationOf([1, 0, 0], [0, Math.cos(angle), Math.sin(angle)])

/** R = X(a)·Y(b)·X(c): both signs of b, and the gripper turned by half a turn. */
function wristAngles(r: Rotation, near: Joints, empty: boolean): (readonly [number, number, number])[] {
  const b = Math.acos(clamp(r[0][0], -1, 1))
  const straight = Math.sin(b) < 1e-6
  const solutions = [1, -1].flatMap((sign): [number, number, number][] => {
    const a = straight ? near[3] : Math.atan2(sign * r[1][0], -sign * r[2][0])
    const c = straight ? Math.atan2(r[2][1], r[1][1]) - a : Math.atan2(sign * r[0][1], sign * r[0][2])
    return [[a, sign * b, c]]
  })
  return solutions.flatMap(([a, bend, c]) =>
    (empty ? [-2, -1, 0, 1, 2] : [-2, 0, 2]).flatMap((halves) =>
      [-1, 0, 1].map((turns): [number, number, number] => [
        a + turns * 2 * Math.PI,
        bend,
        c + halves * Math.PI,
      ]),
    ),
  )
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

const within = (angle: number, range: readonly [number, number] | undefined): boolean =>
  range !== undefined && angle >= range[0] && angle <= range[1]

const place = (position: readonly number[]): string =>
  `(${position.map((metres) => metres.toFixed(3)).join(', ')}) m from the base`
