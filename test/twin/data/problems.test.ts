import { describe, expect, it } from 'vitest'
import { formatRef, type Diagnostic } from '#base/diagnostic.js'
import { parseDomainText } from '#worlds/files/domain-text.js'

/** A small world with one of everything. */
const GOOD = `domain: lab
text: A small world.
types:
  box: [red, blue]
  shelf: [left, right]
  place: box | shelf
constants:
  size(box): { is: 0..9, values: { red: 3, else: 5 } }
state:
  at: { is: shelf | none, start: left }
  load(shelf): { is: 0..9, start: 0 }
  on(box): { is: shelf | none, start: { red: left, blue: right } }
definitions:
  full(?s in shelf): load(?s) >= 8
  any_full: exists ?s in shelf (full(?s))
skills:
  Put:
    text: put a box on a shelf
    ports:
      box: box
      shelf: { is: shelf, text: where }
      slow: bool
    done: on(?box) = ?shelf
    checks:
      - id: at-shelf
        text: the robot is there
        holds: at = ?shelf
        say: go to {?shelf}, not {at}
      - id: room
        text: there is room
        holds: not full(?shelf) and (?slow or load(?shelf) + size(?box) < 9)
    effect:
      - on(?box) := ?shelf
      - if on(?box) in {left, right} then load(?shelf) := load(?shelf) else load(?shelf) := load(?shelf) + 1
    outcomes:
      - text: anywhere
        each: ?p in {left, right}
        when: ?p = ?shelf
        effect:
          - at := ?p
    expected:
      - on(?box) = ?shelf
      - { text: 'the {?box} is there', holds: load(?shelf) >= was(load(?shelf)) }
goal:
  - { text: done, holds: on(red) = right }
`

