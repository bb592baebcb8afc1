import type { Point, Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import type { PoseSourceId } from '#localisation/ports.js'
import type { Kinematics } from './kinematics.js'
import { diagonal, zeros, type Matrix } from './matrix.js'
import type { FilterParameters } from './parameters.js'
import { covarianceOf, matrixOf, type SurePose } from './pose-covariance.js'
import { CALM, type Watch } from './quality.js'

/** Where in the state its parts lie; the pose (x, y, θ) of the body's middle comes first. */
export const HEADING = 2
/** of the three scale errors of the wheels: their slip in this move and the errors of their radii together */
export const SCALES = 3
export const BIAS = 6
/** by how much the scanner sits turned on the robot, beyond what its driver allows for */
export const MOUNTING = 7
export const SIZE = 8

/** What the filter was built with. */
export interface FilterModel {
  readonly kinematics: Kinematics
  /** the gripper's centre seen from the middle of the body, m */
  readonly gripper: Point
  readonly parameters: FilterParameters
}

/** All that the filter knows at one moment. It never changes: what comes later makes another one. */
export interface FilterState {
  /** µs of the controller's clock */
  readonly tUs: number
  /** x, y in m, θ in rad, s₁ s₂ s₃ as shares, b in rad/s, the mounting in rad */
  readonly mean: Float64Array
  /** 8 × 8, symmetric, in products of these units */
  readonly covariance: Matrix
  /** for how long the robot has stood, µs; 0 while it moves */
  readonly stoodUs: number
  /** when the last accepted fix of a source was so, µs */
  readonly fixedUs: Readonly<Partial<Record<PoseSourceId, number>>>
  /** undefined as long as nobody has said where the robot is */
  readonly watch: Watch | undefined
}

/** Before the first step and the first pose: of a robot that stands and is nowhere. */
export function initialState(parameters: FilterParameters): FilterState {
  const scale = scaleVariance(parameters)
  return {
    tUs: 0,
    mean: new Float64Array(SIZE),
    covariance: diagonal([0, 0, 0, scale, scale, scale, parameters.gyro.bias ** 2, parameters.mounting ** 2]),
    stoodUs: 0,
    fixedUs: {},
    watch: undefined,
  }
}

/** The robot is here, says somebody who knows. What was learned about gyro and mounting is kept; all doubts end. */
export function placed(state: FilterState, { pose, covariance }: SurePose): FilterState {
  const mean = state.mean.slice()
  mean.set([pose.x, pose.y, pose.theta])
  const kept = without(state.covariance, [0, SCALES])
  const here = matrixOf(covariance)
  here.cells.forEach((value, i) => (kept.cells[Math.floor(i / 3) * SIZE + (i % 3)] = value))
  return { ...state, mean, covariance: kept, fixedUs: {}, watch: CALM }
}

/**
 * A move begins: each wheel has a slip of its own in it, of which nothing is known yet, and neither is it known how
 * much of the scale learned in the last move was the radius.
 */
export function slipDrawn(state: FilterState, parameters: FilterParameters): FilterState {
  const mean = state.mean.slice()
  mean.fill(0, SCALES, BIAS)
  const covariance = without(state.covariance, [SCALES, BIAS])
  for (let i = SCALES; i < BIAS; i++) covariance.cells[i * SIZE + i] = scaleVariance(parameters)
  return { ...state, mean, covariance }
}

export const poseOf = ({ mean }: FilterState): Pose => ({
  x: m(mean[0] as number),
  y: m(mean[1] as number),
  theta: rad(mean[HEADING] as number),
})

/** The pose of the body's middle with its part of the covariance. */
export const surePoseOf = (state: FilterState): SurePose => ({
  pose: poseOf(state),
  covariance: covarianceOf(state.covariance),
})

const scaleVariance = ({ slip, radius }: FilterParameters): number => slip ** 2 + radius ** 2

/** A copy in which the rows and columns from `first` to before `end` are 0. */
function without(covariance: Matrix, [first, end]: readonly [number, number]): Matrix {
  const kept = zeros(SIZE, SIZE)
  const stays = (i: number): boolean => i < first || i >= end
  covariance.cells.forEach((value, i) => {
    if (stays(Math.floor(i / SIZE)) && stays(i % SIZE)) kept.cells[i] = value
  })
  return kept
}
