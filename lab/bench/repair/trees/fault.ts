import type { TreeDoc } from '#bt/document.js'
import type { RightPlan } from './right-plan.js'

/** One mistake in an otherwise right tree. */
export interface Fault {
  /** as on the command line */
  readonly name: string
  /** what is wrong, for people */
  readonly what: string
  /** @returns null when the field has no place for this mistake: no shelf to forget, no block to turn */
  make(plan: RightPlan): TreeDoc | null
}
