import { describe, expect, test } from 'vitest'
import type { CameraModel } from '#base/camera-model.js'
import { project } from '#base/camera-model.js'
import type { Zone } from '#base/field-map.js'
import { m } from '#base/units.js'
import { createCritic } from '#learning/field/critic/critic.js'
import { pictureWarnings, newPictureWarnings } from '#learning/field/critic/picture-warnings.js'
import { parseReport } from '#learning/field/critic/schema.js'
import { readFaces } from '#learning/field/perception/colour.js'
import { hueAside } from '#learning/field/perception/hue.js'
import type { Frame } from '#learning/ports.js'
import { CAMERA, MAP, picture, sceneAtStart } from './support/field.js'
import { answerText, scripted } from './support/scripted.js'

const SEEN = {
  z1: 'blue orange blue orange',
  z5: 'orange orange orange orange',
  z7: 'blue blue orange orange',
}
const plain = (): Promise<Frame> => picture(sceneAtStart(['0101', '0000', '1111', '0011']))

const report = (frame: Frame, lines: Readonly<Record<string, string>> = SEEN, camera: CameraModel = CAMERA) =>
  createCritic({ vision: scripted(answerText(lines)).model, map: MAP, camera }).initial({ episode: 1, frame })

const told = async (...what: Parameters<typeof report>): Promise<readonly string[]> =>
  pictureWarnings(await report(...what)).map(({ key }) => key)

/** each channel from the picture's own three */
function recoloured(frame: Frame, of: (r: number, g: number, b: number) => readonly number[]): Frame {
  const rgb = new Uint8Array(frame.rgb.length)
  for (let i = 0; i < rgb.length; i += 3)
    rgb.set(of(frame.rgb[i] ?? 0, frame.rgb[i + 1] ?? 0, frame.rgb[i + 2] ?? 0), i)
  return { ...frame, rgb }
}

/** white over the place of a zone, as a lamp's reflection leaves it */
function washedOut(frame: Frame, zone: number, share = 1): Frame {
  const at = MAP.zones.find(({ id }) => id === zone)?.at ?? { x: 0, y: 0 }
  const { u, v } = project(CAMERA, [at.x, at.y, 0.03]) ?? { u: 0, v: 0 }
  const rgb = Uint8Array.from(frame.rgb, (value, i) => {
    const pixel = Math.floor(i / 3)
    const away = Math.hypot((pixel % frame.width) - u, Math.floor(pixel / frame.width) - v)
    return away < 60 ? value + share * (255 - value) : value
  })
  return { ...frame, rgb }
}

const turnHue = (degrees: number) => {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const [a, b, d] = [c + (1 - c) / 3, (1 - c) / 3 - Math.sqrt(1 / 3) * s, (1 - c) / 3 + Math.sqrt(1 / 3) * s]
  const part = (x: number, y: number, z: number): number => Math.max(0, Math.min(255, a * x + b * y + d * z))
  return (r: number, g: number, bl: number) => [part(r, g, bl), part(g, bl, r), part(bl, r, g)]
}

describe('what people are told of the first picture', () => {
  test('nothing, of a picture as it should be', async () => {
    expect(await told(await plain())).toEqual([])
    const whole = await report(await plain())
    expect(whole.picture).toMatchObject({ registered: true, differ: 0, notSeen: [] })
    expect(Math.abs(whole.picture?.hue ?? 90)).toBeLessThan(2)
    expect(parseReport(whole).success).toBe(true)
  })

  test.each([4, 10, 30])('a camera that looks %i cm aside of where it was measured', async (cm) => {
    const measured: CameraModel = { ...CAMERA, lookAt: [CAMERA.lookAt[0] + cm / 100, 0.7, 0] }
    const keys = await told(await plain(), SEEN, measured)
    expect(keys.filter((key) => ['shift', 'bumped', 'astray'].includes(key))).toHaveLength(1)
  })

  test('a picture of something else', async () => {
    const frame = await plain()
    const grey = { ...frame, rgb: new Uint8Array(frame.rgb.length).fill(120) }
    expect(await told(grey)).toContain('astray')
  })

  test.each([30, -30])('colours that are turned by %i degrees', async (degrees) => {
    const turned = recoloured(await plain(), turnHue(degrees))
    expect(Math.sign(hueAside(turned, CAMERA, MAP) ?? 0)).toBe(Math.sign(degrees))
    expect(await told(turned)).toContain('colours')
  })

  test('a picture without colour', async () => {
    const grey = recoloured(await plain(), (r, g, b) => Array<number>(3).fill((r + g + b) / 3))
    expect(await told(grey)).toContain('colours')
  })

  test('places behind something, and outside the picture', async () => {
    const covered = { ...SEEN, z3: 'blue hidden hidden blue', z4: 'hidden hidden hidden hidden' }
    const remarks = pictureWarnings(await report(await plain(), covered))
    expect(remarks.map(({ text }) => text)).toEqual([
      'zone 3 slots 0110 is not seen: something stands before it',
      'zone 4 is not seen: something stands before it',
    ])
    const away: CameraModel = { ...CAMERA, eye: [3.6, -0.6, 2.6], lookAt: [3.6, 0.7, 0], tolerance: Infinity }
    const keys = await told(await plain(), SEEN, away)
    expect(keys).toEqual(expect.arrayContaining(['zone 1 outside', 'home outside', 'shelf outside']))
  })

  test('zones that the model leaves out: outside the picture, or without a reason', async () => {
    const wide = { ...MAP.zones[0], id: 6, kind: 'unload', at: { x: m(3.7), y: m(0.8) } } as Zone
    const map = { ...MAP, zones: [...MAP.zones.filter(({ id }) => id !== 6), wide] }
    const said = { ...SEEN, z6: '- - - -', z2: '- - - -' }
    const { model } = scripted(answerText(said))
    const critic = createCritic({ vision: model, map, camera: CAMERA })
    const remarks = pictureWarnings(await critic.initial({ episode: 1, frame: await plain() }))
    expect(remarks.map(({ key }) => key).sort()).toEqual(['zone 2 unread', 'zone 6 outside'])
  })

  test('glare: what is called empty there is not seen, and the confidence says so', async () => {
    const glare = washedOut(await plain(), 1)
    const empty = { ...SEEN, z1: 'empty empty empty empty' }
    expect(readFaces(glare, CAMERA, MAP, 1).map(({ face }) => face)).toEqual(Array(4).fill('hidden'))
    const blinded = await report(glare, empty)
    expect(blinded.picture?.notSeen).toContainEqual({ place: 1, mask: '1111', why: 'glare' })
    const clear = await report(await plain(), empty)
    expect(clear.picture?.notSeen).toEqual([])
    expect(blinded.c).toBeLessThan(clear.c)
    // a block that shows through is seen
    const through = await report(glare, SEEN)
    expect(through.picture?.notSeen.filter(({ place }) => place === 1)).toEqual([])
  })

  test('each thing once: what was told of the picture before is no news', async () => {
    const covered = { ...SEEN, z4: 'hidden hidden hidden hidden' }
    const before = await report(await plain(), covered)
    const now = await report(await plain(), { ...covered, z6: 'hidden empty empty empty' })
    expect(newPictureWarnings(before, undefined).map(({ key }) => key)).toEqual(['zone 4 covered'])
    expect(newPictureWarnings(before, before)).toEqual([])
    expect(newPictureWarnings(now, before).map(({ key }) => key)).toEqual(['zone 6 covered'])
  })
})
