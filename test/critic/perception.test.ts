import { expect, test } from 'vitest'
import { SLOTS, type Mask } from '#base/field-map.js'
import { rectify } from '#base/rectify.js'
import { readFaces } from '#learning/field/perception/colour.js'
import { sceneRegions } from '#learning/field/perception/regions.js'
import { countStray } from '#learning/field/perception/stray.js'
import { m, rad } from '#base/units.js'
import { DAYLIGHT } from '#simulation/field/render/look.js'
import { CAMERA, MAP, picture, sceneAtStart } from './support/field.js'

test('VRL-25: faces are read right in ≥ 99 % of slots at five light levels and three tints', async () => {
  const faces: readonly [Mask, Mask, Mask, Mask][] = [
    ['0101', '1010', '0011', '1100'],
    ['0001', '0111', '1000', '1110'],
  ]
  let [right, all] = [0, 0]
  for (const level of [0.4, 0.65, 1, 1.25, 1.5]) {
    for (const [i, kelvin] of [3500, 6200, 8000].entries()) {
      const masks = faces[i % 2] as [Mask, Mask, Mask, Mask]
      const frame = await picture(sceneAtStart(masks), { ...DAYLIGHT, level, kelvin }, all + 1)
      for (const { id, kind } of MAP.zones) {
        const expected = kind === 'load' ? masks[(id - 1) / 2] : undefined
        for (const { slot, face } of readFaces(frame, CAMERA, MAP, id)) {
          all++
          const truth = expected === undefined ? 'empty' : expected[slot] === '1' ? 'orange' : 'blue'
          if (face === truth) right++
        }
      }
    }
  }
  expect(all).toBe(15 * 32)
  expect(right / all).toBeGreaterThanOrEqual(0.99)
})

test('blocks outside any zone are counted by colour alone', async () => {
  const scene = sceneAtStart(['0000', '1111', '0000', '0000'])
  expect(countStray(await picture(scene), CAMERA, MAP)).toBe(0)
  const lying = (x: number, y: number, face: 'blue' | 'orange') => ({
    at: { x: m(x), y: m(y) },
    z: m(0),
    yaw: rad(0.7),
    face,
  })
  const blocks = [...scene.blocks, lying(0.8, 0.5, 'blue'), lying(1.5, 1.3, 'orange')]
  expect(countStray(await picture({ ...scene, blocks }), CAMERA, MAP)).toBe(2)
})

test('a region for each zone, the shelf, home and the field, whatever the map', () => {
  const moved = { ...MAP, zones: MAP.zones.slice(0, 3) }
  expect(sceneRegions(moved, CAMERA).map(({ name }) => name)).toEqual([
    'zone:1',
    'zone:2',
    'zone:3',
    'shelf',
    'home',
    'field',
  ])
})

test('rectifying an upright rectangle crops it; far edge on top, black outside the picture', () => {
  const rgb = new Uint8Array(4 * 4 * 3)
  for (const pixel of SLOTS) rgb.fill(50 * (pixel + 1), pixel * 12, pixel * 12 + 12)
  const frame = { width: 4, height: 4, rgb }
  const quad = (v0: number, v1: number) =>
    [
      { u: 0, v: v1 },
      { u: 4, v: v1 },
      { u: 4, v: v0 },
      { u: 0, v: v0 },
    ] as const
  const rows = (v0: number, v1: number) => {
    const out = rectify(frame, quad(v0, v1), 4, 4).rgb
    return SLOTS.map((row) => out[row * 12])
  }
  expect(rows(0, 4)).toEqual([50, 100, 150, 200])
  expect(rows(4.5, 8.5)).toEqual([0, 0, 0, 0])
})
