import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { eigenPairs } from '#localisation/filter/eigen.js'
import {
  cell,
  cholesky,
  diagonal,
  identity,
  matrix,
  plus,
  sandwich,
  solve,
  squaredDistance,
  times,
  timesTransposed,
  type Matrix,
} from '#localisation/filter/matrix.js'
import { largest } from './support/compare.js'

const rng = stream('small matrices')

const random = (rows: number, columns: number, from: Rng = rng): Matrix =>
  matrix(Array.from({ length: rows }, () => Array.from({ length: columns }, () => from.normal())))

const covariance = (size: number): Matrix => sandwich(random(size, size), identity(size))

describe('small matrices', () => {
  it('multiplies as written by hand', () => {
    const a = matrix([
      [1, 2, 0],
      [0, -1, 3],
    ])
    expect(times(a, matrix([[1], [10], [100]])).cells).toEqual(Float64Array.of(21, 290))
    expect(timesTransposed(a, a).cells).toEqual(Float64Array.of(5, -2, -2, 10))
    expect(sandwich(a, diagonal([1, 2, 3])).cells).toEqual(Float64Array.of(9, -4, -4, 29))
    expect(plus(a, a, -0.5).cells).toEqual(Float64Array.of(0.5, 1, 0, 0, -0.5, 1.5))
  })

  it('solves with every covariance, of 1 to 7 rows', () => {
    for (let size = 1; size <= 7; size++) {
      const p = plus(covariance(size), identity(size), 0.1)
      const right = random(size, 2)
      const lower = cholesky(p) as Matrix
      expect(largest(plus(timesTransposed(lower, lower), p, -1))).toBeLessThan(1e-12)
      expect(largest(plus(times(p, solve(lower, right)), right, -1))).toBeLessThan(1e-11)
    }
  })

  it('takes nothing for a covariance that is none', () => {
    expect(cholesky(diagonal([1, 0]))).toBeUndefined()
    expect(cholesky(diagonal([1, -1e-9]))).toBeUndefined()
    expect(cholesky(diagonal([1, NaN]))).toBeUndefined()
    expect(cholesky(diagonal([1, Infinity]))).toBeUndefined()
    expect(squaredDistance(matrix([[1], [1]]), diagonal([1, -1]))).toBe(Infinity)
    expect(squaredDistance(matrix([[2], [3]]), diagonal([4, 1]))).toBe(10)
  })

  it('finds eigenvalues in order, with vectors that put the matrix together again', () => {
    for (let size = 1; size <= 7; size++) {
      const p = covariance(size)
      const pairs = eigenPairs(p)
      const vectors = matrix(pairs.map(({ vector }) => vector))
      const values = pairs.map(({ value }) => value)
      expect(values).toEqual([...values].sort((a, b) => a - b))
      expect(largest(plus(timesTransposed(vectors, vectors), identity(size), -1))).toBeLessThan(1e-13)
      expect(largest(plus(sandwich(vectors, p), diagonal(values), -1))).toBeLessThan(1e-12)
    }
  })

  it('finds eigenvalues that lie twelve orders of magnitude apart', () => {
    const [cos, sin] = [Math.cos(0.7), Math.sin(0.7)]
    const turn = matrix([
      [cos, -sin],
      [sin, cos],
    ])
    const [small, large] = eigenPairs(sandwich(turn, diagonal([1e6, 1e-6])))
    expect(small?.value).toBeCloseTo(1e-6, 9)
    expect(large?.value).toBeCloseTo(1e6, 6)
    expect(Math.abs((small?.vector[0] ?? 0) * cos + (small?.vector[1] ?? 0) * sin)).toBeLessThan(1e-9)
    expect(cell(turn, 1, 0)).toBe(sin)
  })
})
