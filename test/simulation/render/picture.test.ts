import { describe, expect, it } from 'vitest'
import { createRenderer } from '#simulation/render/renderer.js'
import type { CameraView, Geom, Picture, RenderOptions } from '#simulation/render/scene.js'
import { bytesOf, clutter, geom, looking } from './support/scenes.js'

const view = looking([0.1, -0.9, 0.7], [0, 0, 0.05])
const geoms = clutter(3, 60, ['sphere', 'box', 'cylinder', 'capsule', 'ellipsoid']).map((one, i): Geom => ({
  ...one,
  material: { texture: i % 3 === 0 ? 'wood' : i % 3 === 1 ? 'checker' : 'plain' },
}))
const everything: RenderOptions = { noise: { seed: 5, sigma: 3 }, antialias: true }
const throughALens: CameraView = { ...view, lens: { k1: -0.2, k2: 0.03 } }
const one = (scene: readonly Geom[], from: CameraView = view, options?: RenderOptions): Picture =>
  createRenderer().render({ geoms: scene }, from, options)
/** Mean level of a square of pixels around a place in the picture. */
const brightness = ({ rgb, width }: Picture, column: number, row: number): number => {
  const around = [-2, -1, 0, 1, 2]
  const levels = around.flatMap((dy) =>
    around.map((dx) => Number(rgb[3 * ((row + dy) * width + column + dx) + 1])),
  )
  return levels.reduce((sum, level) => sum + level, 0) / levels.length
}

describe('a picture', () => {
  it('is the same, byte for byte, from a new renderer and from one that has drawn other things', () => {
    const used = createRenderer()
    used.render(
      { geoms: clutter(9, 20, ['mesh', 'box']) },
      looking([1, 1, 1], [0, 0, 0], { width: 100, height: 50 }),
    )
    used.render({ geoms: geoms.slice(0, 9) }, view, everything)
    const again = used.render({ geoms }, throughALens, everything)
    expect(bytesOf(again).equals(bytesOf(one(geoms, throughALens, everything)))).toBe(true)
    expect(again.mask.some((id) => id > 1)).toBe(true)
  })

  it('does not change when the renderer draws the next one', () => {
    const renderer = createRenderer()
    const first = renderer.render({ geoms }, view)
    const before = bytesOf(first)
    renderer.render({ geoms: [] }, view)
    expect(bytesOf(first).equals(before)).toBe(true)
  })

  it('has the noise that was asked for, and another seed has other noise', () => {
    const clean = one(geoms)
    const noisy = one(geoms, view, { noise: { seed: 5, sigma: 4 } })
    const other = one(geoms, view, { noise: { seed: 6, sigma: 4 } })
    expect(bytesOf(noisy).equals(bytesOf(other))).toBe(false)
    expect(bytesOf({ ...noisy, rgb: clean.rgb }).equals(bytesOf(clean))).toBe(true)
    const offs = [...clean.rgb.keys()]
      .filter((i) => Number(clean.rgb[i]) > 30 && Number(clean.rgb[i]) < 225)
      .map((i) => Number(noisy.rgb[i]) - Number(clean.rgb[i]))
    const mean = offs.reduce((sum, off) => sum + off, 0) / offs.length
    const sigma = Math.sqrt(offs.reduce((sum, off) => sum + (off - mean) ** 2, 0) / offs.length)
    expect(Math.abs(mean)).toBeLessThan(0.05)
    expect(Math.abs(sigma - 4)).toBeLessThan(0.1)
  })

  it('smooths edges without a change of depth or mask', () => {
    const [plain, smooth] = [one(geoms), one(geoms, view, { antialias: true })]
    expect(bytesOf({ ...smooth, rgb: plain.rgb }).equals(bytesOf(plain))).toBe(true)
    const changed =
      [...plain.rgb.keys()].filter((i) => plain.rgb[i] !== smooth.rgb[i]).length / plain.rgb.length
    expect(changed).toBeGreaterThan(0.01)
    expect(changed).toBeLessThan(0.35)
  })

  it('has the same depth and mask where nobody asks for its colours, and is black', () => {
    const whole = one(geoms, throughALens)
    const measured = one(geoms, throughALens, { colours: false })
    const black = whole.rgb.map(() => 0)
    expect(bytesOf(measured).equals(bytesOf({ ...whole, rgb: black }))).toBe(true)
  })

  it('is darker in a shadow, and nowhere on a surface that nothing covers', () => {
    const floor = geom(1, 'plane', [0, 0, 1], { material: { specular: 0 } })
    const board = geom(2, 'box', [0.2, 0.2, 0.01], { position: [0, 0, 0.5] })
    const lights = {
      direction: [0, 0, -1],
      key: [0.7, 0.7, 0.7],
      sky: [0.3, 0.3, 0.3],
      ground: [0, 0, 0],
      softness: 0.1,
    } as const
    const from = looking([0, -1.5, 0.4], [0, 0, 0])
    const draw = (scene: readonly Geom[]): Picture => createRenderer().render({ geoms: scene, lights }, from)
    const [shaded, open] = [draw([floor, board]), draw([floor])]
    expect(brightness(shaded, 160, 120)).toBeLessThan(0.75 * brightness(open, 160, 120))
    expect(brightness(shaded, 30, 200)).toBe(brightness(open, 30, 200))
    const without = createRenderer().render({ geoms: [floor, board], lights }, from, { shadows: false })
    expect(brightness(without, 160, 120)).toBe(brightness(open, 160, 120))
  })

  it('has no acne: on convex things alone shadows change nothing that faces the light', () => {
    for (const shape of ['sphere', 'box', 'cylinder', 'capsule', 'ellipsoid'] as const) {
      const scene = [geom(1, shape, [0.12, 0.1, 0.08], { rotation: [0.8, 0, 0.6, 0, 1, 0, -0.6, 0, 0.8] })]
      const from = looking([0.3, -0.6, 0.5], [0, 0, 0])
      const [lit, shadowed] = [one(scene, from, { shadows: false }), one(scene, from)]
      const darker = [...lit.rgb.keys()].filter((i) => Number(lit.rgb[i]) - Number(shadowed.rgb[i]) > 6)
      expect(darker.length / lit.rgb.length, shape).toBeLessThan(0.001)
    }
  })
})
