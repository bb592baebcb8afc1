import type { PoseCovariance } from '../ports.js'

/** A symmetric 3 × 3 matrix over (x, y, θ), its entries named as those of a covariance. */
export type Symmetric = PoseCovariance

export type Vector = readonly [number, number, number]

/** The solution of `a · v = b` by the adjugate; `undefined` if `a` is not positive definite. */
export function solve(a: Symmetric, [b0, b1, b2]: Vector): Vector | undefined {
  const cxx = a.yy * a.tt - a.yt * a.yt
  const cxy = a.xt * a.yt - a.xy * a.tt
  const cxt = a.xy * a.yt - a.xt * a.yy
  const cyy = a.xx * a.tt - a.xt * a.xt
  const cyt = a.xy * a.xt - a.xx * a.yt
  const ctt = a.xx * a.yy - a.xy * a.xy
  const determinant = a.xx * cxx + a.xy * cxy + a.xt * cxt
  if (!(a.xx > 0 && ctt > 0 && determinant > 0)) return undefined
  return [
    (cxx * b0 + cxy * b1 + cxt * b2) / determinant,
    (cxy * b0 + cyy * b1 + cyt * b2) / determinant,
    (cxt * b0 + cyt * b1 + ctt * b2) / determinant,
  ]
}

export interface Eigen {
  readonly value: number
  readonly vector: Vector
}

/**
 * Eigenvalues and orthonormal eigenvectors by Jacobi's rotations (Golub and Van Loan, Matrix Computations, §8.5).
 * Six sweeps leave nothing off the diagonal of a 3 × 3 matrix that a double could show.
 */
export function eigen({ xx, xy, xt, yy, yt, tt }: Symmetric): readonly [Eigen, Eigen, Eigen] {
  let a = [xx, yy, tt] as const
  // off the diagonal, each opposite to the axis that its rotation leaves alone
  let off = [yt, xt, xy] as const
  let [u, v, w]: readonly [Vector, Vector, Vector] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]
  for (let turn = 0; turn < 3 * SWEEPS; turn++) {
    const { cos, sin } = rotation(a[0], a[1], off[2])
    const [a0, a1] = [
      cos * cos * a[0] - 2 * cos * sin * off[2] + sin * sin * a[1],
      sin * sin * a[0] + 2 * cos * sin * off[2] + cos * cos * a[1],
    ]
    const [yt1, xt1] = [sin * off[1] + cos * off[0], cos * off[1] - sin * off[0]]
    const [u1, v1] = [mix(u, v, cos, -sin), mix(u, v, sin, cos)]
    // the next rotation is about the next axis: the three change places in a circle
    a = [a1, a[2], a0]
    off = [xt1, 0, yt1]
    ;[u, v, w] = [v1, w, u1]
  }
  return [
    { value: a[0], vector: u },
    { value: a[1], vector: v },
    { value: a[2], vector: w },
  ]
}

const SWEEPS = 6

/** The rotation of two axes after which nothing couples them. */
function rotation(p: number, q: number, coupling: number): { cos: number; sin: number } {
  if (coupling === 0) return { cos: 1, sin: 0 }
  const ratio = (q - p) / (2 * coupling)
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(1 + ratio * ratio))
  const cos = 1 / Math.sqrt(1 + tangent * tangent)
  return { cos, sin: tangent * cos }
}

const mix = (u: Vector, v: Vector, p: number, q: number): Vector => [
  p * u[0] + q * v[0],
  p * u[1] + q * v[1],
  p * u[2] + q * v[2],
]
