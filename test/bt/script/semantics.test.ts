import { describe, expect, it } from 'vitest'
import { ScriptError } from '#bt/script/compile.js'
import { boolFromValue } from '#bt/value/numbers.js'
import { Int } from '#bt/value/value.js'
import { boardOf, COLORS, entryShown, run, type Entries } from './board.js'

type Row = readonly [script: string, result: string | RegExp, entries?: Entries]

const NUMBERS: readonly Row[] = [
  ['3', 'int64 3'],
  ['3.0', 'double 3'],
  ['0xFF', 'int64 255'],
  ['0X10', 'int64 16'],
  ['007', 'int64 7'],
  ['1e3', 'double 1000'],
  ['2.5e-1', 'double 0.25'],
  ['true', 'double 1'],
  ['false', 'double 0'],
  ['9223372036854775807', 'int64 9223372036854775807'],
  ['9223372036854775808', 'int64 0'],
  ['0xFFFFFFFFFFFFFFFF', 'int64 0'],
  ['1 + 2', 'double 3'],
  ['7 / 2', 'double 3.5'],
  ['2 - 5 - 1', 'double -4'],
  ['8 / 4 / 2', 'double 1'],
  ['1 + 2 * 3', 'double 7'],
  ['(1 + 2) * 3', 'double 9'],
  ['1 / 0', 'double Infinity'],
  ['0 / 0', 'double NaN'],
  ['-0', 'double -0'],
  ['-7 / 2', 'double -3.5'],
  ['--3', 'double 3'],
  ['2 * -3', 'double -6'],
  ['-a', 'double -5', { a: ['uint8', 5] }],
  ['9007199254740993', 'int64 9007199254740993'],
  ['9007199254740991 + 0', 'double 9007199254740991'],
  ['9007199254740992 + 0', /^the integer 9007199254740992 is beyond 2\^53/],
  ['-9007199254740992', /beyond 2\^53/],
]

const BITS: readonly Row[] = [
  ['6 & 3', 'double 2'],
  ['6.0 & 3', 'double 2'],
  ['6 | 9', 'double 15'],
  ['7 ^ 2', 'double 5'],
  ['4294967296 & 4294967297', 'double 4294967296'],
  ['-1 & 4294967297', 'double 4294967297'],
  ['-4294967297 ^ 1', 'double -4294967298'],
  ['2.5 | 1', /^\| works on 64-bit integers, and 2\.5 is not one/],
  ['1e19 & 1', /^& works on 64-bit integers/],
  ['~0', 'double -1'],
  ['~2.7', 'double -3'],
  ['~-1', 'double 0'],
  ['~4294967296', 'double -4294967297'],
  ['~1e19', /^~ cannot use 10000000000000000000: it does not fit/],
  ['1 | 2 == 3', 'double 1'],
  ['1 | 6 & 2', 'double 3'],
  ["'a' & 1", /^& cannot use the text 'a'/],
]

const LOGIC: readonly Row[] = [
  ['true && 1', 'double 1'],
  ['1 && 0', 'double 0'],
  ['0 || 0.5', 'double 1'],
  ['2.0 && 1', 'double 1'],
  ['2 && 1', /^the integer 2 is neither true nor false/],
  ['1 || 2', /^the integer 2 is neither true nor false/],
  ['-1 && 1', /^-1 is neither true nor false/],
  ['a && 1', /^the integer -1 is neither true nor false/, { a: ['int32', -1] }],
  ['0/0 && 1', 'double 1'],
  ["'true' && 1", /^&& cannot use the text 'true'/],
  ['b && !b', 'double 0', { b: ['bool', true] }],
  ['!0', 'double 1'],
  ['!0.5', 'double 0'],
  ['!-1', 'double 0'],
  ["!'x'", /^! cannot use the text 'x'/],
  ['true || missing', /^there is no variable missing/],
  ['1 || 0 && 0', 'double 1'],
]

const COMPARISONS: readonly Row[] = [
  ['1 < 2 < 3', 'double 1'],
  ['1 < 3 < 2', 'double 0'],
  ['3 < 2 < missing', 'double 0'],
  ['1 == 1 == 1', 'double 1'],
  ['2 == 2 != 3', 'double 1'],
  ['2.5 == 2.50000001', 'double 1'],
  ['2.5 != 2.50000001', 'double 0'],
  ['2.5 < 2.50000001', 'double 1'],
  ['1/0 == 1/0', 'double 0'],
  ['0/0 == 0/0', 'double 0'],
  ['0/0 != 0/0', 'double 1'],
  ['0/0 < 1', 'double 1'],
  ['0/0 > 1', 'double 1'],
  ["'a' == 'a'", 'double 1'],
  ["'a' < 'b'", 'double 1'],
  ["'ab' > 'a'", 'double 1'],
  ["'🐎' > '\uffee'", 'double 1'],
  ["'10' < '9'", 'double 1'],
  ["'3abc' == 3", 'double 1'],
  ["3 == '4'", 'double 0'],
  ["'1.5' < 2", 'double 1'],
  ["'true' == 1", 'double 1'],
  ["0 == 'false'", 'double 1'],
  ["'BLUE' == 2", 'double 1'],
  ["'0x10' == 0", 'double 1'],
  ["'inf' > 1", 'double 1'],
  ["'True' == 1", /^"True" is no real number/],
  ["'' == 0", /^"" is no real number/],
  ["' 5' == 5", /^" 5" is no real number/],
  ["'+5' == 5", /^"\+5" is no real number/],
  ["'1e400' == 5", /^"1e400" is too large/],
  ['v == 1', /^== cannot compare a vector<int32> with the double 1/, { v: ['vector<int32>', [1]] }],
  ['e == 1', /^e, an operand of ==, has no value yet/, { e: ['int32'] }],
]