/** One change → the one problem that it must cause, at the place of a piece of the changed text. */
const SINGLE: readonly (readonly [title: string, change: readonly [string, string], code: string, at: string])[] = [
  ['a misspelt key', ['goal:', 'goals:'], 'domain.unknown-key', 'goals:'],
  ['a missing key', ['text: A small world.\n', ''], 'domain.missing', 'domain:'],
  ['an unknown type', ['is: shelf | none, start: left', 'is: shelv | none, start: left'], 'domain.unknown-type', 'shelv'],
  ['an unknown type of a parameter', ['load(shelf)', 'load(self)'], 'domain.unknown-type', 'self)'],
  ['numbers as a parameter', ['load(shelf)', 'load(0..3)'], 'domain.parameter-type', '0..3'],
  ['a type made of itself', ['place: box | shelf', 'place: box | place'], 'domain.type-circle', 'box | place'],
  ['a type without objects', ['[red, blue]', '[]'], 'domain.empty-type', 'box:'],
  ['an object twice', ['[left, right]', '[left, red]'], 'domain.name-twice', 'red]\n  place'],
  ['an object with the name of a type', ['[left, right]', '[left, place]'], 'domain.name-twice', 'place: box'],
  ['an object that cannot be a name', ['[red, blue]', '[red, "sky blue"]'], 'domain.name', '"sky blue"'],
  ['a word of the language as a name', ['[red, blue]', '[red, blue, count]'], 'domain.reserved-name', 'count]'],
  ['a state variable twice', ['  on(box):', '  load(box): { is: bool, start: true }\n  on(box):'], 'domain.name-twice', 'load(box)'],
  ['an initial value out of range', ['start: 0 }', 'start: 12 }'], 'domain.initial-value', '12 }'],
  ['an initial value of another type', ['start: left }', 'start: red }'], 'domain.initial-value', 'red }\n  load'],
  ['an initial value that is missing', ['red: left, blue: right', 'red: left'], 'domain.initial-missing', '{ red: left }'],
  ['an initial value for nobody', ['red: left, blue', 'red: left, green: left, blue'], 'domain.unknown-object', 'green'],
  ['initial values where there is one', ['start: left }', 'start: { red: left } }'], 'domain.initial-objects', '{ red: left } }'],
  ['an empty range', ['is: 0..9, values', 'is: 9..0, values'], 'domain.range-empty', '9..0'],
  ['types and numbers in one range', ['is: shelf | none, start: left', 'is: shelf | 0..3, start: left'], 'domain.range-mixed', '0..3,'],
  ['an unknown state variable', ['holds: at = ?shelf', 'holds: att = ?shelf'], 'domain.unknown-name', 'att ='],
  ['an unknown port', ['holds: at = ?shelf', 'holds: at = ?shell'], 'domain.unknown-name', '?shell'],
  ['an unknown state variable in an effect', ['- on(?box) := ?shelf', '- onn(?box) := ?shelf'], 'domain.unknown-name', 'onn('],
  ['too few arguments', ['not full(?shelf)', 'not full'], 'domain.arity', 'full and'],
  ['too many arguments', ['- at := ?p', '- at(?p) := ?p'], 'domain.arity', 'at(?p)'],
  ['an argument of another type', ['not full(?shelf)', 'not full(?box)'], 'domain.argument-type', '?box) and'],
  ['an argument that may be none', ['not full(?shelf)', 'not full(at)'], 'domain.argument-type', 'at) and'],
  ['a comparison that is never true', ['holds: at = ?shelf', 'holds: at = ?box'], 'domain.never-equal', '?box\n'],
  ['a member that can never be it', ['in {left, right} then', 'in {left, red} then'], 'domain.never-equal', 'red} then'],
  ['an order of objects', ['load(?s) >= 8', '?s >= 8'], 'domain.not-a-number', '?s >= 8'],
  ['a sum of objects', ['size(?box) < 9', '?box < 9'], 'domain.not-a-number', '?box < 9'],
  ['a value as a formula', ['when: ?p = ?shelf', 'when: ?p'], 'domain.not-a-formula', '?p\n        effect'],
  ['a value of another type set', ['on(?box) := ?shelf', 'on(?box) := ?box'], 'domain.value-type', '?box\n'],
  ['a constant set', ['- at := ?p', '- size(red) := 4'], 'domain.not-settable', 'size(red) :='],
  ['a definition set', ['- at := ?p', '- any_full := true'], 'domain.not-settable', 'any_full :='],
  ['was before the command', ['holds: at = ?shelf', 'holds: was(at) = ?shelf'], 'domain.was-here', 'was(at)'],
  ['a definition by itself', ['exists ?s in shelf (full(?s))', 'not any_full'], 'domain.definition-circle', 'any_full\n'],
  ['a bound name twice', ['exists ?s in shelf (full(?s))', 'exists ?s in shelf (exists ?s in shelf (full(?s)))'], 'domain.name-twice', '?s in shelf (full'],
  ['an outcome with the name of a port', ['each: ?p in', 'each: ?box in'], 'domain.name-twice', '?box in'],
  ['a formula that breaks off', ['holds: at = ?shelf', 'holds: at ='], 'domain.formula-syntax', '\n        say'],
  ['a comparison in an effect', ['on(?box) := ?shelf', 'on(?box) = ?shelf'], 'domain.formula-syntax', '= ?shelf\n      - if'],
  ['a sign of another language', ['holds: at = ?shelf', 'holds: at = ?shelf && true'], 'domain.formula-sign', '&& true'],
  ['a template that names nobody', ['go to {?shelf}', 'go to {?self}'], 'domain.unknown-name', '?self}'],
  ['a template with an open brace', ['not {at}', 'not {at'], 'domain.template', '{at\n'],
  ['a check id twice', ['- id: room', '- id: at-shelf'], 'domain.check-twice', 'at-shelf\n        text: there'],
  ['a check id of the language', ['- id: room', '- id: in-range'], 'domain.check-twice', 'in-range'],
  ['a check that asks the same again', ['holds: at = ?shelf', 'holds: not full(?shelf)  and (?slow or load(?shelf) + size(?box) < 9)'], 'domain.unreachable-check', 'not full(?shelf) and'],
  ['a skill with the name of an engine node', ['  Put:', '  Sequence:'], 'domain.skill-is-node', 'Sequence:'],
  ['a parameter twice', ['full(?s in shelf): load', 'full(?s in shelf, ?s in shelf): load'], 'domain.name-twice', '?s in shelf): load'],
  ['a name where nothing has one', ['exists ?s in shelf (full(?s))', 'full(?q)'], 'domain.unknown-name', '?q'],
  ['a port with too many values', ['slow: bool', 'slow: bool\n      much: 0..600'], 'domain.too-many', '0..600'],
  ['too many outcomes', ['each: ?p in {left, right}', 'each: ?p in 0..400'], 'domain.too-many', '?p in 0..400'],
  ['a set of something else', ['each: ?p in {left, right}', 'each: ?p in {left, at}'], 'domain.set-member', 'at}\n        when'],
  ['a type made of no types', ['place: box | shelf', 'place: bool'], 'domain.type-union', 'bool'],
  ['an effect for every one with the name of a port', ['- on(?box) := ?shelf', '- forall ?box in box (on(?box) := ?shelf)'], 'domain.name-twice', '?box in box'],
  ['a number that is too large', ['load(?s) >= 8', 'load(?s) >= 8000000'], 'domain.number-range', '8000000'],
  ['a range that is too large', ['is: 0..9, values', 'is: 0..9999999, values'], 'domain.formula-syntax', '9999999'],
  ['a name that is too long', ['[red, blue]', `[red, ${'b'.repeat(65)}]`], 'domain.name', 'bbbb'],
  ['a sentence that is a number', ['text: A small world.', 'text: 3'], 'domain.type', '3\n'],
  ['a sentence that is too long', ['text: A small world.', `text: ${'x'.repeat(2001)}`], 'domain.type', 'xxx'],
  ['a formula that is too long', ['holds: at = ?shelf', `holds: at = ${'x'.repeat(2001)}`], 'domain.formula-too-long', 'at = xxx'],
  ['keys and values as a formula', ['holds: at = ?shelf', 'holds: {at: left}'], 'domain.type', '{at: left}'],
  ['a word as a list', ['[left, right]\n  place', 'left or right\n  place'], 'domain.formula-syntax', 'or right'],
  ['a truth value as a name', ['[red, blue]', '[red, blue, true]'], 'domain.type', 'true]'],
  ['an object compared with a truth value', ['holds: at = ?shelf', 'holds: at = ?slow'], 'domain.never-equal', '?slow\n'],
  ['an object with brackets', ['- at := ?p', '- at := left(?p)'], 'domain.arity', 'left(?p)'],
  ['a key twice', ['slow: bool', 'box: bool'], 'domain.duplicate-key', 'box: bool'],
  ['a second document', ['goal:\n', '---\ngoal:\n'], 'domain.several-documents', '---'],
] // prettier-ignore

