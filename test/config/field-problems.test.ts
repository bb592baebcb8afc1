import { describe, expect, it } from 'vitest'
import { parseFieldText } from '#config/field/field-file.js'
import { f1With, placeOf, problemsOf, shippedText } from './field-text.js'

/** One change to F1 → the one problem it must cause, at the nth occurrence of a word of the changed file. */
const SINGLE: readonly (readonly [
  title: string,
  change: readonly [string, string],
  code: string,
  at: readonly [string, number?],
  hint?: RegExp,
])[] = [
  [
    'a misspelt optional key',
    ['needsShelf', 'needShelf'],
    'unknown-key',
    ['needShelf'],
    /did you mean needsShelf/,
  ],
  ['a wrong type', ['radius: 0.12', 'radius: "0.12"'], 'type', ['"0.12"'], /without quotes/],
  ['NaN', ['y: 1.75', 'y: .nan'], 'type', ['.nan']],
  ['infinity', ['y: 1.75', 'y: .inf'], 'type', ['.inf']],
  ['a number that overflows', ['y: 1.75', 'y: 1e999'], 'type', ['1e999']],
  ['millimetres', ['y: 1.75', 'y: 1750'], 'range', ['1750'], /metres/],
  ['a negative coordinate', ['x: 0.30, y: 1.75', 'x: -0.3, y: 1.75'], 'range', ['-0.3']],
  ['a zone number of 9', ['id: 8', 'id: 9'], 'range', ['9\n    kind']],
  ['a zone number that is no integer', ['id: 8', 'id: 7.5'], 'type', ['7.5']],
  ['an unknown kind of zone', ['kind: unload', 'kind: unlaod'], 'value', ['unlaod'], /did you mean unload/],
  ['a misspelt face', ['[blue,', '[bleu,'], 'value', ['bleu'], /did you mean blue/],
  ['three faces', ['[blue, blue, blue, blue]', '[blue, blue, blue]'], 'range', ['[blue, blue, blue]']],
  ['no faces', ['    faces: [blue, blue, blue, blue]\n', ''], 'missing', ['id: 1\n']],
  [
    'faces at an unload zone',
    ['needsShelf: true', 'faces: [blue]'],
    'unknown-key',
    ['faces: [blue] '],
    /only load zones/,
  ],
  ['an id with a space', ['id: F1', 'id: F 1'], 'value', ['F 1']],
  ['an id that is a number', ['id: F1', 'id: 1'], 'type', ['1\nsize']],
  ['a key written twice', ['id: F1', 'id: F1\nid: F2'], 'duplicate-key', ['id: F2']],
  ['the same zone twice', ['id: 3', 'id: 1'], 'zone-id-twice', ['1\n    kind', 2], /still free: 3/],
  ['a zone too narrow for its slots', ['x: 0.30, y: 0.25', 'x: 0.24, y: 0.25'], 'zone-too-small', ['0.24']],
  ['two zones that overlap', ['x: 0.80, y: 0.80', 'x: 0.62, y: 0.57'], 'zones-overlap', ['{ x: 0.62']],
  ['a shelf target with another y', ['x: 0.38, y: 0.20', 'x: 0.38, y: 0.21'], 'shelf-way', ['0.21']],
  ['a shelf at its target', ['x: 0.38, y: 0.20', 'x: 0.66, y: 0.20'], 'shelf-way', ['0.66']],
  [
    'a shelf over blocks',
    ['size: { x: 0.30, y: 0.15 }', 'size: { x: 0.30, y: 0.3 }'],
    'zone-under-shelf',
    ['{ x: 0.45'],
  ],
  [
    'a zone on the dock of the shelf',
    ['x: 0.80, y: 0.80', 'x: 0.71, y: 0.20'],
    'zone-at-shelf',
    ['{ x: 0.71'],
  ],
  [
    'a robot that does not fit at home',
    ['x: 0.30, y: 1.75', 'x: 0.15, y: 1.75'],
    'robot-does-not-fit',
    ['0.15, y: 1.75'],
  ],
  ['a start beside the field', ['home:', 'start: { x: 2.9, y: 1.0 }\nhome:'], 'robot-does-not-fit', ['2.9']],
  ['home on a dock', ['x: 0.30, y: 1.75', 'x: 0.45, y: 1.30'], 'home-at-dock', ['{ x: 0.45, y: 1.30']],
]

