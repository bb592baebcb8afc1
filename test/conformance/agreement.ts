import { isDeepStrictEqual } from 'node:util'
import type { CaseRecord } from '../../src/bt/tape/case.js'

/** How far a run agrees with the recording: nothing, statuses (L1), events and blackboards (L2), tick results (L3). */
export type Level = 'none' | 'L1' | 'L2' | 'L3'

export interface Agreement {
  readonly level: Level
  /** the first thing that differs */
  readonly difference?: string
}

/** Judges a run by the three levels of the corpus. Texts of errors are informative and not compared. */
export function agreement(expected: CaseRecord, got: CaseRecord): Agreement {
  const below = (level: Level, record: (from: CaseRecord) => unknown): Agreement | undefined => {
    const [want, have] = [record(expected), record(got)]
    return isDeepStrictEqual(want, have) ? undefined : { level, difference: firstDifference(want, have) }
  }
  return below('none', firstLevel) ?? below('L1', secondLevel) ?? below('L2', thirdLevel) ?? { level: 'L3' }
}

interface StepRecord {
  readonly op: unknown
  readonly status?: string
  readonly root?: string
  readonly events?: readonly (readonly unknown[])[]
  readonly exception?: unknown
}

interface RunRecord {
  readonly error?: { readonly stage: string }
  readonly steps?: readonly StepRecord[]
  readonly [key: string]: unknown
}

function firstLevel(record: CaseRecord): unknown {
  const { error, nodes, subtrees, steps, registered_trees, warn_missing_format } = record as RunRecord
  const stage = error?.stage
  const run = steps?.map(({ op, status, root, exception }) => ({
    op,
    status,
    root,
    ends: exception !== undefined,
  }))
  return { stage, nodes, subtrees, run, registered_trees, warn_missing_format }
}

function secondLevel(record: CaseRecord): unknown {
  const { final_status, blackboards, global_blackboard } = record as RunRecord
  return { events: eventsOf(record, (kind) => kind !== 't'), final_status, blackboards, global_blackboard }
}

function thirdLevel(record: CaseRecord): unknown {
  const { export_json } = record as RunRecord
  return { events: eventsOf(record, () => true), export_json }
}

const eventsOf = (record: CaseRecord, keep: (kind: unknown) => boolean): unknown =>
  (record as RunRecord).steps?.map(({ events }) =>
    events
      ?.filter(([kind]) => keep(kind))
      // the text of a failed read is informative
      .map((event) => (event[0] === 'e' ? event.slice(0, 3) : event)),
  )

function firstDifference(want: unknown, have: unknown, path = ''): string {
  if (isObject(want) && isObject(have)) {
    for (const key of new Set([...Object.keys(want), ...Object.keys(have)])) {
      if (!isDeepStrictEqual(want[key], have[key]))
        return firstDifference(want[key], have[key], `${path}/${key}`)
    }
  }
  return `${path}: expected ${JSON.stringify(want)}, got ${JSON.stringify(have)}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
