import type { FieldJson } from '#app/field-json.js'
import type { EpisodeRow } from '../play/row.js'
import type { Configuration } from '../settings/configuration.js'
import type { RunKey } from './run-key.js'

/** What a worker is told once: everything that its runs are made of, as plain data. */
export interface WorkerSetup {
  readonly fields: readonly FieldJson[]
  readonly configurations: readonly Configuration[]
  readonly episodes: number
  /** the best plan of each field, as XML, by the field's id */
  readonly best: Readonly<Record<string, string>>
}

export type WorkerJob = RunKey
export type WorkerAnswer = readonly EpisodeRow[]
