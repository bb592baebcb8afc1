import type { PlanJson } from '#app/orders/plan-json.js'
import type { OrderFiles } from '#app/orders/write-order.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Planned } from '#instructions/decide.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { MemoryRow } from '#memory/lesson-book.js'
import type { Value } from '#worlds/value.js'

/** Facts that are believed, as data. */
export type Believed = Readonly<Record<string, Value>>

/** What the process that plans orders is asked. */
export type OrderJob = HearJob | FurtherJob

export interface HearJob {
  readonly kind: 'hear'
  readonly order: string
  /** by the name that the world has for that person */
  readonly speaker?: string | undefined
  readonly believed: Believed
}

/** The tree of an order has ended: what now? */
export interface FurtherJob {
  readonly kind: 'further'
  readonly planned: PlannedData
  /** the steps that were tried, tree by tree */
  readonly tried: readonly NonNullable<EpisodeRecord['tried']>[]
  readonly believed: Believed
  /** no further plan is wanted: it has failed often enough */
  readonly isLast: boolean
  readonly robot: string
}

export interface OrderRequest {
  readonly job: OrderJob
  /** folder of the world */
  readonly world: string
  /** what long-term memory has of it */
  readonly memory: readonly MemoryRow[]
}

/** What a plan is for, as data: with it the same order is planned again. */
type PlannedData = Pick<Planned, 'reading' | 'order'>

/** A plan that can be carried out. */
export interface ReadyPlan {
  readonly planned: PlannedData
  /** what was understood, in words */
  readonly text: string
  readonly steps: readonly ShownStep[]
  /** the texts of its task file and its tree */
  readonly files: OrderFiles
}

interface ShownStep {
  readonly skill: string
  readonly args: Readonly<Record<string, string>>
  readonly text: string
}

export type OrderAnswer = Made | { readonly kind: 'wrong'; readonly problems: readonly Diagnostic[] }

/** `warnings`: why it was made without the composer, or without all that is remembered. */
type Made = { readonly warnings: readonly Diagnostic[] } & (
  | {
      readonly kind: 'heard'
      readonly decision: PlanJson
      /** one for a plan, one for each choice of a question; null: it is so already */
      readonly plans: readonly (ReadyPlan | null)[]
    }
  /** `learned`: what is to be written to long-term memory */
  /** `why`: that it is done, and what of it nobody has seen */
  | { readonly kind: 'done'; readonly why: string; readonly learned: readonly MemoryRow[] }
  /** it does not get on by itself */
  | { readonly kind: 'stuck'; readonly why: string; readonly learned: readonly MemoryRow[] }
  | { readonly kind: 'plan'; readonly why: string; readonly decision: PlanJson; readonly plan: ReadyPlan }
)
