import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rasterise } from '#simulation/camera/raster.js'
import { project } from '#base/camera-model.js'
import { m } from '#base/units.js'
import type { Frame } from '#learning/ports.js'
import { BLOCK } from '#simulation/field/dimensions.js'
import { initialScene } from '#simulation/field/field-setup.js'
import { MAST_CAMERA, DAYLIGHT } from '#simulation/field/render/look.js'
import { renderSvg } from '#simulation/field/render/render.js'
import type { BlockFace, Scene } from '#simulation/field/scene.js'
import { benchmarkField } from './support/field.js'

const sha = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
const start = initialScene(benchmarkField('0101', '1010', '0011', '1100'))

const carrying: Scene = {
  ...start,
  robot: {
    ...start.robot,
    pose: { ...start.robot.pose, x: m(0.8), y: m(0.8) },
    lift: 0.4,
    turn: 0.3,
    rotateMask: '0110',
    held: ['blue', 'orange', null, 'blue'],
  },
}

describe('the picture of a scene', () => {
  it.each([
    ['before the start', start, '4f61bb1bda856d97a5271fb28a77f53172742fcc3761f4995496089cde1592af'],
    [
      'a robot that turns two blocks',
      carrying,
      'd1d3a415e861abc0c09c9d9f1848641fc9d070346c13f4a97657d3864922f0a8',
    ],
  ])('%s is the golden one', (_, scene, golden) => {
    expect(sha(renderSvg(scene, MAST_CAMERA, DAYLIGHT))).toBe(golden)
  })

  it('pixels are the same bytes for the same look and seed, other noise for another seed', async () => {
    const svg = renderSvg(start, MAST_CAMERA, DAYLIGHT)
    const [a, b, c] = await Promise.all([1, 1, 2].map((seed) => rasterise(svg, DAYLIGHT, seed)))
    expect(sha(a?.rgb ?? '')).toBe(sha(b?.rgb ?? ''))
    expect(sha(a?.rgb ?? '')).not.toBe(sha(c?.rgb ?? ''))
  })
})

/** Mean red minus mean blue around the middle of a block's upper face, as a share of the brightness. */
function warmth({ rgb, width }: Frame, at: { readonly x: number; readonly y: number }): number {
  const pixel = project(MAST_CAMERA, [at.x, at.y, BLOCK.z])
  const [u, v] = [Math.round(pixel?.u ?? 0), Math.round(pixel?.v ?? 0)]
  let [red, green, blue] = [0, 0, 0]
  for (let dv = -4; dv <= 4; dv++) {
    for (let du = -3; du <= 3; du++) {
      const i = ((v + dv) * width + u + du) * 3
      red += rgb[i] ?? 0
      green += rgb[i + 1] ?? 0
      blue += rgb[i + 2] ?? 0
    }
  }
  return (red - blue) / (red + green + blue)
}

describe('blue and orange in the picture (VRL-25)', () => {
  it.each([0.35, 0.6, 1, 1.25, 1.5])('are told apart at light level %d, cold and warm', async (level) => {
    for (const kelvin of [3000, 6500, 9000]) {
      const look = { ...DAYLIGHT, level, kelvin }
      const frame = await rasterise(renderSvg(start, MAST_CAMERA, look), look, 25)
      const of = (face: BlockFace): number[] =>
        start.blocks.filter((block) => block.face === face).map(({ at }) => warmth(frame, at))
      const [blue, orange] = [of('blue'), of('orange')]
      expect([blue.length, orange.length]).toEqual([8, 8])
      expect(Math.min(...orange) - Math.max(...blue)).toBeGreaterThan(0.25)
    }
  })
})
