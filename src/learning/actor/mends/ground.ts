import type { FieldMap, Mask, ZoneId } from '#base/field-map.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { AddressBook } from '../address.js'
import type { PlanSummary } from '../situation/plan.js'

/** What candidates for a mend are made from. */
export interface CandidateGround {
  readonly doc: TreeDoc
  readonly book: AddressBook
  readonly plan: PlanSummary
  readonly map: FieldMap
  /** faces that the actor was told (VRL-07): the mask of a trip from there */
  readonly known: ReadonlyMap<ZoneId, Mask>
  readonly library: NodeLibrary
}
