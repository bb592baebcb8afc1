import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Blackboard } from '#bt/blackboard.js'
import { compileScript, ScriptError } from '#bt/script/compile.js'
import { boardOf, COLORS, entryShown, shown, type Entries } from './board.js'

/**
 * What BehaviorTree.CPP 4.10.0 (GCC 12, x86-64) made of random scripts, each on the blackboard below: the result,
 * `error` or `unreadable`, and the entries that were changed, as `board.ts` shows them; `@` marks the outermost
 * blackboard.
 */
type Recorded = readonly [script: string, result: string, changed: Readonly<Record<string, string>>]

const ENTRIES: Entries = {
  a: ['int32', 7],
  b: ['bool', true],
  i: ['int64', 9_007_199_254_740_993n],
  d: ['double', 2.5],
  s: ['string', 'str'],
  t: ['string', '12'],
  u: ['uint64', 7n],
  q: ['uint8', 200],
  c: ['Color'],
  v: ['vector<int32>', [1, 2]],
  e: ['int32'],
  es: ['string'],
  eb: ['bool'],
  ea: ['any'],
}

const recorded = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

describe('scripts recorded from BehaviorTree.CPP', () => {
  it('are at least 1700, of which 1000 give a value, 400 fail and 100 cannot be read', () => {
    const count = (result: string): number => recorded.filter((row) => row[1] === result).length
    expect(recorded.length).toBeGreaterThanOrEqual(1700)
    expect(recorded.length - count('error') - count('unreadable')).toBeGreaterThanOrEqual(1000)
    expect(count('error')).toBeGreaterThanOrEqual(400)
    expect(count('unreadable')).toBeGreaterThanOrEqual(100)
  })

  it('give the same values and leave the same blackboards here', () => {
    expect(recorded.map(([script]) => replay(script))).toEqual(recorded)
  })
})

function replay(source: string): Recorded {
  const root = new Blackboard()
  const board = boardOf(ENTRIES, new Blackboard(root))
  const before = new Map([...board.keys()].map((key) => [key, entryShown(board, key)]))
  const result = resultOf(source, board)
  const changed = [...board.keys()]
    .filter((key) => entryShown(board, key) !== before.get(key))
    .map((key) => [key, entryShown(board, key)])
  const outer = [...root.keys()].map((key) => [`@${key}`, entryShown(root, key)])
  return [source, result, Object.fromEntries([...changed, ...outer]) as Recorded[2]]
}

function resultOf(source: string, blackboard: Blackboard): string {
  const script = compileScript(source)
  if (!script.ok) return 'unreadable'
  try {
    return shown(script.value.run({ blackboard, enums: COLORS }))
  } catch (cause) {
    if (cause instanceof ScriptError) return 'error'
    throw cause
  }
}
