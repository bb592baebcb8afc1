import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { m } from '#base/units.js'
import { blockFootprint, overlap, type Rectangle } from '#simulation/field/world/geometry.js'

const rectangle = (x: number, y: number, width: number, height: number, yaw = 0): Rectangle => ({
  at: { x: m(x), y: m(y) },
  size: { x: m(width), y: m(height) },
  yaw,
})

const anyRectangle = fc
  .tuple(
    fc.double({ min: -0.2, max: 0.2, noNaN: true }),
    fc.double({ min: -0.2, max: 0.2, noNaN: true }),
    fc.double({ min: 0.02, max: 0.3, noNaN: true }),
    fc.double({ min: 0.02, max: 0.3, noNaN: true }),
    fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
  )
  .map((parts) => rectangle(...parts))

/** Is the point in the rectangle made larger on all sides by `grow` metres? Negative shrinks. */
function inside({ at, size, yaw }: Rectangle, x: number, y: number, grow: number): boolean {
  const [dx, dy] = [x - at.x, y - at.y]
  const along = Math.cos(yaw) * dx + Math.sin(yaw) * dy
  const across = -Math.sin(yaw) * dx + Math.cos(yaw) * dy
  return Math.abs(along) <= size.x / 2 + grow && Math.abs(across) <= size.y / 2 + grow
}

const STEP = 0.005

/** Is there a grid point in both? */
function shared(a: Rectangle, b: Rectangle, grow: number): boolean {
  for (let x = -0.5; x <= 0.5; x += STEP) {
    for (let y = -0.5; y <= 0.5; y += STEP) if (inside(a, x, y, grow) && inside(b, x, y, grow)) return true
  }
  return false
}

describe('the overlap of block and zone (VRL-24)', () => {
  const zone = rectangle(0.8, 0.8, 0.3, 0.25)
  const block = (x: number, y: number, yaw = 0): Rectangle =>
    blockFootprint({ at: { x: m(x), y: m(y) }, yaw })
  // half of the zone and half of the block
  const [sideX, sideY] = [0.15 + 0.025, 0.125 + 0.075]
  const diagonal = Math.hypot(0.05, 0.15) / 2
  // turned so that a diagonal of the block lies along the axes
  const pointed = Math.atan2(0.05, 0.15)

  it.each([
    ['in the middle', block(0.8, 0.8), true],
    ['touching a side', block(0.8 + sideX, 0.8), false],
    ['1 mm over a side', block(0.8 + sideX - 0.001, 0.8), true],
    ['1 mm short of a side', block(0.8 + sideX + 0.001, 0.8), false],
    ['touching the near edge', block(0.8, 0.8 - sideY), false],
    ['1 mm over the near edge', block(0.8, 0.8 - sideY + 0.001), true],
    ['a corner only, turned', block(0.8, 0.8 - 0.125 - diagonal + 0.001, pointed), true],
    ['a corner that touches, turned', block(0.8, 0.8 - 0.125 - diagonal, pointed), false],
    ['bounding boxes overlap, the turned block does not', block(0.99, 0.99, Math.PI / 4), false],
    ['outside', block(1.2, 0.8), false],
  ])('$0', (_, rect, expected) => {
    expect(overlap(rect, zone)).toBe(expected)
    expect(overlap(zone, rect)).toBe(expected)
  })

  it('is symmetric and agrees with a grid of points', () => {
    let overlaps = 0
    fc.assert(
      fc.property(anyRectangle, anyRectangle, (a, b) => {
        const answer = overlap(a, b)
        expect(overlap(b, a)).toBe(answer)
        // a point in both proves an overlap
        expect(answer || !shared(a, b, -1e-5)).toBe(true)
        // and an overlap has a grid point within half a cell's diagonal of both
        expect(!answer || shared(a, b, STEP * Math.SQRT1_2)).toBe(true)
        overlaps += answer ? 1 : 0
      }),
      { numRuns: 60, seed: 24 },
    )
    // both answers were met
    expect(overlaps).toBeGreaterThan(5)
    expect(overlaps).toBeLessThan(55)
  })
})
