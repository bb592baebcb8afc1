import type { Sequence } from './sequence.js'

/** Says of an order which of its mentions are done something to, and which belong together. Learnt; may be wrong. */
export interface Composer {
  readonly compose: (sequence: Sequence) => Promise<Shares>
}

/** How likely each thing is that can be said of an order, 0…1. Mention 0 is whoever speaks, others are from 1 on. */
export interface Shares {
  /** [mention][label of ONE] */
  readonly one: readonly (readonly number[])[]
  /** [what][where][label of TWO] */
  readonly two: readonly (readonly (readonly number[])[])[]
  /** that the order has one meaning, and can be carried out */
  readonly goal: number
}

/** What can be said of one mention: its fact is to be true or false, it is to be held, gone to, found out about. */
export const ONE = ['true', 'false', 'hold', 'go', 'known'] as const
export type OneLabel = (typeof ONE)[number]
