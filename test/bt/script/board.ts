import { must } from '#base/result.js'
import type { Compat } from '#bt/compat.js'
import { Blackboard } from '#bt/blackboard.js'
import { compileScript, type ScriptEnv } from '#bt/script/compile.js'
import { TypeTable } from '#bt/value/type-table.js'
import { enumType, UNTYPED, type ValueType } from '#bt/value/types.js'
import { Int, type Value } from '#bt/value/value.js'

/** Entries as `name: [type, data]`; without data the entry is declared and empty. */
export type Entries = Readonly<Record<string, readonly [type: string, data?: unknown]>>

export const COLORS: ReadonlyMap<string, number> = new Map([
  ['RED', 0],
  ['GREEN', 1],
  ['BLUE', 2],
])

export function boardOf(entries: Entries, board = new Blackboard()): Blackboard {
  for (const [key, [name, data]] of Object.entries(entries)) {
    const type = typeNamed(name)
    if (data === undefined) board.declare(key, type)
    else board.set(key, type, data)
  }
  return board
}

/** Runs a script and shows what it gave. @throws ScriptError */
export function run(source: string, env: ScriptEnv, compat: Compat = '4.10'): string {
  return shown(must(compileScript(source, { compat }), source).run(env))
}

/** A value with its kind: `int64 3`, `double 3`, `string "x"`, `empty`, `vector<int32>`. */
export function shown(value: Value): string {
  if (value === undefined) return 'empty'
  if (typeof value === 'number') return `double ${Object.is(value, -0) ? '-0' : value}`
  if (typeof value === 'string') return `string ${JSON.stringify(value)}`
  return value instanceof Int ? `${value.storage} ${value.exact}` : value.type
}

/** What an entry holds and how often it was written: `int64 3 #2`; `none` when there is no such entry. */
export function entryShown(board: Blackboard, key: string): string {
  const entry = board.entry(key)
  return entry === undefined ? 'none' : `${shown(entry.value)} #${entry.seq}`
}

const types = new TypeTable().add(enumType('Color')).add(UNTYPED)
const typeNamed = (name: string): ValueType => types.byName(name)
