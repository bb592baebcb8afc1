import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { eigen, solve, type Symmetric, type Vector } from '#localisation/scan/symmetric.js'

const times = ({ xx, xy, xt, yy, yt, tt }: Symmetric, [a, b, c]: Vector): Vector => [
  xx * a + xy * b + xt * c,
  xy * a + yy * b + yt * c,
  xt * a + yt * b + tt * c,
]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

describe('symmetric 3 × 3 matrices', () => {
  it('have eigenvectors that they only stretch, at right angles to each other', () => {
    const rng = stream('eigen')
    for (let i = 0; i < 300; i++) {
      const matrix = i === 0 ? ROTATED : randomMatrix(rng)
      const pairs = eigen(matrix)
      const scale = Math.max(...pairs.map(({ value }) => Math.abs(value)))
      for (const { value, vector } of pairs) {
        const [x, y, t] = times(matrix, vector)
        const off = [x - value * vector[0], y - value * vector[1], t - value * vector[2]]
        expect(Math.hypot(...off)).toBeLessThan(1e-12 * scale)
      }
      const products = pairs.flatMap((a) => pairs.map((b) => dot(a.vector, b.vector)))
      for (const [j, product] of products.entries()) expect(product).toBeCloseTo(j % 4 === 0 ? 1 : 0, 12)
    }
  })

  it('has the eigenvalues 1, 2 and 4, turned as they may be', () => {
    expect(
      eigen(ROTATED)
        .map(({ value }) => value)
        .sort(),
    ).toEqual([1, 2, 4].map((value) => expect.closeTo(value, 12) as number))
  })

  it('are solved for a vector, unless they are singular or not positive', () => {
    const rng = stream('solve')
    for (let i = 0; i < 300; i++) {
      const root = randomMatrix(rng)
      const columns: Vector[] = [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ].map((e) => times(root, e as unknown as Vector))
      const [x, y, t] = columns as [Vector, Vector, Vector]
      const square = {
        xx: dot(x, x) + 0.1,
        xy: dot(x, y),
        xt: dot(x, t),
        yy: dot(y, y) + 0.1,
        yt: dot(y, t),
        tt: dot(t, t) + 0.1,
      }
      const wanted: Vector = [rng.normal(), rng.normal(), rng.normal()]
      const found = solve(square, times(square, wanted)) ?? [NaN, NaN, NaN]
      for (const [j, value] of found.entries()) expect(value).toBeCloseTo(wanted[j] ?? NaN, 8)
    }
    expect(solve({ xx: 1, xy: 1, xt: 0, yy: 1, yt: 0, tt: 1 }, [1, 1, 1])).toBeUndefined()
    expect(solve({ xx: -1, xy: 0, xt: 0, yy: -1, yt: 0, tt: 1 }, [1, 1, 1])).toBeUndefined()
  })
})

/** 1, 2 and 4 times the projections on (1, 1, 1), (1, −1, 0) and (1, 1, −2). */
const ROTATED: Symmetric = { xx: 2, xy: 0, xt: -1, yy: 2, yt: -1, tt: 3 }

const randomMatrix = (rng: Rng): Symmetric => ({
  xx: rng.normal(),
  xy: rng.normal(),
  xt: rng.normal(),
  yy: rng.normal(),
  yt: rng.normal(),
  tt: rng.normal(),
})
