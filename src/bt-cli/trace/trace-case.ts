import type { CaseRecord } from '#bt-tools/tape/case.js'
import type { Json } from '#bt-tools/tape/json.js'
import { stringify } from '#bt-tools/tape/record.js'
import { runCase } from '#bt-tools/tape/run-case.js'
import type { RunnableCase } from './read-case.js'

/** What the engine did with a case; `crash` if it threw unexpectedly. */
export interface CaseTrace {
  readonly name: string
  readonly expect: CaseRecord
  /** the line of JSON */
  readonly json: string
  readonly crash?: string
}

/** Runs a case; a bug of the engine in one case must not hide the others. */
export function traceCase({ name, input, files }: RunnableCase): CaseTrace {
  try {
    const expect = runCase(input, files)
    return { name, expect, json: stringify({ name, expect }) }
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause)
    const expect: CaseRecord = { error: { class: 'crash', stage: 'crash', what } }
    const crash = cause instanceof Error ? (cause.stack ?? what) : what
    return { name, expect, json: stringify({ name, expect }), crash }
  }
}

/** What happened, in short: `create error: …`, `5 steps, SUCCESS`, `3 steps, exception: …`. */
export function inWords({ error, steps }: CaseRecord): string {
  if (error !== undefined) return `${textOf(error, 'stage')} error: ${textOf(error, 'what')}`
  const list: readonly Json[] = Array.isArray(steps) ? steps : []
  const last = list.at(-1)
  const count = `${list.length} step${list.length === 1 ? '' : 's'}`
  const exception = fieldOf(last, 'exception')
  if (exception !== undefined) return `${count}, exception: ${textOf(exception, 'what')}`
  const statuses = list.map((step) => textOf(step, 'status')).filter((status) => status !== '')
  return `${count}, ${statuses.at(-1) ?? 'no tick'}`
}

const fieldOf = (json: Json | undefined, key: string): Json | undefined =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as Readonly<Record<string, Json>>)[key]
    : undefined

function textOf(json: Json, key: string): string {
  const value = fieldOf(json, key)
  return typeof value === 'string' ? value : ''
}
