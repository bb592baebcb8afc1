import { describe, expect, test } from 'vitest'
import { project } from '#base/camera-model.js'
import { stream } from '#base/random.js'
import { checkField } from '#config/field/field-checks.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { randomSetup } from '../../lab/training/engine/fields.js'
import { FAMILIES } from '../../lab/training/engine/layouts.js'

const DRAWN = 100

const drawn = FAMILIES.map((family) => ({
  family,
  setups: Array.from({ length: DRAWN }, (_, i) =>
    randomSetup(stream('fields-test', family, i), family, `f${i}`),
  ),
}))

/** As the field checks of a field file want it. */
function draftOf({ map, orange, start }: FieldSetup): Parameters<typeof checkField>[0] {
  const faces = (id: number) => [...(orange.get(id) ?? '')].map((bit) => (bit === '1' ? 'orange' : 'blue'))
  return {
    size: map.size,
    home: map.home,
    shelf: map.shelf,
    start,
    zones: map.zones.map((zone) =>
      zone.kind === 'load'
        ? ({ ...zone, faces: faces(zone.id) } as never)
        : { id: zone.id, kind: 'unload', at: zone.at, size: zone.size, needsShelf: zone.needsShelf },
    ),
  }
}

describe.each(drawn)('fields of family $family', ({ family, setups }) => {
  test('are fields that a field file may hold', () => {
    expect(setups.flatMap((setup) => checkField(draftOf(setup)))).toEqual([])
  })

  test('have two to four load zones with four blocks each, and at least as many unload zones', () => {
    for (const { map, orange } of setups) {
      const loads = map.zones.filter(({ kind }) => kind === 'load')
      expect(loads.length).toBeGreaterThanOrEqual(2)
      expect(map.zones.length).toBeGreaterThanOrEqual(2 * loads.length)
      expect([...orange.keys()].sort()).toEqual(loads.map(({ id }) => id).sort())
      expect([...orange.values()].every((mask) => /^[01]{4}$/.test(mask))).toBe(true)
      expect(map.zones.filter(({ kind, needsShelf }) => needsShelf && kind === 'load')).toEqual([])
    }
  })

  test('lie in the picture with all their blocks, and nothing lies where the shelf goes', () => {
    for (const { map } of setups) {
      const { at, target, size } = map.shelf
      const [low, high] = [Math.min(at.x, target.x) - size.x / 2, Math.max(at.x, target.x) + size.x / 2]
      for (const zone of map.zones) {
        for (const dx of [-0.15, 0.15])
          for (const dy of [-0.125, 0.125]) {
            const pixel = project(MAST_CAMERA, [zone.at.x + dx, zone.at.y + dy, 0])
            expect(pixel && pixel.u >= 0 && pixel.u <= 640 && pixel.v >= 0 && pixel.v <= 480).toBe(true)
          }
        const beside = zone.at.x + 0.15 < low || zone.at.x - 0.15 > high
        expect(beside || zone.at.y - 0.125 > at.y + size.y / 2).toBe(true)
      }
    }
  })

  test(family === 'shipped' ? 'have one layout' : 'differ, and have their zones in no fixed order', () => {
    const layouts = new Set(setups.map(({ map }) => JSON.stringify(map.zones.map(({ at }) => at))))
    expect(layouts.size).toBe(family === 'shipped' ? 1 : DRAWN)
    const first = new Set(setups.map(({ map }) => map.zones[0]?.kind))
    expect(first.size).toBe(family === 'shipped' ? 1 : 2)
  })
})
