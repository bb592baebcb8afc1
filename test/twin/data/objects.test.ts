import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { objectsNamed } from '#worlds/run/objects-named.js'
import { world } from './worlds.js'

const TEXT = `domain: kitchen
text: Things with words.
types:
  item:
    water_glass: { text: a tall clear glass with fizzy water, also: [tumbler, my drink], grams: 300 }
    red_mug: { text: the big red one with a handle, also: [mug], grams: 400 }
    blue_mug: { text: small and blue, also: [mug] }
    plate:
  place: [table, sink]
constants:
  grams(item): { is: 0..2000, values: { else: 100 } }
state:
  location(item): { is: place, start: table }
skills:
  Put:
    text: put a thing
    ports: { item: item }
    checks:
      - { id: here, text: it is on the table, holds: location(?item) = table }
      - { id: light, text: it is light, holds: grams(?item) < 350 }
    effect: ['location(?item) := sink']
    expected: [location(?item) = sink]
`

describe('objects with words', () => {
  const domain = must(parseDomainText(TEXT, 'k.yaml'), 'world')

  it('are objects as in a list, with constants that stand beside them', () => {
    expect(domain.warnings).toEqual([])
    expect([...(domain.vocabulary.variables.get('grams')?.constants ?? [])]).toEqual([
      ['grams(water_glass)', 300],
      ['grams(red_mug)', 400],
      ['grams(blue_mug)', 100],
      ['grams(plate)', 100],
    ])
    expect(domain.objects.get('red_mug')).toEqual({
      type: 'item',
      text: 'the big red one with a handle',
      also: ['mug'],
    })
    expect(domain.objects.get('sink')).toEqual({ type: 'place', text: undefined, also: [] })
  })

  it.each([
    ['the water glass', ['water_glass']],
    ['Tumbler!', ['water_glass']],
    ['mug', ['red_mug', 'blue_mug']],
    ['the blue mug', ['blue_mug']],
    ['the big red one', ['red_mug']],
    ['the fizzy water', ['water_glass']],
    ['plate', ['plate']],
    ['the green thing', []],
    ['the', []],
  ])('%j means %j', (words, names) => {
    expect(objectsNamed(domain, words)).toEqual(names)
  })

  it('the names of a world without words are found, too', () => {
    expect(objectsNamed(world('service'), 'the Water Glass')).toEqual(['water_glass'])
  })

  it.each([
    ['grams: 300', 'gram: 300', 'k.yaml:5:90: error domain.attribute: nothing under constants: is called gram\n  expected: text, also, grams\n  got:      gram\n  hint:     did you mean grams?'],
    ['grams: 300', 'grams: heavy', 'k.yaml:5:97: error domain.initial-value: grams of water_glass cannot be "heavy"\n  expected: a number from 0 to 2000\n  got:      "heavy"'],
    ['plate:\n', 'plate: 3\n', 'k.yaml:8:12: error domain.type: types.item.plate has an invalid value\n  expected: text:, also: and values of constants, or nothing\n  got:      3'],
    [', values: { else: 100 }', '', 'k.yaml:11:3: error domain.missing: grams has no value for blue_mug, plate\n  expected: values:, or a value with each object under types:\n  got:      2 without one'],
    ['  place: [table, sink]', '  place: { table: { grams: 3 }, sink: }', 'k.yaml:9:21: error domain.attribute: grams is no constant of table\n  expected: a constant that takes this object, and it alone\n  got:      grams'],
  ])('%s → %s is refused', (from, to, golden) => {
    const loaded = parseDomainText(TEXT.replace(from, () => to), 'k.yaml')
    expect(loaded.ok ? [] : loaded.error.map(formatDiagnostic)).toEqual([golden])
  }) // prettier-ignore
})