describe('a mistake in a domain file', () => {
  it('the file without a mistake loads', () => {
    const loaded = parseDomainText(GOOD, 'lab.yaml')
    expect(loaded.ok ? loaded.value.warnings : loaded.error).toEqual([])
  })

  it.each(SINGLE)('%s is the one problem, at its very place', (_, [from, to], code, at) => {
    expect(GOOD.split(from).length, `${from} stands once`).toBeGreaterThanOrEqual(2)
    const text = GOOD.replace(from, () => to)
    const [problem, ...more] = problemsOf(text).filter(({ severity }) => severity === 'error')
    expect(problem).toMatchObject({ code })
    expect(more).toEqual([])
    expect(problem?.where && formatRef(problem.where)).toBe(placeOf(text, at))
    expect(problem?.message).toMatch(/^\S.*\S$/)
  })

  it('says what was meant', () => {
    const hintOf = (from: string, to: string): string | undefined =>
      problemsOf(GOOD.replace(from, () => to))[0]?.hint
    expect(hintOf('goal:', 'goals:')).toBe('did you mean goal?')
    expect(hintOf('is: shelf | none', 'is: shelv | none')).toBe('did you mean shelf?')
    expect(hintOf('holds: at = ?shelf', 'holds: at = ?shell')).toBe('did you mean ?shelf?')
    expect(hintOf('holds: at = ?shelf', 'holds: at = shelf')).toBe('write ?shelf: it is a port')
    expect(hintOf('start: { red: left', 'start: { red: lef')).toBe('did you mean left?')
    expect(hintOf('holds: at = ?shelf', 'holds: ?at = ?shelf')).toBe('write at without the ?: it is no port')
    expect(hintOf('exists ?s in shelf (full(?s))', 'full(place)')).toContain('place is a type')
  })

  it('every mistake is reported, not only the first', () => {
    const text = GOOD.replace('holds: at = ?shelf', 'holds: att = ?shelf')
      .replace('go to {?shelf}', 'go to {?self}')
      .replace('- at := ?p', '- at := red')
    expect(problemsOf(text).map(({ code }) => code)).toEqual([
      'domain.unknown-name',
      'domain.unknown-name',
      'domain.value-type',
    ])
  })

  it.each([
    ['no check', ['    checks:\n', '    checks: []\n    x:\n'], 'domain.unknown-key'],
    ['a check that cannot fail', ['holds: at = ?shelf', 'holds: size(red) = 3'], 'domain.constant-check'],
    ['a port that nothing uses', ['?slow or ', ''], 'domain.unused-port'],
  ] as const)('%s is worth a word', (_, [from, to], code) => {
    const loaded = parseDomainText(
      GOOD.replace(from, () => to),
      'lab.yaml',
    )
    const found = loaded.ok ? loaded.value.warnings : loaded.error
    expect(found.map((problem) => problem.code)).toContain(code)
  })

  it('MOD-10: a skill with one check is worth a warning, and so is one that expects nothing', () => {
    const text = GOOD.replace(/ {6}- id: room[^]*?< 9\)\n/, '').replace(/ {4}expected:[^]*?(?=goal:)/, '')
    const loaded = parseDomainText(text, 'lab.yaml')
    expect(loaded.ok && loaded.value.warnings.map(({ code }) => code)).toEqual([
      'domain.few-checks',
      'domain.no-expectation',
      'domain.unused-port',
    ])
  })
})

