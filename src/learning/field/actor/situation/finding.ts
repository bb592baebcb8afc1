import type { Mask, ZoneId } from '#base/field-map.js'
import type { Address, AddressBook } from '../address.js'
import type { ActorInput } from '../contract.js'
import type { PlanSummary, Route } from './plan.js'

/**
 * What the actor knows before any model is asked: addresses, what the tree does, and every complaint weighed against
 * trace, score and tree (VRL-31), with the place where a fix would attach. Look-ups are code; choices are the model's.
 */
export interface Situation {
  readonly book: AddressBook
  readonly plan: PlanSummary
  readonly routes: readonly Route[]
  /** orange-up slots of load zones, if the actor may see them (VRL-07) */
  readonly faces: ReadonlyMap<ZoneId, Mask>
  /** findings of the trace first; then the critic's, most severe first; then those of the score */
  readonly findings: readonly Finding[]
}

export interface Finding {
  /** issue id, `trace` or `score`: the cause that an edit names */
  readonly why: string
  readonly impact: string
  readonly status: Status
  readonly site: Site | null
  /** affected slots */
  readonly mask: Mask | null
  /** the critic's words */
  readonly words: string
}

/**
 * supported: trace, score, sensors or the tree itself agree; later: the same, but this patch has no room for it;
 * oneoff: explained by a fault of this execution, nothing to learn yet; done: an edit of this patch fixes it; tried: an
 * edit for it was just refused or rolled back; refuted: evidence contradicts it.
 */
export type Status = 'supported' | 'later' | 'oneoff' | 'unknown' | 'done' | 'tried' | 'refuted'

/**
 * Where a fix attaches. `to` says where the node should go or point instead: a zone, `first`, `last`, `out`, `none`.
 */
export type Site =
  | { readonly kind: 'node'; readonly at: Address; readonly value: string | null; readonly to: string | null }
  | { readonly kind: 'route'; readonly route: Route }

/** The data that evidence is weighed against. */
export interface Ground {
  readonly input: ActorInput
  readonly book: AddressBook
  readonly plan: PlanSummary
  readonly routes: readonly Route[]
  readonly progress: Progress
}

/** Causes that this request has already dealt with. */
export interface Progress {
  /** their edits are in the patch already */
  readonly done: ReadonlySet<string>
  /** their edits were refused */
  readonly refused: ReadonlySet<string>
}

export const FRESH: Progress = { done: new Set(), refused: new Set() }
