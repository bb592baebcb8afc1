import { describe, expect, test } from 'vitest'
import type { CameraModel } from '#base/camera-model.js'
import type { FieldMap, Zone } from '#base/field-map.js'
import { m } from '#base/units.js'
import { createCritic } from '#learning/field/critic/critic.js'
import { readFaces } from '#learning/field/perception/colour.js'
import { fieldInView, othersInView, slotsInView, zonesInView } from '#learning/field/perception/in-view.js'
import { FORMER_MAST_CAMERA, MAST_CAMERA } from '#simulation/field/render/look.js'
import { MAP, picture, sceneAtStart } from './support/field.js'
import { answerText, scripted } from './support/scripted.js'

const zone = (id: number, x: number, y: number): Zone => ({
  id,
  kind: 'load',
  at: { x: m(x), y: m(y) },
  size: { x: m(0.3), y: m(0.25) },
  needsShelf: false,
})
/** a zone in each corner of a field, as near to the edge as it can be */
const cornersOf = (x: number, y: number): FieldMap => ({
  ...MAP,
  size: { x: m(x), y: m(y) },
  zones: [
    zone(1, 0.15, 0.125),
    zone(2, x - 0.15, 0.125),
    zone(3, x - 0.15, y - 0.125),
    zone(4, 0.15, y - 0.125),
  ],
})

describe('what the mast camera has in its picture', () => {
  test('the whole field of 3 m by 2 m: every corner, home and shelf', () => {
    const map = cornersOf(3, 2)
    expect([...zonesInView(MAST_CAMERA, map).values()]).toEqual(['whole', 'whole', 'whole', 'whole'])
    expect(othersInView(MAST_CAMERA, map)).toEqual({ home: 'whole', shelf: 'whole' })
    expect(fieldInView(MAST_CAMERA, map)).toBe('whole')
  })

  test('of a larger field, and from where the mast stood before, not all', () => {
    expect([...zonesInView(MAST_CAMERA, cornersOf(4, 2)).values()]).toEqual([
      'whole',
      'none',
      'none',
      'whole',
    ])
    expect(zonesInView(FORMER_MAST_CAMERA, cornersOf(3, 2)).get(2)).toBe('none')
    expect(fieldInView(FORMER_MAST_CAMERA, MAP)).toBe('part')
  })

  test('a zone across the edge is there in part, slot by slot', () => {
    const moved: CameraModel = { ...MAST_CAMERA, eye: [1.32, -0.6, 2.6], lookAt: [1.32, 0.7, 0] }
    const map = cornersOf(3, 2)
    expect(zonesInView(moved, map).get(2)).toBe('part')
    expect(slotsInView(moved, map.zones[1] as Zone)).toBe('1110')
    expect(slotsInView(moved, map.zones[0] as Zone)).toBe('1111')
  })
})

describe('what is outside the picture is not seen', () => {
  const away: CameraModel = { ...MAST_CAMERA, eye: [3.6, -0.6, 2.6], lookAt: [3.6, 0.7, 0] }

  test('a model that calls such a zone empty is not believed, and is not sure either', async () => {
    const frame = await picture(sceneAtStart(['0000', '0000', '0000', '0000']))
    const unseen = [...zonesInView(away, MAP)].filter(([, view]) => view === 'none').map(([id]) => id)
    expect(unseen).toContain(1)
    const { model } = scripted(
      answerText({ z1: 'empty empty empty empty placement s0.60', overall: 's0.60' }),
    )
    const report = await createCritic({ vision: model, map: MAP, camera: away }).initial({
      episode: 1,
      frame,
    })
    expect(report.issues.filter(({ zone: id }) => id === 1)).toEqual([])
    expect(report.c).toBeLessThan(0.3)
  })

  test('nor does the colour reader say that nothing lies there', async () => {
    const frame = await picture(sceneAtStart(['0000', '0000', '0000', '0000']))
    expect(readFaces(frame, away, MAP, 1).map(({ face }) => face)).toEqual(Array(4).fill('hidden'))
  })
})
