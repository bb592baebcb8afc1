import { isDeepStrictEqual } from 'node:util'
import type { CaseRecord } from '#bt-tools/tape/case.js'
import type { Json } from '#bt-tools/tape/json.js'

/**
 * How far a run agrees with a recording: `none`, statuses (L1), events and blackboards as well (L2), tick results as
 * well (L3).
 */
export type Level = 'none' | 'L1' | 'L2' | 'L3'

export interface Agreement {
  readonly level: Level
  /** the first difference, by its path in the record */
  readonly difference?: { readonly at: string; readonly recorded: Json; readonly got: Json }
}

/**
 * Rates a run on the three levels of the corpus. Error texts are informative and not compared.
 * @param timed recorded with real timers: only statuses are comparable, so L1 is the highest level
 */
export function agreement(recorded: CaseRecord, got: CaseRecord, timed = false): Agreement {
  for (const [level, part] of timed ? LEVELS.slice(0, 1) : LEVELS) {
    const [want, have] = [part(recorded), part(got)]
    if (!isDeepStrictEqual(want, have)) return { level, difference: firstDifference(want, have, '') }
  }
  return { level: timed ? 'L1' : 'L3' }
}

/** The parts of a record, each with the level that is reached if it is the first to differ. */
const LEVELS: readonly (readonly [Level, (record: CaseRecord) => Json])[] = [
  ['none', statuses],
  ['L1', (record) => effects(record, ([kind]) => kind !== 't')],
  ['L2', (record) => effects(record, () => true)],
]

function statuses({
  error,
  nodes,
  subtrees,
  steps,
  registered_trees,
  warn_missing_format,
}: CaseRecord): Json {
  const loaded = {
    registered_trees: registered_trees ?? null,
    warn_missing_format: warn_missing_format ?? null,
  }
  if (error !== undefined) return { stage: fieldOf(error, 'stage'), ...loaded }
  const run = listOf(steps).map((step) => ({
    op: fieldOf(step, 'op'),
    status: fieldOf(step, 'status'),
    root: fieldOf(step, 'root'),
    exception: fieldOf(step, 'exception') !== null,
  }))
  return { ...loaded, nodes: nodes ?? null, subtrees: subtrees ?? null, steps: run }
}

function effects(record: CaseRecord, keep: (event: readonly Json[]) => boolean): Json {
  const { steps, final_status, blackboards, global_blackboard } = record
  const events = listOf(steps).map((step) => {
    const all = listOf(fieldOf(step, 'events')).map(listOf)
    // the text of a failed read is informative
    return { events: all.filter(keep).map((event) => (event[0] === 'e' ? event.slice(0, 3) : event)) }
  })
  return {
    steps: events,
    final_status: final_status ?? null,
    blackboards: blackboards ?? null,
    global_blackboard: global_blackboard ?? null,
  }
}

function firstDifference(want: Json, have: Json, at: string): NonNullable<Agreement['difference']> {
  if (isObject(want) && isObject(have)) {
    for (const key of new Set([...Object.keys(want), ...Object.keys(have)])) {
      const [a = null, b = null] = [want[key], have[key]]
      if (!isDeepStrictEqual(a, b)) return firstDifference(a, b, `${at}/${key}`)
    }
  }
  return { at, recorded: want, got: have }
}

const fieldOf = (json: Json, key: string): Json => (isObject(json) ? (json[key] ?? null) : null)

const listOf = (json: Json | undefined): readonly Json[] =>
  Array.isArray(json) ? (json as readonly Json[]) : []

/** also true for arrays, whose indices are keys */
const isObject = (json: Json): json is Readonly<Record<string, Json>> =>
  typeof json === 'object' && json !== null
