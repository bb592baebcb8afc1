import type { Compat } from '#bt/compat.js'
import type { Json } from './json.js'

/** The input of one conformance case, as in `NAME.expected.json` under `case`. */
export interface TapeCase {
  readonly steps: readonly Step[]
  /** typed values in the root blackboard before the tree is created */
  readonly blackboard?: Readonly<Record<string, TypedValue>>
  /** values of an outer blackboard, to which `@key` then refers */
  readonly global_blackboard?: Readonly<Record<string, TypedValue>>
  readonly enums?: Readonly<Record<string, number>>
  readonly substitution?: unknown
  /** recorded with real timers: statuses only */
  readonly timed?: boolean
  /** not in the corpus, which is all 4.10 */
  readonly compat?: Compat
}

export type Step =
  | 'tick'
  | 'tickOnce'
  | 'tickWhileRunning'
  | 'halt'
  | { readonly set: Readonly<Record<string, TypedValue>> }
  | { readonly unset: string }
  | { readonly sleep_ms: number }

/** `int32`, `int64`, `uint8`, `double`, `bool` or `string`; large integers and non-finite doubles as text. */
export interface TypedValue {
  readonly type: string
  readonly value: Json
}

/** The record of a run, in the corpus's format and key order. */
export type CaseRecord = Readonly<Record<string, Json>>
