import type { FieldMap, Zone, ZoneId } from '#base/field-map.js'
import type { NodePath, TreeDoc } from '#bt/document.js'
import { isWithin, unitPaths } from '#learning/actor/units.js'
import type { AddressBook, Labelled } from '../address.js'

/** What a tree does if nothing fails: read from its leaves in order, without running anything. */
export interface PlanSummary {
  readonly transfers: readonly Transfer[]
  /** load zones that the tree empties, and unload zones that it fills */
  readonly loaded: ReadonlySet<ZoneId>
  readonly used: ReadonlySet<ZoneId>
  readonly cursor: Labelled | null
  readonly home: Labelled | null
  readonly units: readonly Labelled[]
  /** the unit that a node belongs to; null for the root above the units */
  unitOf(path: NodePath): Labelled | null
}

export interface Transfer {
  readonly from: ZoneId | null
  readonly to: ZoneId | null
  /** the drive to the load zone */
  readonly drive: Labelled | null
  readonly load: Labelled
  readonly rotate: Labelled | null
  readonly approach: Labelled | null
  readonly unload: Labelled | null
}

/** A load zone that the tree leaves untouched, and the unload zone for its blocks. */
export interface Route {
  readonly from: ZoneId
  readonly to: ZoneId
}

export function readPlan(doc: TreeDoc, book: AddressBook): PlanSummary {
  const leaves = book.all.filter((entry) => entry.role !== 'group')
  const units = unitPaths(doc).map((path) => book.nearest(path))
  const transfers = readTransfers(leaves)
  return {
    transfers,
    loaded: new Set(transfers.flatMap((t) => t.from ?? [])),
    used: new Set(transfers.flatMap((t) => t.to ?? [])),
    cursor: leaves.find((leaf) => leaf.role === 'cursor') ?? null,
    home: leaves.findLast((leaf) => leaf.role === 'home') ?? null,
    units,
    unitOf: (path) => units.find((unit) => isWithin(path, unit.path)) ?? null,
  }
}

/** roles that tell where the robot is when it loads, or that it was busy with something else */
const WAY: ReadonlySet<Labelled['role']> = new Set(['move', 'home', 'cursor', 'load', 'unload'])

/** One transfer per load; the leaves after it, up to its unload, belong to it. */
function readTransfers(leaves: readonly Labelled[]): Transfer[] {
  return leaves.flatMap((load, start) => {
    if (load.role !== 'load') return []
    const after = leaves.slice(start + 1)
    const end = after.findIndex((leaf) => leaf.role === 'unload' || leaf.role === 'load')
    const unload = after[end]?.role === 'unload' ? after[end] : null
    const between = end < 0 ? after : after.slice(0, end)
    const last = (role: Labelled['role']): Labelled | null =>
      between.findLast((leaf) => leaf.role === role) ?? null
    const before = leaves.slice(0, start).findLast(({ role }) => WAY.has(role))
    return [
      {
        from: load.zone,
        to: unload?.zone ?? null,
        drive: before?.role === 'move' ? before : null,
        load,
        rotate: last('rotate'),
        approach: last('move'),
        unload,
      },
    ]
  })
}

/**
 * Pairs the remaining load zones with free unload zones so that the total distance is minimal; ties go to the smaller
 * zone ids. `shelf` says whether zones that need the shelf may be used.
 */
export function routesLeft(map: FieldMap, plan: PlanSummary, shelf: boolean): readonly Route[] {
  const from = zonesOf(map, 'load').filter((zone) => !plan.loaded.has(zone.id))
  const to = zonesOf(map, 'unload').filter((zone) => !plan.used.has(zone.id) && (shelf || !zone.needsShelf))
  return cheapest(from, to).routes
}

/** The shelf earns nothing by itself: moving it pays off when a trip needs it, or blocks have nowhere else to go. */
export function isShelfAwaited(map: FieldMap, plan: PlanSummary): boolean {
  const waiting = new Set(map.zones.filter((zone) => zone.needsShelf).map((zone) => zone.id))
  if ([...plan.used].some((zone) => waiting.has(zone))) return true
  return routesLeft(map, plan, true).length > routesLeft(map, plan, false).length
}

const zonesOf = (map: FieldMap, kind: Zone['kind']): Zone[] =>
  map.zones.filter((zone) => zone.kind === kind).toSorted((a, b) => a.id - b.id)

/** Exhaustive search: a field has at most a handful of zones, and the result must not depend on a heuristic. */
function cheapest(from: readonly Zone[], to: readonly Zone[]): { length: number; routes: Route[] } {
  const [first, ...rest] = from
  if (!first || to.length === 0) return { length: 0, routes: [] }
  let best: { length: number; routes: Route[] } | null = null
  for (const target of to) {
    const tail = cheapest(
      rest,
      to.filter((zone) => zone !== target),
    )
    const length = Math.hypot(first.at.x - target.at.x, first.at.y - target.at.y) + tail.length
    if (!best || length < best.length - 1e-9)
      best = { length, routes: [{ from: first.id, to: target.id }, ...tail.routes] }
  }
  return best ?? { length: 0, routes: [] }
}
