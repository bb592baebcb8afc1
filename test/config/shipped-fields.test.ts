import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { describe, expect, it } from 'vitest'
import { loadFieldFile } from '#config/field/field-file.js'
import { fieldJsonSchema } from '#config/field/field-schema.js'
import { FIELD_IDS, shippedPath, shippedText } from './field-text.js'

/** benchmarks §6.1: orange-up bits of zones 1, 3, 5, 7. */
const ORANGE: Record<(typeof FIELD_IDS)[number], readonly string[]> = {
  F1: ['0000', '0000', '0000', '0000'],
  F2: ['1111', '0000', '1111', '0000'],
  F3: ['0101', '1010', '0011', '1100'],
  F4: ['0001', '0111', '1000', '1110'],
  F5: ['1111', '1111', '1111', '1111'],
}

/** benchmarks §6.1: [id, kind, x, y]. */
const ZONES = [
  [1, 'load', 0.45, 0.45],
  [2, 'unload', 0.8, 0.8],
  [3, 'load', 0.45, 1.15],
  [4, 'unload', 0.3, 0.8],
  [5, 'load', 1.15, 0.45],
  [6, 'unload', 1.5, 0.8],
  [7, 'load', 1.15, 1.15],
  [8, 'unload', 1.5, 0.35],
]

describe('the shipped fields', () => {
  it.each(FIELD_IDS)('%s has the coordinates and block faces of benchmarks §6.1 (VRL-25)', async (id) => {
    const loaded = await loadFieldFile(shippedPath(id))
    if (!loaded.ok) expect.fail(JSON.stringify(loaded.error))
    expect(loaded.value).toHaveLength(1)
    const [setup] = loaded.value
    if (setup === undefined) expect.fail('no field')
    const { map, orange, start } = setup
    expect(map.id).toBe(id)
    expect(map.size).toEqual({ x: 3, y: 2 })
    expect(map.zones.map((zone) => [zone.id, zone.kind, zone.at.x, zone.at.y])).toEqual(ZONES)
    expect(map.zones.every(({ size }) => size.x === 0.3 && size.y === 0.25)).toBe(true)
    expect(map.zones.filter(({ needsShelf }) => needsShelf).map((zone) => zone.id)).toEqual([4])
    expect([...orange]).toEqual([1, 3, 5, 7].map((zone, i) => [zone, ORANGE[id][i]]))
    expect(map.home).toEqual({ at: { x: 0.3, y: 1.75 }, radius: 0.12 })
    expect(map.shelf.at).toEqual({ x: 0.7, y: 0.2 })
    expect(map.shelf.target).toEqual({ x: 0.38, y: 0.2 })
    expect(start).toEqual({ x: 0.3, y: 1.75, theta: 0 })
  })

  it.each(FIELD_IDS)('%s tells an editor its schema on the first line', (id) => {
    expect(shippedText(id).split('\n')[0]).toBe('# yaml-language-server: $schema=../field.schema.json')
  })

  it('field.schema.json is the schema that the loader checks (refresh: vitest -u)', async () => {
    const file = fileURLToPath(new URL('../../config/field.schema.json', import.meta.url))
    const text = await format(JSON.stringify(fieldJsonSchema()), {
      ...(await resolveConfig(file)),
      parser: 'json',
    })
    await expect(text).toMatchFileSnapshot(file)
  })
})
