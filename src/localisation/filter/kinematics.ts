import type { Point } from '#base/field-map.js'
import { m, rad, type Metres, type Radians } from '#base/units.js'

/** Three numbers: one for each wheel, or along x, along y and about z. */
export type Triple = readonly [number, number, number]

/** An omni wheel of the base. */
export interface WheelGeometry {
  readonly radius: Metres
  /** of its contact with the floor from the middle of the body */
  readonly distance: Metres
  /** where it sits, from the x axis of the body; it rolls at a right angle to that */
  readonly angle: Radians
}

/** What the controller is built with; its frame is that of the body, x to the right with the heading 0. */
export interface BaseGeometry {
  readonly wheels: readonly [WheelGeometry, WheelGeometry, WheelGeometry]
  /** the gripper's centre seen from the middle of the body */
  readonly gripper: Point
}

const wheelAt = (degrees: number): WheelGeometry => ({
  radius: m(0.05),
  distance: m(0.15),
  angle: rad((degrees * Math.PI) / 180),
})

/** The wheels of `firmware-protocol/core/fw_base.c`, and the gripper 0.2 m in front of the body's middle. */
export const BASE_GEOMETRY: BaseGeometry = {
  wheels: [wheelAt(60), wheelAt(180), wheelAt(300)],
  gripper: { x: m(0), y: m(-0.2) },
}

/** From the way of the three rims to the displacement of the body, and what is needed to get the rims' way. */
export interface Kinematics {
  /** wheel radii, m */
  readonly radii: Triple
  /** rows: what of each rim's way (m) becomes the body's way along its x and its y (m), and its turn (rad) */
  readonly rows: readonly [Triple, Triple, Triple]
}

/**
 * The inverse of the rows (−sin α, cos α, L), which say how far a rim rolls when the body moves by (x, y, turn)
 * (Siegwart, Nourbakhsh, Scaramuzza, Introduction to Autonomous Mobile Robots, §3.2: the Swedish wheel with rollers
 * at a right angle).
 *
 * @throws RangeError for wheels that cannot move a body in all three directions, and for sizes that are no sizes
 */
export function kinematicsOf({ wheels }: BaseGeometry): Kinematics {
  const [a, b, c] = [rollingRow(wheels[0]), rollingRow(wheels[1]), rollingRow(wheels[2])]
  const columns: readonly [Triple, Triple, Triple] = [cross(b, c), cross(c, a), cross(a, b)]
  const determinant = dot(a, columns[0])
  const sized = wheels.every(({ radius, distance }) => radius > 0 && distance > 0)
  if (!sized || !(Math.abs(determinant) > 1e-6))
    throw new RangeError(`wheels that cannot move a body: ${JSON.stringify(wheels)}`)
  const row = (i: 0 | 1 | 2): Triple => [
    columns[0][i] / determinant,
    columns[1][i] / determinant,
    columns[2][i] / determinant,
  ]
  return {
    radii: [wheels[0].radius, wheels[1].radius, wheels[2].radius],
    rows: [row(0), row(1), row(2)],
  }
}

/** The sum of the products. */
export const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** The same angle within (−π, π]. */
export function wrapped(angle: number): number {
  const rest = angle % (2 * Math.PI)
  if (rest > Math.PI) return rest - 2 * Math.PI
  return rest <= -Math.PI ? rest + 2 * Math.PI : rest
}

const rollingRow = ({ angle, distance }: WheelGeometry): Triple => [
  -Math.sin(angle),
  Math.cos(angle),
  distance,
]

const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
