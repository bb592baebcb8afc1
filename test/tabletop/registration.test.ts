import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { shiftOf } from '#tabletop/sight/registration.js'

const [WIDTH, HEIGHT] = [320, 240]

interface Step {
  readonly left: number
  readonly top: number
  readonly wide: number
  readonly high: number
  readonly depth: number
}

const steps = (rng: Rng, count: number): Step[] =>
  Array.from({ length: count }, () => ({
    left: 20 + 220 * rng.next(),
    top: 20 + 150 * rng.next(),
    wide: 25 + 40 * rng.next(),
    high: 25 + 40 * rng.next(),
    depth: 1.15 + 0.17 * rng.next(),
  }))

/** Depths of a table with steps on it, of which each pixel shows the mean over its area, with a sensor's noise. */
function picture(scene: readonly Step[], [right, down]: readonly number[], rng?: Rng): Float32Array {
  const share = (pixel: number, from: number, size: number): number =>
    Math.max(0, Math.min(pixel + 1, from + size) - Math.max(pixel, from))
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, index) => {
    let depth = 1.35
    for (const { left, top, wide, high, depth: near } of scene) {
      const across = share(index % WIDTH, left + (right ?? 0), wide)
      const along = share(Math.floor(index / WIDTH), top + (down ?? 0), high)
      depth += across * along * (Math.min(near, depth) - depth)
    }
    return depth + (rng === undefined ? 0 : 0.001 * rng.normal())
  })
}

const seenAs = (depth: Float32Array) => ({ width: WIDTH, height: HEIGHT, depth })

describe('how far a picture of depths has moved', () => {
  it('is found to a fifth of a pixel, also where a fifth of the steps stand in one of the pictures alone', () => {
    for (let seed = 0; seed < 12; seed++) {
      const rng = stream(seed, 'shift')
      const cell = steps(rng, 10)
      const moved = [3 * rng.next() - 1.5, 3 * rng.next() - 1.5]
      const seen = picture([...cell, ...steps(rng, 2)], moved, rng)
      const [right, down] = shiftOf(seenAs(seen), picture(cell, [0, 0]))
      expect(Math.hypot(right - (moved[0] ?? 0), down - (moved[1] ?? 0))).toBeLessThan(0.2)
    }
  })

  it('is said to be none where nothing has an edge, or nothing is seen', () => {
    const flat = new Float32Array(WIDTH * HEIGHT).fill(1.35)
    expect(shiftOf(seenAs(flat), flat)).toEqual([0, 0])
    expect(shiftOf(seenAs(flat.map(() => Infinity)), flat)).toEqual([0, 0])
  })
})