describe('places inside texts that YAML writes in other ways', () => {
  const holds = (written: string): string => GOOD.replace('holds: at = ?shelf', () => `holds: ${written}`)

  it.each([
    ['double quotes', '"at = ?shelf and bad"', 'bad"'],
    ['double quotes with escapes', '"at = \\u003fshelf and \\x62ad"', '\\x62ad'],
    ['single quotes', "'at = ?shelf and bad'", "bad'"],
    ['a plain text over two lines', 'at = ?shelf\n          and bad', 'bad\n'],
    ['a folded block', '>-\n          at = ?shelf\n          and bad', 'bad\n'],
    ['a literal block', '|\n          at = ?shelf\n          and bad', 'bad\n'],
  ])('%s', (_, written, at) => {
    const text = holds(written)
    const [problem] = problemsOf(text)
    expect(problem?.code).toBe('domain.unknown-name')
    expect(problem?.where && formatRef(problem.where)).toBe(placeOf(text, at))
  })
})

function problemsOf(text: string): readonly Diagnostic[] {
  const loaded = parseDomainText(text, 'lab.yaml')
  return loaded.ok ? [] : loaded.error
}

/** `lab.yaml:3:7` of the first place where a piece of the text stands. */
function placeOf(text: string, piece: string): string {
  const lines = text.slice(0, text.indexOf(piece)).split('\n')
  return `lab.yaml:${lines.length}:${(lines.at(-1) ?? '').length + 1}`
}
