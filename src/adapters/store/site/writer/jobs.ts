import type { Value } from '../database/sqlite.js'

/** One statement with its values. */
export interface Sql {
  readonly sql: string
  readonly values: readonly Value[]
}

/**
 * What the writer is asked to do. Jobs are done in the order in which they were given, and what a job wrote
 * is on the disk when it is answered. Plain data: jobs go to another thread.
 */
export type Job =
  /** statements, all or none */
  | { readonly kind: 'write'; readonly sql: readonly Sql[] }
  /** as `write`, for what nobody was promised: written together with the next job that somebody waits for */
  | { readonly kind: 'write-some-time'; readonly sql: readonly Sql[] }
  /** a picture; its row is written with its episode */
  | {
      readonly kind: 'frame'
      readonly run: string
      readonly episode: number
      readonly id: string
      readonly jpeg: Uint8Array
    }
  /** an episode with its frames, steps and trace: makes it exist */
  | {
      readonly kind: 'commit'
      readonly run: string
      readonly episode: number
      readonly sql: readonly Sql[]
      readonly bulk: Readonly<Record<'steps' | 'trace', string>>
    }
  /** frames of episodes that will never be committed are let go */
  | { readonly kind: 'forget'; readonly run: string }
  /** answered when everything before it is done */
  | { readonly kind: 'ping' }
  /** removes the oldest thing that is one too many */
  | { readonly kind: 'prune'; readonly bounds: Bounds; readonly live: readonly string[] }
  /** writes down the checksums of recordings that nobody writes any more */
  | { readonly kind: 'seal'; readonly live: readonly string[] }
  | { readonly kind: 'usage' }

/** What the store may hold. */
export interface Bounds {
  readonly maxBytes: number
  /** wall clock, milliseconds since the epoch: episodes from before are too old */
  readonly oldest: number
  /** of the newest failures, that are never removed */
  readonly keepFailures: number
}

export interface Usage {
  readonly databaseBytes: number
  readonly imageBytes: number
  readonly recordingBytes: number
}

export const totalOf = (usage: Usage): number => usage.databaseBytes + usage.imageBytes + usage.recordingBytes

/** What was removed by one `prune`; null when nothing is too many. */
export interface Pruned {
  readonly what: 'pictures' | 'bulk' | 'run'
  readonly run: string
  readonly episode: number | null
  readonly bytes: number
}

/** What a job came to: a value for `usage` and `prune`. */
export type Answer =
  | { readonly ok: true; readonly value?: Usage | Pruned | null }
  | { readonly ok: false; readonly code: string; readonly message: string }

/** What a job was about, for a message to people. */
export function jobText(job: Job): string {
  switch (job.kind) {
    case 'frame':
      return `a picture of episode ${job.episode} of run ${job.run}`
    case 'commit':
      return `episode ${job.episode} of run ${job.run}`
    case 'write':
    case 'write-some-time':
    case 'forget':
    case 'ping':
    case 'seal':
      return 'checksums of recordings'
    case 'prune':
    case 'usage':
      return 'something'
  }
}
