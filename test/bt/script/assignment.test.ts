import { describe, expect, it } from 'vitest'
import { Blackboard } from '#bt/blackboard.js'
import { ScriptError } from '#bt/script/compile.js'
import { SCRIPT_LIMITS } from '#bt/limits.js'
import { boardOf, COLORS, entryShown, run, type Entries } from './board.js'

/** What `x` holds after the script, or the error that it ends with and what `x` holds then. */
type Row = readonly [script: string, x: string, entries?: Entries, error?: RegExp]

const CREATE: readonly Row[] = [
  ['x := 3', 'int64 3 #1'],
  ['x := 1 + 2', 'double 3 #1'],
  ["x := 's'", 'string "s" #1'],
  ['x := true', 'double 1 #1'],
  ['y := x := 3', 'int64 3 #1'],
  ['(x := 3) + (x += 1)', 'int64 4 #2'],
  ['x := x + 1', 'empty #0', {}, /x, an operand of \+, has no value yet/],
  ['x := nope', 'empty #0', {}, /no variable nope/],
  ['x := 1 .. 2', 'empty #0', {}, /the value assigned to x is empty/],
  ['x = 3', 'none', {}, /no variable x that = could change .*:= creates it/],
  ['x += 3', 'none', {}, /no variable x that \+= could change/],
  ['x = nope', 'none', {}, /no variable x/],
  ['3 := nope', 'none', {}, /^:= needs a variable on its left/],
  ['x + 1 := 3', 'int64 1 #1', { x: ['int32', 1] }, /^:= needs a variable/],
]

const KEEP: readonly Row[] = [
  ['x := 1; x := 2.0', 'int64 2 #2'],
  ['x := 1; x := 2.5', 'int64 1 #1', {}, /2\.5 has a fraction/],
  ['x := 1.0; x := 2', 'double 2 #2'],
  ["x := 1; x := '25'", 'double 25 #2'],
  ["x := 1; x := 'true'", 'double 1 #2'],
  ["x := 1; x := 'BLUE'", 'double 2 #2'],
  ["x := 1; x := 'abc'", 'int64 1 #1', {}, /"abc" is no real number/],
  ["x := 's'; x := 3", 'string "s" #1', {}, /cannot replace/],
  ["x := 's'; x := 't'", 'string "t" #2'],
  ['x := 2 * 3', 'int64 6 #2', { x: ['int32', 1] }],
  ['x := 0/0', 'int64 1 #1', { x: ['int32', 1] }, /NaN/],
  ['x := 1e19', 'int64 1 #1', { x: ['int64', 1n] }, /outside the integers/],
  ['x := -1', 'uint64 1 #1', { x: ['uint64', 1n] }, /outside the integers/],
  ['x := 9007199254740993', 'double 1 #1', { x: ['double', 1] }, /too many digits/],
  ['x := 9007199254740993', 'int64 9007199254740993 #2', { x: ['int32', 1] }],
  ["x := '77'", 'int64 77 #2', { x: ['int32', 4] }],
  ["x := 'abc'", 'int64 4 #1', { x: ['int32', 4] }, /"abc" is no int32/],
  ["x := '300'", 'int64 200 #1', { x: ['uint8', 200] }, /outside uint8/],
  ['x := x + 100', 'int64 300 #2', { x: ['uint8', 200] }],
  ['x := 2', 'int64 2 #2', { x: ['bool', true] }],
  ["x := 'false'", 'int64 0 #2', { x: ['bool', true] }],
  ['x := 2.5', 'double 2.5 #1', { x: ['int32'] }],
  ["x := '7'", 'int64 7 #1', { x: ['int32'] }],
  ["x := '1;2'", 'vector<int32> #1', { x: ['vector<int32>'] }],
  ['x := 1', 'vector<int32> #1', { x: ['vector<int32>', [1]] }, /cannot replace/],
  ['x := BLUE', 'double 2 #1', { x: ['Color'] }],
  ["x := 'RED'", 'empty #0', { x: ['Color'] }, /the text 'RED' cannot become a Color/],
  ["x := BLUE; x := 'RED'", 'double 0 #2', { x: ['Color'] }],
  ["x := 'RED'", 'empty #0', { x: ['Any'] }, /cannot become a Any/],
  ['x := 5', 'int64 5 #1', { x: ['Any'] }],
  ['x := v', 'vector<int32> #1', { v: ['vector<int32>', [1]] }],
]

