import type { AddressBook, Labelled } from '../address.js'
import type { NodeLibrary } from '#bt/library.js'
import type { Mask, FieldMap, Zone, ZoneId } from '#base/field-map.js'
import type { PlanSummary } from '../situation/plan.js'
import type { TreeDoc } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'

/**
 * Every drive that leads to no zone of the field, or to one of the wrong kind for the work behind it, led to
 * a zone where that work can be done: all of them in one edit, because one right drive beside a wrong one
 * earns nothing. A tree that was written for another field is mended so.
 */
export function drivesAstray({ book, map, plan }: CandidateGround): EditOp[][] {
  const astray = book.all.flatMap((at, i) => {
    const kind = at.role === 'move' ? stepBehind(book.all.slice(i + 1)) : null
    const zone = map.zones.find(({ id }) => at.node.attrs['zone'] === String(id))
    return kind === null || zone?.kind === kind ? [] : [{ at, kind }]
  })
  if (astray.length === 0) return []
  const free = (kind: Zone['kind'], taken: ReadonlySet<ZoneId>): readonly ZoneId[] =>
    map.zones.filter((zone) => zone.kind === kind && !taken.has(zone.id)).map(({ id }) => id)
  const loads = free('load', plan.loaded)
  const unloads = free('unload', plan.used)
  return rotations(loads).flatMap((from) =>
    rotations(unloads).flatMap((to) => {
      const left = { load: [...from], unload: [...to] }
      const edits = astray.flatMap(({ at, kind }): EditOp[] => {
        const zone = left[kind].shift()
        return zone === undefined ? [] : [{ op: 'setAttr', at: at.path, name: 'zone', value: String(zone) }]
      })
      return edits.length === astray.length ? [edits] : []
    }),
  )
}

/** What is done where a drive ends: the first load or unload before the next drive. */
function stepBehind(after: readonly Labelled[]): Zone['kind'] | null {
  const next = after.find(({ role }) => role === 'move' || role === 'load' || role === 'unload')
  return next?.role === 'load' || next?.role === 'unload' ? next.role : null
}

/** Each zone once in the first place, the others behind it; of none the empty list. */
const rotations = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  list.length === 0 ? [[]] : list.map((_, i) => [...list.slice(i), ...list.slice(0, i)])

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
