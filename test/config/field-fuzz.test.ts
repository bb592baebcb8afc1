import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMask, type FieldMap, type Point } from '#base/field-map.js'
import { parseFieldText } from '#config/field/field-file.js'
import { FAR_APRON, ROBOT } from '#simulation/field/dimensions.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { FIELD_IDS, shippedText } from './field-text.js'

const ODD = [
  '-1', '0', '1e999', '.nan', '-.inf', '0x10', '1_000', '""', '~', 'true', '[]', '{}', '[', '}', ': ', '- ', '&a ', '*a',
  '!!set ', '? ', '|\n', '>-\n', '---\n', '...\n', '%YAML 1.1\n', '<<: ', '\t', '\0', '\u2028', '\uFEFF', '😀', '"', "'", '#',
  'fields:\n', '__proto__: 1\n', 'kind: load\n', 'faces: []\n', 'start: { x: 1, y: 1 }\n',
] // prettier-ignore

/** A change that keeps most of a file: another number, a line or a piece gone, doubled or moved, something odd put in. */
const change = fc.record({
  how: fc.constantFrom('number', 'number', 'number', 'drop', 'double', 'swap', 'odd', 'cut'),
  at: fc.nat(),
  number: fc.oneof(
    fc.double({ min: 0, max: 3, noNaN: true }).map((value) => value.toFixed(2)),
    fc.integer({ min: -1, max: 10 }).map(String),
    fc.double().map(String),
  ),
  odd: fc.constantFrom(...ODD),
})

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function apply(text: string, { how, at, number, odd }: Change): string {
  const lines = text.split('\n')
  const line = at % lines.length
  const offset = at % (text.length + 1)
  switch (how) {
    case 'number': {
      const numbers = [...text.matchAll(/(?<=: )\d+(\.\d+)?/g)]
      const found = numbers[at % Math.max(1, numbers.length)]
      if (found === undefined) return text
      return text.slice(0, found.index) + number + text.slice(found.index + found[0].length)
    }
    case 'drop':
      return lines.toSpliced(line, 1).join('\n')
    case 'double':
      return lines.toSpliced(line, 0, lines[line] ?? '').join('\n')
    case 'swap':
      return lines.toSpliced(line, 2, lines[line + 1] ?? '', lines[line] ?? '').join('\n')
    case 'odd':
      return text.slice(0, offset) + odd + text.slice(offset)
    case 'cut':
      return text.slice(0, offset) + text.slice(offset + (at % 7))
  }
  return text
}

const mutated = fc
  .tuple(fc.constantFrom(...FIELD_IDS), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([id, changes]) => changes.reduce(apply, small(shippedText(id))))

/** Zones 1 to 4 without the comments: every check is still reached, at half the work. */
function small(text: string): string {
  return text.replace(/ {2}- id: 5[^]*?(?=\n\n)/, '').replace(/^#.*\n/gm, '')
}

describe('parseFieldText on 2000 mutated files', () => {
  it('never throws; problems are complete, accepted fields keep every promise', () => {
    let accepted = 0
    let refused = 0
    fc.assert(
      fc.property(mutated, (text) => {
        const read = parseFieldText(text, 'f.yaml')
        if (read.ok) {
          accepted++
          expect(read.value.length).toBeGreaterThan(0)
          read.value.forEach(checkPromises)
          return
        }
        refused++
        const lines = text.split(/\r\n|\r|\n/).length
        expect(read.error.length).toBeGreaterThan(0)
        for (const { code, where, message } of read.error) {
          expect(code).toMatch(/^field\.[a-z0-9-]+$/)
          expect(message).not.toBe('')
          if (code === 'field.more-problems') continue
          expect(where?.line).toBeGreaterThanOrEqual(1)
          expect(where?.line).toBeLessThanOrEqual(lines)
          expect(where?.column).toBeGreaterThanOrEqual(1)
        }
      }),
      { numRuns: 2000, seed: 20261121 },
    )
    // both sides of the property were exercised
    expect(accepted).toBeGreaterThan(100)
    expect(refused).toBeGreaterThan(100)
  }, 120_000)

  it('random text is refused, never thrown at', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(parseFieldText(text, 'f.yaml').ok).toBe(false)
      }),
      { numRuns: 500, seed: 7 },
    )
  })
})

/** The promises of a `FieldSetup`, measured by other means than the loader's own checks. */
function checkPromises({ map, orange, start }: FieldSetup): void {
  expect(map.id).toMatch(/^[A-Za-z0-9_-]{1,32}$/)
  const ids = map.zones.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => Number.isInteger(id) && id >= 1 && id <= 8)).toBe(true)
  const loads = map.zones.filter(({ kind }) => kind === 'load')
  expect(loads.length).toBeGreaterThan(0)
  expect(loads.length).toBeLessThan(map.zones.length)
  expect(loads.some(({ needsShelf }) => needsShelf)).toBe(false)
  expect([...orange.keys()].toSorted()).toEqual(loads.map(({ id }) => id).toSorted())
  expect([...orange.values()].every(isMask)).toBe(true)
  for (const zone of map.zones) {
    corners(zone.at, zone.size).forEach((corner) => expect(isOnField(corner, map)).toBe(true))
    for (const other of map.zones.filter(({ id }) => id < zone.id)) {
      const gapX = Math.abs(zone.at.x - other.at.x) - (zone.size.x + other.size.x) / 2
      const gapY = Math.abs(zone.at.y - other.at.y) - (zone.size.y + other.size.y) / 2
      expect(Math.max(gapX, gapY)).toBeGreaterThan(-1e-6)
    }
  }
  const { at, target, size } = map.shelf
  ;[at, target].flatMap((end) => corners(end, size)).forEach((c) => expect(isOnField(c, map)).toBe(true))
  expect(Math.abs(at.y - target.y)).toBeLessThan(1e-6)
  expect(start.theta).toBe(0)
  for (const dock of [...map.zones.map((zone) => zone.at), map.home.at, at, target, start]) {
    const body = { x: dock.x, y: dock.y + ROBOT.bodyBehindGripper }
    expect(body.x - ROBOT.bodyRadius).toBeGreaterThan(-1e-6)
    expect(body.x + ROBOT.bodyRadius).toBeLessThan(map.size.x + 1e-6)
    expect(body.y + ROBOT.bodyRadius).toBeLessThan(map.size.y + FAR_APRON + 1e-6)
    expect(dock.y - ROBOT.gripperHalfDepth).toBeGreaterThan(-1e-6)
  }
}

const corners = (at: Point, size: Point): { x: number; y: number }[] =>
  [-0.5, 0.5].flatMap((i) => [-0.5, 0.5].map((j) => ({ x: at.x + i * size.x, y: at.y + j * size.y })))

const isOnField = ({ x, y }: { x: number; y: number }, { size }: FieldMap): boolean =>
  x > -1e-6 && y > -1e-6 && x < size.x + 1e-6 && y < size.y + 1e-6
