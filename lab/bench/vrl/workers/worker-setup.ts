import type { FieldJson } from '#app/run-folder/make-manifest.js'
import type { EpisodeRow } from '../play/row.js'
import type { Configuration } from '../settings/configuration.js'

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

/** Names one run of a bench: which row of the table, on which field, with which luck. */
export interface RunKey {
  readonly configuration: string
  readonly field: string
  readonly seed: number
}

export const keyText = ({ configuration, field, seed }: RunKey): string => `${configuration} ${field} ${seed}`
