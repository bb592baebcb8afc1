import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pixelOf, pointAt } from '#simulation/render/pinhole.js'
import { createRenderer } from '#simulation/render/renderer.js'
import type { CameraView, Lens } from '#simulation/render/scene.js'
import { geom, looking } from './support/scenes.js'

const LENSES: readonly Lens[] = [
  { k1: 0, k2: 0 },
  { k1: -0.25, k2: 0.05 },
  { k1: -0.4, k2: 0 },
  { k1: 0.2, k2: 0.1 },
]
const anyView = fc
  .record({
    from: fc.tuple(
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.constant(-1),
      fc.double({ min: 0.2, max: 3, noNaN: true }),
    ),
    fovY: fc.double({ min: 20, max: 75, noNaN: true }),
    lens: fc.constantFrom(...LENSES),
  })
  .map(({ from, ...more }): CameraView => looking(from, [0, 0, 0], more))
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('a pinhole camera with a lens', () => {
  it('finds the pixel of a point that it found at a pixel', () => {
    fc.assert(
      fc.property(
        anyView,
        share,
        share,
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        (view, s, t, depth) => {
          const pixel = { u: s * view.width, v: t * view.height }
          const point = pointAt(view, pixel, depth)
          fc.pre(point !== undefined)
          const again = pixelOf(view, point)
          expect(again?.u).toBeCloseTo(pixel.u, 6)
          expect(again?.v).toBeCloseTo(pixel.v, 6)
          expect(again?.depth).toBeCloseTo(depth, 9)
        },
      ),
      { seed: 1, numRuns: 500 },
    )
  })

  it('finds the point of a pixel that it found for a point', () => {
    const place = fc.double({ min: -0.3, max: 0.3, noNaN: true })
    fc.assert(
      fc.property(anyView, place, place, place, (view, x, y, z) => {
        const pixel = pixelOf(view, [x, y, z])
        fc.pre(pixel !== undefined)
        const again = pointAt(view, pixel, pixel.depth) ?? []
        expect(again).toHaveLength(3)
        expect(Math.hypot(...[x, y, z].map((a, i) => a - (again[i] as number)))).toBeLessThan(1e-9)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('follows the formula of OpenCV for the first two coefficients', () => {
    const view = looking([0, -1, 0], [0, 0, 0], { fovY: 90, lens: { k1: -0.2, k2: 0.07 } })
    const [x, y] = [0.3, -0.4]
    const seen = 1 - 0.2 * 0.25 + 0.07 * 0.0625
    const { u = NaN, v = NaN, depth } = pixelOf(view, [2 * x, 1, 2 * y]) ?? {}
    expect(depth).toBeCloseTo(2, 12)
    expect(u).toBeCloseTo(160 + 120 * x * seen, 9)
    expect(v).toBeCloseTo(120 - 120 * y * seen, 9)
  })

  it('says nothing of points behind it, of rays that the lens folds over, and of views that are none', () => {
    const view = looking([0, -1, 0], [0, 0, 0], { lens: { k1: -0.4, k2: 0 } })
    expect(pixelOf(view, [0, -2, 0])).toBeUndefined()
    expect(pixelOf(view, [5, 0, 0])).toBeUndefined()
    expect(pointAt(view, { u: 1e5, v: 0 }, 1)).toBeUndefined()
    expect(pointAt(view, { u: 10, v: 10 }, NaN)).toBeUndefined()
    expect(pixelOf({ ...view, fovY: 180 }, [0, 0, 0])).toBeUndefined()
    expect(pixelOf({ ...view, position: [NaN, 0, 0] }, [0, 0, 0])).toBeUndefined()
  })

  it.each(LENSES)('puts a ball into the picture where it says: $k1, $k2', (lens) => {
    const view = looking([0.3, -0.8, 0.6], [0, 0, 0], { lens })
    const renderer = createRenderer()
    const places = [-0.3, -0.1, 0.15, 0.35].flatMap((x) => [-0.2, 0, 0.2].map((y) => [x, y, 0.1] as const))
    const misses = places.map((position) => {
      const { mask, width } = renderer.render(
        { geoms: [geom(4, 'sphere', [0.012, 0, 0], { position })] },
        view,
      )
      const inside = [...mask.keys()].filter((i) => mask[i] === 4)
      const mean = (of: (i: number) => number): number =>
        inside.reduce((sum, i) => sum + of(i) + 0.5, 0) / inside.length
      const { u = NaN, v = NaN } = pixelOf(view, position) ?? {}
      return Math.hypot(mean((i) => i % width) - u, mean((i) => Math.floor(i / width)) - v)
    })
    expect(Math.max(...misses)).toBeLessThan(0.6)
  })

  it.each(LENSES)('measures a table from its depth picture: $k1, $k2', (lens) => {
    const view = looking([0.2, -0.7, 0.8], [0, 0, 0], { lens })
    const { depth, mask, width } = createRenderer().render({ geoms: [geom(1, 'plane', [0, 0, 1])] }, view)
    const heights = [...depth.keys()]
      .filter((i) => mask[i] === 1 && i % 97 === 0)
      .map(
        (i) =>
          pointAt(view, { u: (i % width) + 0.5, v: Math.floor(i / width) + 0.5 }, Number(depth[i]))?.[2] ??
          NaN,
      )
    expect(heights.length).toBeGreaterThan(500)
    // with a lens, depth comes from the nearest pixel of a picture without one: half a pixel, here up to 2 mm
    expect(Math.max(...heights.map(Math.abs))).toBeLessThan(lens.k1 === 0 ? 1e-5 : 0.004)
  })
})
