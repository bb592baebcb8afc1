import type { RunManifest } from '#learning/manifest.js'
import type { EndReason } from '#learning/episode.js'

/** One run, for a list. Times are wall clock, milliseconds since the epoch. */
export interface RunRow {
  readonly key: string
  readonly field: string
  readonly seed: number
  /** number of episodes requested */
  readonly episodes: number
  readonly begun: number
  /** null while it is running, or when it was interrupted */
  readonly ended: number | null
  /** `done`, or why it was cut short */
  readonly how: string | null
  readonly finished: number
  /** of the finished episodes, in order */
  readonly scores: readonly number[]
  readonly endReasons: readonly EndReason[]
}

export interface WholeRun extends RunRow {
  readonly manifest: RunManifest
  /** `RunSummary` of `src/learning/curve.ts`, once there is one */
  readonly summary: object | null
}

/** One episode, for a list. */
export interface EpisodeRow {
  readonly run: string
  readonly episode: number
  readonly at: number
  readonly tree: string
  readonly score: number
  readonly endReason: EndReason
  /** protected by retention */
  readonly failure: boolean
  /** what retention has left of it */
  readonly bulk: 'whole' | 'no-pictures' | 'record-only'
}

export interface StoredTree {
  readonly hash: string
  readonly xml: string
  readonly parent: string | null
  /** `initial`, `actor`, `operator:NAME`; null when unknown */
  readonly author: string | null
  readonly cause: string | null
  readonly at: number
}