const CASES = SINGLE.map(([title, change, code, at, hint]) => ({ title, change, code, at, hint }))

describe('a field file with one problem', () => {
  it.each(CASES)('$title', ({ change, code, at: [word, nth], hint }) => {
    const text = f1With(change)
    const problems = problemsOf(text)
    const said = JSON.stringify(problems, null, 1)
    expect(
      problems.map((problem) => problem.code),
      said,
    ).toEqual([`field.${code}`])
    expect(problems[0]?.where, said).toEqual({ file: 'field.yaml', ...placeOf(text, word, nth) })
    expect(problems[0]?.expected).toBeTruthy()
    expect(problems[0]?.hint ?? '').toMatch(hint ?? /(?:)/)
  })
})

describe('a field file with several problems', () => {
  it('says all of them at once, in the order of the file', () => {
    const text = f1With(
      ['id: F1', 'id: "F 1"'],
      ['x: 0.80, y: 0.80', 'x: 0.46, y: 0.50'],
      ['id: 3', 'id: 1'],
      ['needsShelf: true', 'needsShelf: yes'],
      ['radius:', 'raduis:'],
    )
    expect(problemsOf(text).map(({ code, where }) => [code, where?.line])).toEqual([
      ['field.value', placeOf(text, 'id: "F 1"').line],
      ['field.zones-overlap', placeOf(text, 'x: 0.46').line],
      ['field.zone-id-twice', placeOf(text, 'id: 1', 2).line],
      ['field.type', placeOf(text, 'needsShelf').line],
      ['field.missing', placeOf(text, 'at: { x: 0.30, y: 1.75').line],
      ['field.unknown-key', placeOf(text, 'raduis:').line],
    ])
  })

  it('names a misspelt section and the section that is missing for it', () => {
    const problems = problemsOf(f1With(['\nshelf:', '\nshlef:']))
    expect(problems.map(({ code, hint }) => [code, hint])).toEqual([
      ['field.missing', undefined],
      ['field.unknown-key', 'did you mean shelf?'],
    ])
  })
})

describe('a file with a list of fields', () => {
  const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ').replace('    ', '  - ')
  const item = (id: string, from = 'F1'): string =>
    indent(
      shippedText(from)
        .replace(/^#.*\n/gm, '')
        .replace(`id: ${from}`, `id: ${id}`),
    )

  it('gives its fields in order', () => {
    const read = parseFieldText(`fields:\n${item('a')}${item('b', 'F5')}`, 'f.yaml')
    expect(read.ok && read.value.map(({ map, orange }) => [map.id, orange.get(1)])).toEqual([
      ['a', '0000'],
      ['b', '1111'],
    ])
  })

  it('refuses two fields with one id, at the second', () => {
    const text = `fields:\n${item('a')}${item('a', 'F2')}`
    const second = placeOf(text, 'id: a', 2)
    expect(problemsOf(text)).toMatchObject([
      { code: 'field.id-twice', where: { line: second.line, column: second.column + 4 } },
    ])
  })

  it('shares zones through anchors, and points at the anchor when one is wrong', () => {
    const anchored = item('a').replace('zones:', 'zones: &zones')
    const shared = item('b').replace(/zones:\n(?: {6}.*\n)+/, 'zones: *zones\n')
    const read = parseFieldText(`fields:\n${anchored}${shared}`, 'f.yaml')
    expect(read.ok && read.value.map(({ map }) => map.zones.length)).toEqual([8, 8])
    const wrong = `fields:\n${anchored.replace('x: 0.45', 'x: x45')}${shared}`
    const where = placeOf(wrong, 'x45')
    expect(problemsOf(wrong).map((problem) => problem.where)).toMatchObject([where, where])
  })

  it('is not mixed with the keys of one field, and not empty', () => {
    expect(problemsOf('fields: []\nid: a\n')).toMatchObject([
      { code: 'field.range', expected: 'a list of at least 1' },
      { code: 'field.unknown-key', hint: expect.stringContaining('stands alone') as string },
    ])
  })
})
