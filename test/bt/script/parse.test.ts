import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { compileScript } from '#bt/script/compile.js'
import { SCRIPT_LIMITS } from '#bt/limits.js'
import { mistakesOf, suspicionsOf } from '#bt/script/mistakes.js'
import { parseScript } from '#bt/script/parse.js'
import { printScript } from '#bt/script/print.js'
import { formatScriptProblem, type ScriptProblem } from '#bt/script/token.js'
import { variablesOf } from '#bt/script/variables.js'

function problemsOf(source: string): readonly ScriptProblem[] {
  const result = parseScript(source)
  return result.ok ? [] : result.error
}

const parsed = (source: string) => must(parseScript(source), source)

describe('a script that cannot be read', () => {
  it.each([
    ['a := "dq"', 5, "write 'dq'"],
    ['a := "it\'s"', 5, 'cannot hold a single quote'],
    ['a := "open', 5, 'single quotes'],
    ['a := `x`', 5, "write 'x'"],
    ["a := 'open", 5, 'have no escapes'],
    ['a := 3x', 5, 'begins with a letter'],
    ['a := 65.', 5, 'write 65.0'],
    ['a := 1.e5', 5, 'write 1.0e5'],
    ['a := .5', 5, 'write 0.5'],
    ['a := 1e', 5, 'write 1e0'],
    ['a := 1.0f', 5, 'no suffix'],
    ['a := 1_000', 5, 'write 1000'],
    ['a := 0x', 5, '0xFF is 255'],
    ['a := 0x1..2', 5, '0xFF is 255'],
    ['a := 1e999', 5, undefined],
    ['a := 1e-999', 5, undefined],
    ['a := 1 # no', 7, 'no comments'],
    ['a := 1 // no', 8, 'no comments'],
    ['a := b % 2', 7, 'remainder'],
    ['a === 2', 4, 'equality is =='],
    ['a !== 2', 4, 'inequality is !='],
    ['a =< 2', 3, 'write <='],
    ['a => 2', 3, 'write >='],
    ['a <> 2', 3, 'inequality is !='],
    ['x++', 2, 'write x += 1'],
    ['x--', 3, 'write x -= 1'],
    ['x =+ 1', 3, 'write +='],
    ['x ** 2', 3, 'no power'],
    ['1 << 2', 3, 'no shift'],
    ['f()', 2, 'no functions'],
    ['a, b', 1, 'separated by ;'],
    ['{a} := 1', 0, 'write a'],
    ['$a := 1', 0, 'by its name alone'],
    ['a.b := 1', 1, 'names have no dots'],
    ['žluť := 1', 0, 'letters A to Z'],
    ['a := 1\u00a0', 6, 'plain blank'],
    ['a := 1\f', 6, 'plain blank'],
    ['🐎 := 1', 0, undefined],
    ['; a := 1', 0, 'does not begin with ;'],
    ['a := ', 5, undefined],
    ['a := (1 + 2', 11, 'the ( at 5 is not closed'],
    ['a := 1)', 6, undefined],
    ['a := 1 ? 2', 10, 'test ? yes : no'],
    ['a := 1 ? 2 : 3 := 4', 15, 'equality is =='],
    ['x = = 2', 4, 'equality is =='],
    ['', 0, 'x := 1'],
    [' \n\t', 0, 'x := 1'],
  ])('%j is refused at %i', (source, offset, hint) => {
    const [problem, ...others] = problemsOf(source)
    expect(problem?.offset).toBe(offset)
    if (hint === undefined) expect(problem?.hint).toBeUndefined()
    else expect(problem?.hint).toContain(hint)
    expect(others.length > 0).toBe(source.startsWith('ž'))
  })

  it('tells all its mistakes in the order of their offsets', () => {
    const problems = problemsOf('a := 1 +; b := 3x; c := 2; d := (; e === 1 ? "x')
    expect(problems.map(({ offset }) => offset)).toEqual([8, 15, 33, 39, 45])
  })

  it('counts offsets in UTF-16 units', () => {
    expect(problemsOf("s := '🐎žluť'; t := #")[0]?.offset).toBe(20)
  })

  it('tells at most 20 mistakes', () => {
    expect(problemsOf('#;'.repeat(500))).toHaveLength(SCRIPT_LIMITS.problems)
  })

  it('has a message of one line', () => {
    expect(problemsOf('a := 65.').map(formatScriptProblem)).toEqual([
      'at 5: "65." is no number, expected digits after the dot; write 65.0',
    ])
  })
})

