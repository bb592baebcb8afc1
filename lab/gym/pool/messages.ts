import type { Diagnostic } from '#base/diagnostic.js'
import type { PictureRequest, Shots } from '../environment/pictures.js'
import type { PolicyName, Trial } from '../policies/trial.js'

/** What a worker is asked. */
export type Question =
  /** makes `count` environments, the first of which is number `first` of `total` in all workers */
  | {
      readonly op: 'open'
      readonly task: string
      readonly first: number
      readonly count: number
      readonly total: number
    }
  | { readonly op: 'reset'; readonly seed: number }
  /** four numbers for each environment, already checked */
  | { readonly op: 'step'; readonly actions: Float32Array }
  | { readonly op: 'pictures'; readonly request: PictureRequest }
  | {
      readonly op: 'try'
      readonly task: string
      readonly policy: PolicyName
      readonly seeds: readonly number[]
    }

/** What it answers. */
export type Answer =
  | { readonly kind: 'done' }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'pictures'; readonly shots: readonly Shots[] }
  | { readonly kind: 'trials'; readonly trials: readonly Trial[] }
  | { readonly kind: 'error'; readonly error: Diagnostic }

/** What some environments have to say, one after the other; each array holds a row for each of them. */
export interface Batch {
  /** laid out as `OBSERVATION` says; of an episode that has just ended, the first of the next one */
  readonly observations: Float32Array
  /** laid out as `GOAL` says */
  readonly goals: Float32Array
  readonly rewards: Float32Array
  readonly sparse: Float32Array
  /** 1 or 0 */
  readonly terminated: Uint8Array
  readonly truncated: Uint8Array
  readonly success: Uint8Array
  /** the last observation of an episode that has just ended; 0 elsewhere */
  readonly finals: Float32Array
}
