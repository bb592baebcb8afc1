import type { FieldMap, Pose } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { ROBOT } from '#simulation/field/dimensions.js'
import { beyondWalls, gripperFromBody } from '../footprint.js'
import type { Ground } from './ground.js'
import type { Displacement, Rolling, Wheels } from './rolling.js'

/** The random streams of a base on a floor. */
export interface FloorStreams {
  /** the base itself: the same in every episode of a run */
  readonly built: Rng
  /** the slip of this episode */
  readonly slip: Rng
}

/**
 * A base that rolls about the middle of its body, 0.2 m behind the gripper, on wheels that slip and whose sizes and
 * directions are a little off. Its kinematics are its own, by the geometry of its own wheels, not the controller's.
 */
export class FloorRolling implements Rolling {
  readonly #ground: Ground
  readonly #slip: Rng
  readonly #wheels: readonly [Wheel, Wheel, Wheel]
  readonly #inverse: Matrix
  #grip: Wheels = [1, 1, 1]

  constructor(ground: Ground, { built, slip }: FloorStreams) {
    this.#ground = ground
    this.#slip = slip
    const wheel = (degrees: number): Wheel => ({
      radius: ROBOT.wheelRadius * (1 + ground.radius * built.normal()),
      distance: ROBOT.wheelBase * (1 + ground.distance * built.normal()),
      at: (degrees * Math.PI) / 180 + ground.direction * built.normal(),
    })
    this.#wheels = [wheel(60), wheel(180), wheel(300)]
    this.#inverse = inverted(this.#wheels)
  }

  begin(): void {
    const grip = (): number => 1 + this.#ground.slip * (2 * this.#slip.next() - 1)
    this.#grip = [grip(), grip(), grip()]
  }

  displacement({ theta }: Pose, speeds: Wheels): Displacement {
    const rim = (i: 0 | 1 | 2): number => (this.#grip[i] * this.#wheels[i].radius * speeds[i]) / 1000
    const [x, y, turn] = times(this.#inverse, [rim(0), rim(1), rim(2)])
    // along the chord of the millisecond's arc, then from the body's middle to the gripper in front of it
    const cos = Math.cos(theta + turn / 2)
    const sin = Math.sin(theta + turn / 2)
    const before = gripperFromBody(theta)
    const after = gripperFromBody(theta + turn)
    return {
      dx: cos * x - sin * y + after.x - before.x,
      dy: sin * x + cos * y + after.y - before.y,
      turn,
    }
  }

  wallOverlap(map: FieldMap, pose: Pose): number {
    return beyondWalls(map, pose)
  }
}

interface Wheel {
  /** metres */
  readonly radius: number
  /** of its contact from the body's middle, metres */
  readonly distance: number
  /** where it sits, radians from the x axis of the body; it rolls at a right angle to that */
  readonly at: number
}

type Row = readonly [number, number, number]
type Matrix = readonly [Row, Row, Row]

/**
 * From the three rim speeds to the motion of the body: the inverse of the rows (−sin α, cos α, L) that say what a
 * motion (x, y, turn) makes of a rim's speed.
 */
function inverted(wheels: readonly [Wheel, Wheel, Wheel]): Matrix {
  const row = ({ at, distance }: Wheel): Row => [-Math.sin(at), Math.cos(at), distance]
  const [a, b, c] = [row(wheels[0]), row(wheels[1]), row(wheels[2])]
  const [u, v, w] = [cross(b, c), cross(c, a), cross(a, b)]
  const determinant = a[0] * u[0] + a[1] * u[1] + a[2] * u[2]
  const column = (i: 0 | 1 | 2): Row => [u[i] / determinant, v[i] / determinant, w[i] / determinant]
  return [column(0), column(1), column(2)]
}

const cross = (a: Row, b: Row): Row => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

const times = (matrix: Matrix, by: Row): Row => {
  const dot = (row: Row): number => row[0] * by[0] + row[1] * by[1] + row[2] * by[2]
  return [dot(matrix[0]), dot(matrix[1]), dot(matrix[2])]
}
