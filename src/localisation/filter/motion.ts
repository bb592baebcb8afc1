import type { Radians } from '#base/units.js'
import { dot, wrapped, type Kinematics, type Triple } from './kinematics.js'
import { identity, zeros, type Matrix } from './matrix.js'
import { HEADING, SCALES, SIZE } from './state.js'

/** What a step of the wheels makes of a state, and how that depends on the state and on the rims. */
export interface Motion {
  readonly mean: Float64Array
  /** turn of the body, rad */
  readonly turn: number
  /** way of each rim as it is measured, m: without slip */
  readonly rolled: Triple
  /** ∂mean/∂state, 8 × 8 */
  readonly byState: Matrix
  /** ∂mean/∂(way of the rims), 8 × 3 */
  readonly byRim: Matrix
}

/**
 * Moves the body's middle along the chord of its arc, turned halfway (Thrun, Burgard, Fox, Probabilistic Robotics,
 * §5.4; here for a base that moves in all directions). A rim has rolled u = r·Δφ·(1 + s).
 */
export function motionOf(
  { radii, rows }: Kinematics,
  state: Float64Array,
  turns: readonly [Radians, Radians, Radians],
): Motion {
  const rolled: Triple = [radii[0] * turns[0], radii[1] * turns[1], radii[2] * turns[2]]
  const way = (i: 0 | 1 | 2): number => rolled[i] * (1 + (state[SCALES + i] as number))
  const ways: Triple = [way(0), way(1), way(2)]
  const [along, across, turn] = [dot(rows[0], ways), dot(rows[1], ways), dot(rows[2], ways)]
  const heading = state[HEADING] as number
  const [cos, sin] = [Math.cos(heading + turn / 2), Math.sin(heading + turn / 2)]
  const [dx, dy] = [cos * along - sin * across, sin * along + cos * across]

  const mean = state.slice()
  mean[0] = (state[0] as number) + dx
  mean[1] = (state[1] as number) + dy
  mean[HEADING] = wrapped(heading + turn)

  const byRim = zeros(SIZE, 3)
  const byState = identity(SIZE)
  byState.cells[HEADING] = -dy
  byState.cells[SIZE + HEADING] = dx
  for (const i of [0, 1, 2] as const) {
    const turned = rows[2][i]
    byRim.cells[i] = cos * rows[0][i] - sin * rows[1][i] - (dy * turned) / 2
    byRim.cells[3 + i] = sin * rows[0][i] + cos * rows[1][i] + (dx * turned) / 2
    byRim.cells[3 * HEADING + i] = turned
    for (let row = 0; row <= HEADING; row++)
      byState.cells[row * SIZE + SCALES + i] = (byRim.cells[row * 3 + i] as number) * rolled[i]
  }
  return { mean, turn, rolled, byState, byRim }
}
