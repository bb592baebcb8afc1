import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { ScriptError } from '#bt/script/compile.js'
import { SCRIPT_LIMITS } from '#bt/limits.js'
import { mistakesOf, suspicionsOf } from '#bt/script/mistakes.js'
import { parseScript } from '#bt/script/parse.js'
import { formatScriptProblem } from '#bt/script/token.js'
import { boardOf, COLORS, run, type Entries } from './board.js'

/** One script and what is said about it, word by word; `messages.jsonl` holds one a line. */
interface Said {
  readonly script: string
  /** what reading it finds */
  readonly read?: readonly string[]
  /** what compat strict refuses */
  readonly mistakes?: readonly string[]
  readonly suspicions?: readonly string[]
  /** the value that a run gives, or its error */
  readonly run?: string
}

const said = readFileSync(new URL('messages.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Said)

const ENTRIES: Entries = {
  e: ['int32'],
  f: ['int32'],
  i: ['int32', 5],
  s: ['string', 'txt'],
  v: ['vector<int32>', [1]],
  big: ['int64', 9007199254740993n],
  neg: ['int32', -1],
  long: ['string', 'x'.repeat(50)],
  forty: ['string', 'y'.repeat(40)],
  fresh: ['Any'],
  c: ['Color', 1],
}

const parsed = (script: string) => must(parseScript(script), script)

function outcome(script: string): string {
  try {
    return run(script, { blackboard: boardOf(ENTRIES), enums: COLORS })
  } catch (cause) {
    if (cause instanceof ScriptError) return cause.message
    throw cause
  }
}

describe('what is said about a script, word by word', () => {
  it.each(said.filter(({ read }) => read !== undefined))('when $script is read', ({ script, read }) => {
    const result = parseScript(script)
    expect(result.ok ? [] : result.error.map(formatScriptProblem)).toEqual(read)
  })

  it.each(said.filter(({ mistakes }) => mistakes !== undefined))(
    'when $script can only go wrong',
    ({ script, mistakes }) => expect(mistakesOf(parsed(script)).map(formatScriptProblem)).toEqual(mistakes),
  )

  it.each(said.filter(({ suspicions }) => suspicions !== undefined))(
    'when $script is hardly meant',
    ({ script, suspicions }) =>
      expect(suspicionsOf(parsed(script)).map(formatScriptProblem)).toEqual(suspicions),
  )

  it.each(said.filter((row) => row.run !== undefined))('when $script is run', (row) => {
    expect(outcome(row.script)).toBe(row.run)
  })
})

describe('the limits of a script, word by word', () => {
  const first = (script: string) => {
    const result = parseScript(script)
    return result.ok ? undefined : result.error.map(formatScriptProblem)
  }

  it.each([
    [
      'a text of one unit too many',
      `1${' '.repeat(SCRIPT_LIMITS.length)}`,
      'at 16384: the script has 16385 characters, 16384 are the limit; split it into several Script nodes',
    ],
    [
      'one word too many',
      'a '.repeat(SCRIPT_LIMITS.tokens + 1),
      'at 8192: the script has more than 4096 words and signs; split it into several Script nodes',
    ],
    [
      'one parenthesis too many',
      `${'('.repeat(SCRIPT_LIMITS.nesting)}1${')'.repeat(SCRIPT_LIMITS.nesting)}`,
      'at 200: the script is nested deeper than 200 levels',
    ],
    ['one operator too many', `1${'+1'.repeat(1002)}`, 'at 2003: more than 1000 operators in a row'],
    ['no statement', ' \t', 'at 0: the script is empty; write a statement, such as x := 1'],
  ])('%s', (_, script, message) => {
    expect(first(script)).toEqual([message])
  })

  it('are not met by one unit, word or parenthesis less', () => {
    expect(first(`1${' '.repeat(SCRIPT_LIMITS.length - 1)}`)).toBeUndefined()
    expect(first('a '.repeat(SCRIPT_LIMITS.tokens))).toBeUndefined()
    const depth = SCRIPT_LIMITS.nesting - 1
    expect(first(`${'('.repeat(depth)}1${')'.repeat(depth)}`)).toBeUndefined()
  })

  it('a message quotes at most 120 characters of its script', () => {
    const tail = (length: number) => `absentee${' '.repeat(length - 8)}`
    expect(outcome(tail(120))).toContain(`"${tail(120)}"); create`)
    expect(outcome(tail(121))).toContain(`"${tail(120)}…"); create`)
  })
})
