import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'
import { childPath, nodeAt } from '#bt/paths.js'
import { childIndex, parentPath, unitPaths } from '#learning/actor/units.js'
import { labelTree, type AddressBook } from './address.js'

/** A trip whose steps are individual units: if one of them fails, the mission is over. */
export interface LooseTrip {
  readonly parent: NodePath
  /** its steps are children `first` to `last` */
  readonly first: number
  readonly last: number
}

/** Finds trips from a load (and the drive to it) to its unload whose steps share no group of their own. */
export function looseTrips(doc: TreeDoc, book: AddressBook): LooseTrip[] {
  const units = unitPaths(doc).map((path) => book.nearest(path))
  return units.flatMap((load, i) => {
    if (load.role !== 'load') return []
    const after = units.slice(i + 1)
    const end = after.findIndex(({ role }) => role === 'unload' || role === 'load' || role === 'group')
    if (after[end]?.role !== 'unload') return []
    const start = units[i - 1]?.role === 'move' ? i - 1 : i
    const [first, last] = [units[start], after[end]]
    if (first === undefined) return []
    return [{ parent: parentPath(first.path), first: childIndex(first.path), last: childIndex(last.path) }]
  })
}

/**
 * Wraps a whole loose trip in the decorator. A retry around one step would load blocks that are gone, or drive where
 * nothing waits: the trip must be retried as a whole (vrl.txt V.A, VRL-30).
 *
 * @returns the edits, in order; undefined when no loose trip has this step
 */
export function wrapTrip(
  doc: TreeDoc,
  step: NodePath,
  decorator: Extract<EditOp, { op: 'wrap' }>['with'],
): EditOp[] | undefined {
  if (step === '/') return undefined
  const index = childIndex(step)
  const trip = looseTrips(doc, labelTree(doc)).find(
    ({ parent, first, last }) => parent === parentPath(step) && first <= index && index <= last,
  )
  const steps = trip && nodeAt(doc, trip.parent)?.children.slice(trip.first, trip.last + 1)
  if (!trip || !steps) return undefined
  const whole = { id: 'Sequence', kind: 'control', attrs: {}, children: steps.map(bare) } as const
  const behind = childPath(trip.parent, trip.first + 1)
  return [
    { op: 'insert', parent: trip.parent, index: trip.first, node: { ...decorator, children: [whole] } },
    ...steps.map((): EditOp => ({ op: 'remove', at: behind })),
  ]
}

/** strips source positions: a patch reads the same whatever file its tree came from */
const bare = ({ id, kind, attrs, children }: NodeDef): NodeDef => ({
  id,
  kind,
  attrs,
  children: children.map(bare),
})
