import type { MessagePort } from 'node:worker_threads'
import type { EpisodeLines } from '#runtime/run-log.js'
import type { Value } from '../database/sqlite.js'

/** One SQL statement with its values. */
export interface Sql {
  readonly sql: string
  readonly values: readonly Value[]
}

/**
 * A job for the writer. Jobs are executed in order, and a job's data is on disk when it is answered. Plain data,
 * because jobs are sent to another thread.
 */
export type Job =
  /** executes the statements atomically */
  | { readonly kind: 'write'; readonly sql: readonly Sql[] }
  /** as `write`, for data without a durability promise: written together with the next job that a caller waits for */
  | { readonly kind: 'write-deferred'; readonly sql: readonly Sql[] }
  /** stores a picture; its row is written with its episode */
  | {
      readonly kind: 'frame'
      readonly run: string
      readonly episode: number
      readonly id: string
      readonly jpeg: Uint8Array
    }
  /** commits an episode with its frames, steps and lines */
  | {
      readonly kind: 'commit'
      readonly run: string
      readonly episode: number
      readonly sql: readonly Sql[]
      readonly bulk: Readonly<Partial<Record<'steps' | keyof EpisodeLines, string>>>
    }
  /** drops frames of episodes that will never be committed */
  | { readonly kind: 'forget'; readonly run: string }
  /** answered once every earlier job is done */
  | { readonly kind: 'ping' }
  /** removes one item that exceeds the limits, oldest first */
  | { readonly kind: 'prune'; readonly bounds: Bounds; readonly live: readonly string[] }
  /** stores the checksums of finished recordings */
  | { readonly kind: 'seal'; readonly live: readonly string[] }
  | { readonly kind: 'usage' }

/** Limits of the store. */
export interface Bounds {
  readonly maxBytes: number
  /** wall clock, milliseconds since the epoch: earlier episodes are too old */
  readonly oldest: number
  /** number of newest failures that are never removed */
  readonly keepFailures: number
}

export interface Usage {
  readonly databaseBytes: number
  readonly imageBytes: number
  readonly recordingBytes: number
}

export const totalOf = (usage: Usage): number => usage.databaseBytes + usage.imageBytes + usage.recordingBytes

/** What one `prune` removed. */
export interface Pruned {
  readonly what: 'pictures' | 'bulk' | 'run'
  readonly run: string
  readonly episode: number | null
  readonly bytes: number
}

/** The result of a job; `usage` and `prune` return a value, `prune` null when there was nothing to remove. */
export type Answer =
  | { readonly ok: true; readonly value?: Usage | Pruned | null }
  | { readonly ok: false; readonly code: string; readonly message: string }

/** Start data of the writer thread. */
export interface WriterData {
  readonly dir: string
  readonly mail: MessagePort
  /** number of the last completed job, for a caller that blocks on it */
  readonly done: Int32Array
}

/** Jobs are numbered from 1, without gaps. */
export interface NumberedJob {
  readonly n: number
  readonly job: Job
}

interface NumberedAnswer {
  readonly n: number
  readonly answer: Answer
}

export type ToWriter = NumberedJob | 'close'
export type FromWriter = readonly NumberedAnswer[] | 'closed'

/** Describes a job in a message for users. */
export function jobText(job: Job): string {
  switch (job.kind) {
    case 'frame':
      return `a picture of episode ${job.episode} of run ${job.run}`
    case 'commit':
      return `episode ${job.episode} of run ${job.run}`
    case 'write':
    case 'write-deferred':
      return 'a record of the database'
    case 'forget':
      return `the pictures of run ${job.run} that belong to no episode`
    case 'seal':
      return 'checksums of recordings'
    case 'prune':
      return 'what exceeds the limits of the store'
    case 'usage':
    case 'ping':
      return 'the state of the store'
  }
}
