import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SLOTS, type FieldMap, type Mask, type ZoneId } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { randomField, randomSetup } from './engine/fields.js'
import { seedOf, SPLITS, type Split } from './engine/splits.js'
import type { Family } from './engine/layouts.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'

/**
 * Writes config/bench/fields.yaml, the twelve fields of `graft bench vrl`, from the test split:
 * `npx tsx lab/training/bench-fields.ts`. The file is committed; the same seeds give the same file.
 */

/** Orange-up bits of zones 1, 3, 5, 7 at the demo's coordinates: none is a layout of F1…F5. */
const FACES: readonly (readonly [Mask, Mask, Mask, Mask])[] = [
  ['0110', '1001', '0010', '1101'],
  ['1011', '0100', '0111', '0001'],
  ['1000', '0001', '0100', '0010'],
  ['0111', '1110', '1011', '1101'],
  ['1010', '0101', '1100', '0110'],
  ['1111', '0110', '0000', '1001'],
]

/** Layouts that no model was trained or chosen on; `loads` is the number of load zones. */
const ELSEWHERE: readonly { readonly family: Family; readonly loads: number }[] = [
  { family: 'rows', loads: 4 },
  { family: 'rows', loads: 3 },
  { family: 'ring', loads: 4 },
  { family: 'ring', loads: 3 },
  { family: 'aisle', loads: 4 },
  { family: 'aisle', loads: 4 },
]

/**
 * Draws until one has so many load zones and suits the first policy, which carries from zone 1 to zone 2 and moves no
 * shelf (VRL-03).
 */
const MOST_DRAWS = 10_000

export function benchFieldsYaml(): string {
  const demo = randomField(stream('bench fields', 'shipped'), 'shipped')
  const fields = [
    ...FACES.map((masks, i) => atDemo(demo, `T${i + 1}`, masks)),
    ...ELSEWHERE.map(({ family, loads }, i) => elsewhere(`T${i + 7}`, family, loads)),
  ]
  return `${HEAD}fields:\n${fields.map(yaml).join('')}`
}

function atDemo(map: FieldMap, id: string, masks: readonly Mask[]): FieldSetup {
  const loads = map.zones.filter(({ kind }) => kind === 'load')
  const orange = new Map(loads.map((zone, i): [ZoneId, Mask] => [zone.id, masks[i] as Mask]))
  const theta = 0 as FieldSetup['start']['theta']
  return { map: { ...map, id }, orange, start: { ...map.home.at, theta } }
}

function elsewhere(id: string, family: Family, loads: number): FieldSetup {
  const test: Split = SPLITS.test
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    const setup = randomSetup(stream('bench fields', id, seedOf(test, draw)), family, id)
    const { zones } = setup.map
    const [from, to] = [1, 2].map((id) => zones.find((zone) => zone.id === id))
    const count = zones.filter(({ kind }) => kind === 'load').length
    const mixed = new Set(setup.orange.values()).size > 1
    const firstPolicy = from?.kind === 'load' && to?.kind === 'unload' && !to.needsShelf
    if (count === loads && mixed && firstPolicy) return setup
  }
  throw new Error(`no field of family ${family} suits in ${MOST_DRAWS} draws`)
}

const HEAD = `# yaml-language-server: $schema=../field.schema.json
# The twelve test fields of graft bench vrl; made by lab/training/bench-fields.ts, do not edit.
# T1…T6: the demo's coordinates with other block faces than F1…F5. T7…T12: coordinates of the families rows, ring and
# aisle, on which no model was trained or chosen. Lengths in metres, as in config/fields.
`

function yaml({ map, orange }: FieldSetup): string {
  const { zones, home, shelf, size } = map
  return [
    `  - id: ${map.id}`,
    `    size: ${point(size)}`,
    `    home: { at: ${point(home.at)}, radius: ${home.radius} }`,
    `    shelf: { at: ${point(shelf.at)}, target: ${point(shelf.target)}, size: ${point(shelf.size)} }`,
    '    zones:',
    ...zones.flatMap((zone) => [
      `      - id: ${zone.id}`,
      `        kind: ${zone.kind}`,
      `        at: ${point(zone.at)}`,
      `        size: ${point(zone.size)}`,
      ...(zone.kind === 'load' ? [`        faces: [${faces(orange.get(zone.id) ?? '0000')}]`] : []),
      ...(zone.needsShelf ? ['        needsShelf: true'] : []),
    ]),
    '',
  ].join('\n')
}

const faces = (orange: Mask): string =>
  SLOTS.map((slot) => (orange[slot] === '1' ? 'orange' : 'blue')).join(', ')
const point = ({ x, y }: { readonly x: number; readonly y: number }): string => `{ x: ${x}, y: ${y} }`

const isMain = process.argv[1] === fileURLToPath(import.meta.url)
if (isMain)
  writeFileSync(fileURLToPath(new URL('../../config/bench/fields.yaml', import.meta.url)), benchFieldsYaml())
