/** Hashes, and how far the trial is (`Snapshot.policy`). */
export interface PolicyStatus {
  readonly field: string
  readonly active: string
  readonly trial: {
    readonly hash: string
    readonly started: number
    readonly finished: number
    readonly needed: number
  } | null
}