const TEXTS: readonly Row[] = [
  ["'a' .. 'b'", 'string "ab"'],
  ["'a' + 'b'", 'string "ab"'],
  ["'k' .. 3", 'string "k3"'],
  ["'k' .. 3.0", 'string "k3.000000"'],
  ["'k' .. (1 + 2)", 'string "k3.000000"'],
  ["'t' .. true", 'string "t1.000000"'],
  ["1 .. 'x'", 'string "1x"'],
  ["'' .. 0.0078125", 'string "0.007812"'],
  ["'' .. 0.0234375", 'string "0.023438"'],
  ["'' .. 1e22", 'string "10000000000000000000000.000000"'],
  ["'' .. -0", 'string "-0.000000"'],
  ["'' .. 0/0", 'string "-nan"'],
  ["'' .. (1/0)", 'string "inf"'],
  ["'' .. i", 'string "9007199254740993"', { i: ['int64', 9007199254740993n] }],
  ["'žlutý ' .. '🐎'", 'string "žlutý 🐎"'],
  ['1 .. 2', 'empty'],
  ["'' .. (1 .. 2)", /^an operand of \.\. has no value/],
  ["'a' + 1", /^\+ cannot join the text 'a' and/],
  ["'n' .. 1 + 2", /^\+ cannot join the text 'n1' and/],
  ["'x' - 'y'", /^- cannot use the text 'x'/],
  ["-'x'", /^- cannot use the text 'x'/],
]

const CONDITIONS: readonly Row[] = [
  ['true ? 1 : 2', 'int64 1'],
  ['0 ? 1 : 2', 'int64 2'],
  ['-1 ? 1 : 2', 'int64 1'],
  ['0/0 ? 1 : 2', 'int64 1'],
  ["'1x' ? 1 : 2", 'int64 1'],
  ["'0' ? 1 : 2", 'int64 2'],
  ["'s' ? 1 : 2", /^"s" is no real number/],
  ["'' ? 1 : 2", /^"" is no real number/],
  ["'true' ? 1 : 2", /^"true" is no real number/],
  ['0 ? 1 : 0 ? 2 : 3', 'int64 3'],
  ['1 ? 0 ? 1 : 2 : 3', 'int64 2'],
  ["1 > 2 ? 'x' : 'y'", 'string "y"'],
  ['1 ? 2 : missing', 'int64 2'],
  ['e ? 1 : 2', /^e, an operand of \?, has no value yet/, { e: ['int32'] }],
]

const NAMES: readonly Row[] = [
  ['x', 'int64 4', { x: ['int32', 4] }],
  ['RED', 'double 0', { RED: ['int32', 4] }],
  ['RED := 5; RED', 'double 0'],
  ['BLUE + 1', 'double 3'],
  ['x', 'empty', { x: ['int32'] }],
  ['x + 1', /^x, an operand of \+, has no value yet/, { x: ['int32'] }],
  ['x', /^there is no variable x .*create it first with x := …/],
  ['speeed', /did you mean speed\?/, { speed: ['int32', 4] }],
  ['GREN', /did you mean GREEN\?/],
  ['x and 1', /there is no variable and .*logical and is &&/, { x: ['int32', 1] }],
  ['True', /there is no variable True .*write true/],
  ['constructor', /there is no variable constructor/],
  ['__proto__ := 1; __proto__', 'int64 1'],
  ['1 2 3', 'int64 3'],
  ['a:=1 b:=2 a', 'int64 1'],
  ['a := 1;;; a;', 'int64 1'],
]

const TABLES = { NUMBERS, BITS, LOGIC, COMPARISONS, TEXTS, CONDITIONS, NAMES }

describe.each(Object.entries(TABLES))('%s in scripts', (_, rows) => {
  it.each(rows.map((row) => [row[0], row] as const))('%s', (_script, [script, result, entries]) => {
    const env = { blackboard: boardOf(entries ?? {}), enums: COLORS }
    if (typeof result === 'string') expect(run(script, env)).toBe(result)
    else {
      expect(() => run(script, env)).toThrow(ScriptError)
      expect(() => run(script, env)).toThrow(result)
    }
  })
})

describe('a condition', () => {
  it.each([
    [Int.of(0), false],
    [Int.of(1), true],
    [0, false],
    [0.5, true],
    [3, true],
    [NaN, true],
  ])('takes %o for %o', (value, truth) => {
    expect(boolFromValue(value)).toBe(truth)
  })

  it.each([Int.of(2), Int.of(-1), -0.5, 'true', '1', '', undefined])('does not take %o', (value) => {
    expect(() => boolFromValue(value)).toThrow()
  })
})

describe('where a script failed', () => {
  it.each([
    ['b := x + 1', 7],
    ['a := 1; b := nope', 13],
    ["a := 'x' - 1", 9],
    ["ok := 1; '🐎' & 1", 14],
    ['1 < 2 < (3 .. 4)', 6],
    ['a = 1', 2],
  ])('is told for %s', (script, offset) => {
    const env = { blackboard: boardOf({ x: ['int32'] }), enums: COLORS }
    try {
      run(script, env)
      expect.unreachable()
    } catch (cause) {
      expect(cause).toBeInstanceOf(ScriptError)
      expect(cause).toMatchObject({ offset, source: script })
    }
  })

  it('leaves what earlier statements wrote', () => {
    const blackboard = boardOf({})
    expect(() => run('a := 1; b := nope; c := 1', { blackboard, enums: COLORS })).toThrow(ScriptError)
    expect(['a', 'b', 'c'].map((key) => entryShown(blackboard, key))).toEqual([
      'int64 1 #1',
      'empty #0',
      'none',
    ])
  })
})
