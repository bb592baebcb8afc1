import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { randomFields } from '../../lab/bench/fields/random-field.js'
import { rightPlan } from '../../lab/bench/repair/trees/right-plan.js'
import { fieldToJson } from '#app/run-folder/field-manifest.js'
import { readFieldText } from './support/field-text.js'

const fields = randomFields({ count: 60, seed: 1 })

describe('fields drawn all over the floor', () => {
  it('follow from seed and number alone', () => {
    const again = randomFields({ count: 5, seed: 1 })
    expect(again.map(fieldToJson)).toEqual(fields.slice(0, 5).map(fieldToJson))
    expect(randomFields({ count: 1, seed: 2 }).map(fieldToJson)[0]?.map.zones).not.toEqual(
      fields[0]?.map.zones,
    )
  })

  it('are lawful field files', async () => {
    for (const setup of fields) {
      const read = await readFieldText(setup)
      expect(read.ok ? [] : read.error.map(formatDiagnostic)).toEqual([])
    }
  })

  it('use the whole floor, any numbers and any count of zones, and every pair of zones can be served', () => {
    const zones = fields.flatMap(({ map }) => map.zones)
    expect(Math.max(...zones.map(({ at }) => at.x))).toBeGreaterThan(2.6)
    expect(Math.min(...zones.map(({ at }) => at.x))).toBeLessThan(0.4)
    const share = (which: (setup: (typeof fields)[number]) => boolean): number =>
      fields.filter(which).length / fields.length
    expect(share(({ map }) => map.zones.every(({ id }) => id !== 1))).toBeGreaterThan(0.2)
    expect(
      share(({ map }) => map.zones.some(({ id, kind }) => id <= 2 && kind !== KIND[id])),
    ).toBeGreaterThan(0.2)
    expect(new Set(fields.map(({ map }) => map.zones.length)).size).toBeGreaterThanOrEqual(5)
    for (const setup of fields) {
      const count = (kind: string): number => setup.map.zones.filter((zone) => zone.kind === kind).length
      expect(rightPlan(setup, []).trips).toHaveLength(Math.min(count('load'), count('unload')))
    }
  })

  it('stay within the reach that is asked for', () => {
    for (const { map } of randomFields({ count: 40, seed: 3, reach: 1.7 })) {
      const xs = [...map.zones.map(({ at }) => at.x), map.home.at.x, map.shelf.at.x, map.shelf.target.x]
      expect(Math.max(...xs)).toBeLessThanOrEqual(1.7)
    }
  })
})

/** what the first policy takes zones 1 and 2 for */
const KIND: Readonly<Record<number, string>> = { 1: 'load', 2: 'unload' }
