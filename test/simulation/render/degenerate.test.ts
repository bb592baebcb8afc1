import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRenderer } from '#simulation/render/renderer.js'
import type { CameraView, Geom, Mesh, Shape } from '#simulation/render/scene.js'
import { bytesOf, geom, looking } from './support/scenes.js'

const view = looking([0, -1, 0.5], [0, 0, 0], { width: 64, height: 48 })
const renderer = createRenderer()
const ball = geom(2, 'sphere', [0.1, 0, 0])

describe('the renderer with bad input', () => {
  it.each<readonly [string, Partial<Geom>]>([
    ['a position that is no number', { position: [NaN, 0, 0] }],
    ['a position at no place', { position: [0, Infinity, 0] }],
    ['a rotation that is no number', { rotation: Array<number>(9).fill(NaN) }],
    ['a rotation of zeros', { rotation: Array<number>(9).fill(0) }],
    ['a rotation that mirrors', { rotation: [-1, 0, 0, 0, 1, 0, 0, 0, 1] }],
    ['a rotation of four numbers', { rotation: [1, 0, 0, 0] }],
    ['no size', { size: [0, 0, 0] }],
    ['a negative size', { size: [-0.1, 0, 0] }],
    ['a size without end', { size: [Infinity, 0, 0] }],
    ['id 0, which is the background', { id: 0 }],
    ['an id that the mask cannot hold', { id: 65536 }],
    ['a colour that is no number', { colour: [NaN, 0, 0] }],
    ['a mesh without triangles', { shape: 'mesh', mesh: { positions: [], triangles: [] } }],
    ['no mesh', { shape: 'mesh' }],
    [
      'a mesh whose triangles name no vertex',
      { shape: 'mesh', mesh: { positions: [0, 0, 1], triangles: [0, 1, 2] } },
    ],
  ])('leaves out a geom with %s, names it and draws the rest', (_, wrong) => {
    const bad = { ...geom(7, 'sphere', [0.2, 0, 0]), ...wrong }
    const picture = renderer.render({ geoms: [bad, ball] }, view)
    expect(picture.skipped).toEqual([bad.id])
    expect(bytesOf(picture).equals(bytesOf(renderer.render({ geoms: [ball] }, view)))).toBe(true)
  })

  it('shows the background only for no geoms, for geoms behind the camera and from inside of a geom', () => {
    const empty = renderer.render({ geoms: [] }, view)
    expect(new Set(empty.mask)).toEqual(new Set([0]))
    expect(new Set(empty.depth)).toEqual(new Set([Infinity]))
    expect(renderer.render({ geoms: [{ ...ball, position: [0, -3, 0] }] }, view)).toEqual(empty)
    for (const shape of ['sphere', 'box', 'cylinder', 'capsule', 'ellipsoid'] as const)
      expect(renderer.render({ geoms: [geom(3, shape, [5, 5, 5])] }, view), shape).toEqual(empty)
  })

  it.each<readonly [string, Partial<CameraView>]>([
    ['no place', { position: [NaN, 0, 0] }],
    ['no direction', { rotation: Array<number>(9).fill(0) }],
    ['a field of view of 180°', { fovY: 180 }],
    ['a field of view that is no number', { fovY: NaN }],
    ['no pixels', { width: 0 }],
    ['half a pixel', { height: 0.5 }],
    ['too many pixels', { width: 1e9 }],
    ['a lens that is no number', { lens: { k1: NaN, k2: 0 } }],
  ])('gives a picture of nothing for a view with %s', (_, wrong) => {
    const picture = renderer.render({ geoms: [ball] }, { ...view, ...wrong })
    expect(picture).toMatchObject({ width: 0, height: 0 })
    expect(picture.rgb).toHaveLength(0)
  })

  it.each([
    { k1: -5, k2: 0 },
    { k1: 1e9, k2: -1e9 },
    { k1: 40, k2: 40 },
  ])('takes any lens: $k1, $k2', (lens) => {
    const picture = renderer.render({ geoms: [ball] }, { ...view, lens })
    expect(picture).toMatchObject({ width: 64, height: 48 })
  })

  it('takes noise, lights and materials that are no numbers', () => {
    const lights = {
      direction: [0, 0, 0],
      key: [NaN, 0, 0],
      sky: [1, 1, 1],
      ground: [1, 1, 1],
      softness: NaN,
    } as const
    const material = { specular: NaN, shininess: -1, scale: 0, texture: 'wood' } as const
    const picture = renderer.render({ geoms: [{ ...ball, material }], lights }, view, {
      noise: { seed: NaN, sigma: NaN },
    })
    expect(picture.rgb).toEqual(renderer.render({ geoms: [{ ...ball, material }] }, view).rgb)
  })

  it('takes any number anywhere', () => {
    const odd = fc.oneof(
      fc.double(),
      fc.constantFrom(0, 1e-300, -1e-9, 1e300),
      fc.double({ min: -1, max: 1 }),
    )
    const three = fc.tuple(odd, odd, odd)
    const shapes: Shape[] = ['plane', 'box', 'sphere', 'capsule', 'cylinder', 'ellipsoid', 'mesh']
    const mesh: fc.Arbitrary<Mesh> = fc.record({
      positions: fc.array(odd, { maxLength: 30 }),
      normals: fc.array(odd, { maxLength: 30 }),
      triangles: fc.array(fc.oneof(fc.nat(10), odd), { maxLength: 12 }),
    })
    const anything = fc.record({
      id: fc.oneof(fc.integer({ min: 1, max: 9 }), odd),
      shape: fc.constantFrom(...shapes),
      size: three,
      position: three,
      rotation: fc.oneof(
        fc.constant([1, 0, 0, 0, 1, 0, 0, 0, 1]),
        fc.array(odd, { minLength: 9, maxLength: 9 }),
      ),
      colour: three,
      mesh,
    })
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 5 }), three, (geoms, position) => {
        const from = { ...view, position }
        const picture = renderer.render({ geoms }, from, { antialias: true })
        expect(picture.depth.every((z) => z > 0)).toBe(true)
        expect(picture.mask).toHaveLength(picture.depth.length)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})
