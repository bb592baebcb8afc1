import type { Mask, ZoneId } from '#base/field-map.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { validate } from '#bt/validate/validate.js'
import { labelTree } from '#learning/field/actor/address.js'
import type { Draft } from '#learning/field/actor/language.js'
import { resolvePatch } from '#learning/field/actor/resolve.js'
import { readPlan, type PlanSummary, type Transfer } from '#learning/field/actor/situation/plan.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'

/**
 * The tree that the critic's next report would lead to: each trip turns over exactly the blocks that lie orange side up
 * in its load zone, and the shelf is moved first when a trip goes to a zone that waits for it. What a trip is worth is
 * known only then: before its faces were seen, it cannot turn them.
 */
export function repaired(doc: TreeDoc, setup: FieldSetup, library: NodeLibrary): TreeDoc {
  const book = labelTree(doc)
  const plan = readPlan(doc, book)
  const fixed = resolvePatch(doc, book, [...rotations(plan, setup.orange), ...shelf(plan, setup)], library)
  return fixed.ok && isValid(fixed.value.doc, library) ? fixed.value.doc : doc
}

const isValid = (doc: TreeDoc, library: NodeLibrary): boolean =>
  validate(doc, library, { compat: 'strict' }).every(({ severity }) => severity !== 'error')

function rotations(plan: PlanSummary, orange: ReadonlyMap<ZoneId, Mask>): Draft[] {
  const emptied = new Set<ZoneId>()
  return plan.transfers.flatMap((trip) => {
    // a second load of the same zone finds nothing to turn
    if (trip.from === null || emptied.has(trip.from)) return []
    emptied.add(trip.from)
    return rotation(trip, orange.get(trip.from) ?? '0000')
  })
}

function rotation({ load, rotate }: Transfer, mask: Mask): Draft[] {
  const why = 'score'
  const has = rotate?.node.attrs['mask']
  if (has === '{faces}' || has === mask) return []
  if (rotate === null) {
    if (mask === '0000') return []
    const node = { id: 'RotateBlocks', attrs: { mask } }
    return [{ why, op: 'insert', place: { where: 'after', of: load.address }, node }]
  }
  if (mask === '0000') return [{ why, op: 'remove', at: rotate.address }]
  return [{ why, op: 'setAttr', at: rotate.address, name: 'mask', value: mask }]
}

function shelf({ transfers, cursor }: PlanSummary, { map }: FieldSetup): Draft[] {
  const waiting = new Set(map.zones.filter((zone) => zone.needsShelf).map((zone) => zone.id))
  if (cursor !== null || !transfers.some(({ to }) => to !== null && waiting.has(to))) return []
  const node = { id: 'CursorSequence', attrs: {} }
  return [{ why: 'score', op: 'insert', place: { where: 'first', of: 'root' }, node }]
}
