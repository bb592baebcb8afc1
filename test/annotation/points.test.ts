import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clearances, roomIn, type Mask } from '#annotation/clearance.js'
import { farthestPoints } from '#annotation/farthest-points.js'

/** Blobs of discs and rectangles, as objects are, and noise. */
const masks: fc.Arbitrary<Mask> = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 30 }),
    discs: fc.array(fc.tuple(fc.nat(39), fc.nat(29), fc.integer({ min: 0, max: 9 })), { maxLength: 4 }),
    noise: fc.array(fc.nat(1199), { maxLength: 20 }),
  })
  .map(({ width, height, discs, noise }) => {
    const cells = new Uint8Array(width * height)
    for (let at = 0; at < cells.length; at++)
      if (discs.some(([x, y, r]) => Math.hypot((at % width) - x, Math.floor(at / width) - y) <= r))
        cells[at] = 1
    for (const at of noise) if (at < cells.length) cells[at] = 1 - (cells[at] ?? 0)
    return { width, height, cells }
  })

/** By looking at every pixel outside, and at the rim of the picture. */
function clearanceBySearch({ width, height, cells }: Mask, x: number, y: number): number {
  let least = Infinity
  for (let v = -1; v <= height; v++)
    for (let u = -1; u <= width; u++) {
      const isOutside = u < 0 || v < 0 || u >= width || v >= height || cells[v * width + u] === 0
      if (isOutside) least = Math.min(least, Math.hypot(u - x, v - y))
    }
  return least
}

describe('PRAG-12: clearance', () => {
  it('is the distance to the nearest pixel outside', () => {
    let looked = 0
    fc.assert(
      fc.property(masks, (mask) => {
        const found = clearances(mask)
        for (let at = 0; at < found.length; at += 7, looked++) {
          const wanted = clearanceBySearch(mask, at % mask.width, Math.floor(at / mask.width))
          expect(found[at]).toBeCloseTo(wanted, 9)
        }
      }),
      { numRuns: 60 },
    )
    expect(looked).toBeGreaterThan(1000)
  })

  it('leaves the part in which a disc has room', () => {
    fc.assert(
      fc.property(masks, fc.integer({ min: 0, max: 5 }), (mask, radius) => {
        const { cells } = roomIn(mask, radius)
        for (let at = 0; at < cells.length; at += 11) {
          const free = clearanceBySearch(mask, at % mask.width, Math.floor(at / mask.width))
          expect(cells[at]).toBe(Number(free > radius))
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('PRAG-12: farthest points', () => {
  const far = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
    Math.hypot(a.x - b.x, a.y - b.y)

  it('lie in the mask, begin deepest inside, and each is the farthest from all before it', () => {
    let chosen = 0
    fc.assert(
      fc.property(masks, fc.integer({ min: 1, max: 8 }), (mask, most) => {
        const points = farthestPoints(mask, most)
        const inside = Array.from({ length: mask.width * mask.height }, (_, at) => at)
          .filter((at) => mask.cells[at] === 1)
          .map((at) => ({ x: at % mask.width, y: Math.floor(at / mask.width) }))
        expect(points).toHaveLength(Math.min(most, inside.length))
        const depths = inside.map(({ x, y }) => clearanceBySearch(mask, x, y))
        points.forEach((point, index) => {
          chosen++
          expect(inside).toContainEqual({ x: point.x, y: point.y })
          const before = points.slice(0, index)
          const reach = (one: { x: number; y: number }): number => Math.min(...before.map((b) => far(b, one)))
          const farthest = index === 0 ? Math.max(...depths) : Math.max(...inside.map(reach))
          expect(point.distance).toBeCloseTo(farthest, 9)
          expect(index === 0 ? clearanceBySearch(mask, point.x, point.y) : reach(point)).toBeCloseTo(
            farthest,
            9,
          )
        })
      }),
      { numRuns: 80 },
    )
    expect(chosen).toBeGreaterThan(100)
  })

  it('come nearer from one to the next, keep apart as asked, and are the same again', () => {
    fc.assert(
      fc.property(masks, fc.integer({ min: 1, max: 10 }), (mask, apart) => {
        const points = farthestPoints(mask, 9, apart)
        expect(farthestPoints({ ...mask, cells: [...Array.from(mask.cells)] }, 9, apart)).toEqual(points)
        const later = points.slice(1).map(({ distance }) => distance)
        expect(later).toEqual(later.toSorted((a, b) => b - a))
        expect(later.every((distance) => distance >= apart)).toBe(true)
        points.forEach((a, at) =>
          points.slice(at + 1).forEach((b) => expect(far(a, b)).toBeGreaterThanOrEqual(apart)),
        )
      }),
      { numRuns: 80 },
    )
  })

  it('are none where there is nothing', () => {
    expect(farthestPoints({ width: 3, height: 2, cells: new Uint8Array(6) }, 5)).toEqual([])
    expect(farthestPoints({ width: 0, height: 0, cells: [] }, 5)).toEqual([])
    expect(farthestPoints({ width: 1, height: 1, cells: [1] }, 5)).toEqual([{ x: 0, y: 0, distance: 1 }])
  })
})