const UPDATE: readonly Row[] = [
  ['x += 2', 'int64 5 #2', { x: ['int32', 3] }],
  ['x -= 5', 'int64 -2 #2', { x: ['int32', 3] }],
  ['x *= 2.0', 'int64 6 #2', { x: ['int32', 3] }],
  ['x /= 3', 'int64 1 #2', { x: ['int32', 3] }],
  ['x /= 2', 'int64 3 #1', { x: ['int32', 3] }, /1\.5 has a fraction/],
  ['x += 0.5', 'int64 3 #1', { x: ['int32', 3] }, /3\.5 has a fraction/],
  ['x += 0.5', 'double 3.5 #2', { x: ['double', 3] }],
  ["x += 'b'", 'string "ab" #2', { x: ['string', 'a'] }],
  ["x -= 'b'", 'string "a" #1', { x: ['string', 'a'] }, /-= cannot use the text 'b'/],
  ["x += '2'", 'int64 3 #1', { x: ['int32', 3] }, /cannot append a text to the int32 3/],
  ['x += 2', 'string "a" #1', { x: ['string', 'a'] }, /cannot use a number on x/],
  ['x += 1', 'empty #0', { x: ['int32'] }, /x has no value yet/],
  ['x += v', 'int64 3 #2', { x: ['int32', 3], v: ['vector<int32>', [1]] }],
  ['x += (x += 1)', 'int64 8 #3', { x: ['int32', 3] }],
]

describe.each([
  ['the first value', CREATE],
  ['a later value', KEEP],
  ['changing a value', UPDATE],
])('assigning %s', (_, rows) => {
  it.each(rows.map((row) => [row[0], row[1], row] as const))('%s leaves x as %s', (_script, _x, row) => {
    const [script, x, entries = {}, error] = row
    const blackboard = boardOf(entries)
    const go = (): string => run(script, { blackboard, enums: COLORS })
    if (error === undefined) expect(go).not.toThrow()
    else expect(go).toThrow(error)
    expect(entryShown(blackboard, 'x')).toBe(x)
  })
})

describe('a name that begins with @', () => {
  it('means the outermost blackboard', () => {
    const root = new Blackboard()
    const inner = new Blackboard(new Blackboard(root))
    expect(run('@g := 3; g := 4; @g + g', { blackboard: inner, enums: COLORS })).toBe('double 7')
    expect(entryShown(root, 'g')).toBe('int64 3 #1')
    expect(entryShown(inner, 'g')).toBe('int64 4 #1')
  })
})

describe('a text that grows', () => {
  it('stops at the limit with an error', () => {
    const blackboard = boardOf({ s: ['string', 'x'.repeat(1024)] })
    const double = (): string => run('s += s', { blackboard, enums: COLORS })
    for (let size = 1024; size < SCRIPT_LIMITS.text; size *= 2) double()
    expect(double).toThrow(/longer than 1048576 characters/)
    expect(double).toThrow(ScriptError)
  })
})

describe('compat: strict', () => {
  const env = { blackboard: boardOf({ n: ['int32', 0] }), enums: COLORS }

  it.each([
    ['true || missing', 'double 1'],
    ['false && missing', 'double 0'],
    ['false || 1', 'double 1'],
    ['true && 0.5', 'double 1'],
    ['2.5 == 2.50000001', 'double 0'],
    ['1/0 == 1/0', 'double 1'],
    ['0/0 < 1', 'double 0'],
    ['0/0 != 0/0', 'double 1'],
    ['1 == 1.0', 'double 1'],
    ["'3abc' == 3", 'double 1'],
  ])('%s is %s', (script, result) => {
    expect(run(script, env, 'strict')).toBe(result)
  })

  it('still wants truth values on both sides', () => {
    expect(() => run('2 && 1', env, 'strict')).toThrow(/neither true nor false/)
    expect(() => run('1 && 2', env, 'strict')).toThrow(/neither true nor false/)
  })
})
