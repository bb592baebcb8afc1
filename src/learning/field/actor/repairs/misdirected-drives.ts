import type { AddressBook, Labelled } from '../address.js'
import type { NodeLibrary } from '#bt/library.js'
import type { Mask, FieldMap, Zone, ZoneId } from '#base/field-map.js'
import type { PlanSummary } from '../situation/plan.js'
import type { TreeDoc } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'

/**
 * Redirects every drive that leads to no zone of the field, or to one of the wrong kind for the work after it, to a
 * zone where that work can be done: all in one edit, because one right drive next to a wrong one earns nothing. This
 * repairs a tree written for another field.
 */
export function misdirectedDrives({ book, map, plan }: CandidateGround): EditOp[][] {
  const misdirected = book.all.flatMap((at, i) => {
    const kind = at.role === 'move' ? stepNeedingZone(book.all.slice(i + 1)) : null
    const zone = map.zones.find(({ id }) => at.node.attrs['zone'] === String(id))
    return kind === null || zone?.kind === kind ? [] : [{ at, kind }]
  })
  if (misdirected.length === 0) return []
  const free = (kind: Zone['kind'], taken: ReadonlySet<ZoneId>): readonly ZoneId[] =>
    map.zones.filter((zone) => zone.kind === kind && !taken.has(zone.id)).map(({ id }) => id)
  const loads = free('load', plan.loaded)
  const unloads = free('unload', plan.used)
  return rotations(loads).flatMap((from) =>
    rotations(unloads).flatMap((to) => {
      const left = { load: [...from], unload: [...to] }
      const edits = misdirected.flatMap(({ at, kind }): EditOp[] => {
        const zone = left[kind].shift()
        return zone === undefined ? [] : [{ op: 'setAttr', at: at.path, name: 'zone', value: String(zone) }]
      })
      return edits.length === misdirected.length ? [edits] : []
    }),
  )
}

/** The work at the end of a drive: the first load or unload before the next drive. */
function stepNeedingZone(after: readonly Labelled[]): Zone['kind'] | null {
  const next = after.find(({ role }) => role === 'move' || role === 'load' || role === 'unload')
  return next?.role === 'load' || next?.role === 'unload' ? next.role : null
}

/** All rotations of a list, so that each zone comes first once; the empty list yields one empty list. */
const rotations = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  list.length === 0 ? [[]] : list.map((_, i) => [...list.slice(i), ...list.slice(0, i)])

/** What candidate edits are built from. */
export interface CandidateGround {
  readonly doc: TreeDoc
  readonly book: AddressBook
  readonly plan: PlanSummary
  readonly map: FieldMap
  /** faces given to the actor (VRL-07): the mask of a trip from there */
  readonly known: ReadonlyMap<ZoneId, Mask>
  readonly library: NodeLibrary
}