describe('limits of a script', () => {
  it.each([
    ['length', 'a'.repeat(SCRIPT_LIMITS.length + 1), /characters/],
    ['tokens', 'a '.repeat(SCRIPT_LIMITS.tokens + 1), /words and signs/],
    ['parentheses', '('.repeat(8000), /nested deeper/],
    ['signs', '-'.repeat(4000), /nested deeper/],
    ['nested conditions', '1?'.repeat(1000), /nested deeper/],
    ['conditions in a row', '1?1:'.repeat(900), /nested deeper/],
    ['assignments in a row', 'a:='.repeat(1500), /nested deeper/],
    ['a chain', `1${'+1'.repeat(2000)}`, /in a row/],
    ['quotes', "'".repeat(8001), /words and signs|never ends/],
    ['digits', `${'9'.repeat(16_000)}x`, /no number/],
  ])('%s are bounded', (_, source, message) => {
    expect(problemsOf(source)[0]?.message).toMatch(message)
  })

  it('leave room for long scripts', () => {
    expect(problemsOf(`a := 1${' + 1'.repeat(990)}`)).toEqual([])
    expect(problemsOf('a := 1; '.repeat(1000))).toEqual([])
    expect(problemsOf(`a := ${'('.repeat(90)}1${')'.repeat(90)}`)).toEqual([])
    expect(problemsOf('1'.repeat(16_000))).toEqual([])
  })
})

describe('printing a script', () => {
  it.each([
    ['a:=1+2*3;b:=(1+2)*3', 'a := 1 + 2 * 3; b := (1 + 2) * 3'],
    ['((a))', 'a'],
    ['a-(b-c)', 'a - (b - c)'],
    ['(a-b)-c', 'a - b - c'],
    ['(1<2)<3', '(1 < 2) < 3'],
    ['1<2<3', '1 < 2 < 3'],
    ['1<(2<3)', '1 < (2 < 3)'],
    ['(a?b:c)?d:e?f:g', '(a ? b : c) ? d : e ? f : g'],
    ['a?(b:=1):c', 'a ? b := 1 : c'],
    ['a?b:(c:=1)', 'a ? b : (c := 1)'],
    ['a&&(b:=1)==1', 'a && (b := 1) == 1'],
    ['- -a*!b', '--a * !b'],
    ['-(a*b)', '-(a * b)'],
    ["0xFF ..'x'..1.50e3", "0xFF .. 'x' .. 1.50e3"],
    ['a:=1 b:=2', 'a := 1; b := 2'],
    ['(a+b):=3', 'a + b := 3'],
    ['(a:=b):=3', '(a := b) := 3'],
    ['99999999999999999999', '99999999999999999999'],
  ])('%s becomes %s', (source, text) => {
    expect(printScript(parsed(source))).toBe(text)
  })
})

describe('the variables of a script', () => {
  it.each([
    ['x := y + 1', ['y'], ['x'], ['x']],
    ['x += y; z = 1', ['x', 'y'], ['x', 'z'], []],
    ['a ? b := 1 : @c', ['a', '@c'], ['b'], ['b']],
    ['-a < !b <= ~c', ['a', 'b', 'c'], [], []],
    ['x := x', ['x'], ['x'], ['x']],
    ['a + b := c', ['a', 'b', 'c'], [], []],
    ["'text' == true", [], [], []],
  ])('%s', (source, reads, writes, creates) => {
    const found = variablesOf(parsed(source))
    expect([...found.reads]).toEqual(reads)
    expect([...found.writes]).toEqual(writes)
    expect([...found.creates]).toEqual(creates)
  })
})

describe('what can be read but not meant', () => {
  it.each([
    ['3 := a', 2],
    ['a && b := 3', 7],
    ['x := 99999999999999999999', 5],
    ['x := 0xFFFFFFFFFFFFFFFF', 5],
    ['x := 1 .. 2', 7],
  ])('%s is a mistake, which compat strict refuses', (source, offset) => {
    expect(mistakesOf(parsed(source)).map((problem) => problem.offset)).toEqual([offset])
    expect(compileScript(source).ok).toBe(true)
    const strict = compileScript(source, { compat: 'strict' })
    expect(strict.ok ? [] : strict.error.map((problem) => problem.offset)).toEqual([offset])
  })

  it.each([
    ['a := 1 b := 2', [7]],
    ['a := 1\nb := 2', []],
    ['a := 1; b := 2', []],
    ['a := 1; b == 2; c := 3', [8]],
    ['a == 1', []],
    ['x and y', [0, 2, 2, 6]],
    ['(a := 1); b', []],
  ])('%s is suspicious at %j', (source, offsets) => {
    expect(suspicionsOf(parsed(source)).map((problem) => problem.offset)).toEqual(offsets)
    expect(mistakesOf(parsed(source))).toEqual([])
  })
})
