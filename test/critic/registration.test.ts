import { describe, expect, test } from 'vitest'
import type { CameraModel } from '#base/camera-model.js'
import { m, ms } from '#base/units.js'
import { rasterise } from '#simulation/camera/raster.js'
import { createCritic } from '#learning/field/critic/critic.js'
import { adjustedConfidence } from '#learning/field/critic/dialogue/confidence.js'
import { readFaces } from '#learning/field/perception/colour.js'
import { MOST_SHIFT, registered, shifted } from '#learning/field/perception/registration.js'
import type { Frame } from '#learning/ports.js'
import { DAYLIGHT } from '#simulation/field/render/look.js'
import { renderSvg } from '#simulation/field/render/render.js'
import { CAMERA, MAP, sceneAtStart } from './support/field.js'
import { answerText, scripted } from './support/scripted.js'

const SCENE = sceneAtStart(['0101', '0000', '1111', '0011'])

const seenFrom = (camera: CameraModel): Promise<Frame> =>
  rasterise(renderSvg(SCENE, camera, DAYLIGHT), DAYLIGHT, 5, { id: 'f', t: ms(0) })

/** each channel from the picture's own three */
function recoloured(frame: Frame, of: (r: number, g: number, b: number) => readonly number[]): Frame {
  const rgb = new Uint8Array(frame.rgb.length)
  for (let i = 0; i < rgb.length; i += 3)
    rgb.set(of(frame.rgb[i] ?? 0, frame.rgb[i + 1] ?? 0, frame.rgb[i + 2] ?? 0), i)
  return { ...frame, rgb }
}

describe('a picture is laid on the map', () => {
  test.each([
    [0, 0],
    [10, 0],
    [-7, 7],
    [14, -14],
    [-20, 3],
    [0, 30],
  ])('that lies %i px right and %i px down, within a pixel', async (u, v) => {
    const { shift, sure } = registered(await seenFrom(shifted(CAMERA, { u, v })), CAMERA, MAP)
    expect(sure).toBe(true)
    expect(Math.hypot(shift.u - u, shift.v - v)).toBeLessThan(1)
  })

  test('without which its faces are read beside the blocks', async () => {
    const frame = await seenFrom(shifted(CAMERA, { u: 10, v: 0 }))
    const faces = (camera: CameraModel): string[] => readFaces(frame, camera, MAP, 1).map(({ face }) => face)
    expect(faces(registered(frame, CAMERA, MAP).camera)).toEqual(['blue', 'orange', 'blue', 'orange'])
    expect(faces(CAMERA)).not.toEqual(['blue', 'orange', 'blue', 'orange'])
  })

  test('a picture of something else is not moved', async () => {
    const frame = await seenFrom(CAMERA)
    const grey = { ...frame, rgb: new Uint8Array(frame.rgb.length).fill(120) }
    expect(registered(grey, CAMERA, MAP)).toMatchObject({ sure: false, shift: { u: 0, v: 0 } })
    // zones that stand nowhere near those of the picture
    const other = {
      ...MAP,
      size: { x: m(9), y: m(2) },
      zones: MAP.zones.map((zone, i) => ({
        ...zone,
        at: { x: m(0.37 + 0.31 * i), y: m(i % 2 ? 1.63 : 1.42) },
      })),
    }
    expect(registered(frame, CAMERA, other).fit).toBeLessThan(registered(frame, CAMERA, MAP).fit - 1)
  })

  test('further aside than it looks is not found, and never said to be more than that', async () => {
    const { shift } = registered(await seenFrom(shifted(CAMERA, { u: 60, v: 0 })), CAMERA, MAP)
    expect(Math.max(Math.abs(shift.u), Math.abs(shift.v))).toBeLessThanOrEqual(MOST_SHIFT)
  })
})

describe('the critic says how its picture was', () => {
  const SEEN = {
    z1: 'blue orange blue orange',
    z5: 'orange orange orange orange',
    z7: 'blue blue orange orange',
  }
  const report = async (frame: Frame, lines: Readonly<Record<string, string>> = SEEN) => {
    const { model } = scripted(answerText(lines))
    return createCritic({ vision: model, map: MAP, camera: CAMERA }).initial({ episode: 1, frame })
  }

  test('by how much it lay aside, and that plain colour agrees', async () => {
    const { picture } = await report(await seenFrom(shifted(CAMERA, { u: 12, v: -5 })))
    expect(picture?.registered).toBe(true)
    expect(Math.abs((picture?.shift.u ?? 0) - 12)).toBeLessThan(1)
    expect(Math.abs((picture?.shift.v ?? 0) + 5)).toBeLessThan(1)
    expect(picture?.differ).toBe(0)
  })

  test('colours that do not hold refute nothing: red and blue changed places, or no colour at all', async () => {
    const wrong = { ...SEEN, z2: 'empty blue empty empty placement s0.30', overall: 's0.30' }
    const plain = await seenFrom(CAMERA)
    const verdict = async (frame: Frame) => {
      const { issues, picture } = await report(frame, wrong)
      return { grounded: issues[0]?.grounded, differ: (picture?.differ ?? 0) > 0.3 }
    }
    // a block that the model imagines in an empty zone: the camera's colours know better, while they hold
    expect(await verdict(plain)).toMatchObject({ differ: false })
    const swapped = await verdict(recoloured(plain, (r, g, b) => [b, g, r]))
    expect(swapped).toEqual({ grounded: 'unverified', differ: true })
    const grey = await verdict(recoloured(plain, (r, g, b) => Array<number>(3).fill((r + g + b) / 3)))
    expect(grey).toEqual({ grounded: 'unverified', differ: true })
  })
})

describe('what the model cannot know costs confidence', () => {
  const fine = { differ: 0, registered: true }
  const doubts = { differ: -6, astray: -2 }

  test('only as the calibration says, and by the share that is outside the picture', () => {
    expect(adjustedConfidence(0.9, fine, doubts, 1)).toBe(0.9)
    expect(adjustedConfidence(0.9, fine, undefined, 0.5)).toBe(0.45)
    expect(adjustedConfidence(0.9, { ...fine, differ: 0.5 }, doubts, 1)).toBeCloseTo(
      1 / (1 + Math.exp(3 - Math.log(9))),
      9,
    )
    expect(adjustedConfidence(0.9, { ...fine, registered: false }, doubts, 1)).toBeLessThan(0.6)
    expect(adjustedConfidence(0.9, { ...fine, differ: 1 }, undefined, 1)).toBe(0.9)
  })

  test('a confidence at the ends stays a probability', () => {
    for (const c of [0, 1]) {
      const doubt = adjustedConfidence(c, { differ: 1, registered: false }, doubts, 1)
      expect(doubt >= 0 && doubt <= 1).toBe(true)
    }
  })
})
