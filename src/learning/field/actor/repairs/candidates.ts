import { type CandidateGround, misdirectedDrives } from './misdirected-drives.js'
import type { ZoneId } from '#base/field-map.js'
import type { NodePath } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'
import { nodeAt } from '#bt/paths.js'
import { childIndex, isWithin, parentPath } from '#learning/actor/units.js'
import type { Labelled } from '../address.js'
import { expandForm, TRANSFER } from '../forms.js'
import { outermostDecorator } from '#learning/actor/place.js'
import type { Suspect } from './suspects.js'

/** Small edits around a suspect that might fix it, smallest first. Whether one does is judged elsewhere. */
export function candidatesFor(
  { at, before }: Suspect,
  ground: CandidateGround,
): readonly (readonly EditOp[])[] {
  const unit = ground.plan.unitOf(at.path)
  return [
    ...misdirectedDrives(ground),
    ...stepsBefore(at, before, ground),
    ...(unit === null || unit.path === at.path ? [] : stepsBefore(unit, before, ground)),
    ...shelfFirst(ground),
    ...stepMissing(unit, ground),
    ...removals(at, unit, ground),
    ...drivesElsewhere(at, unit, ground),
    ...otherPlaces(at, unit, ground),
    ...inOrder(at, ground),
    ...wholeTrips(at, unit, ground),
  ]
}

/** The steps that the twin itself would insert before the step (MOD-03). */
function stepsBefore(at: Labelled, before: Suspect['before'], { library }: CandidateGround): EditOp[][] {
  if (before.length === 0 || at.path === '/') return []
  const nodes = before.map((form) => expandForm(form, library))
  const parent = parentPath(at.path)
  const ops = nodes.flatMap((node, i): EditOp[] =>
    node.ok ? [{ op: 'insert', parent, index: childIndex(at.path) + i, node: node.value }] : [],
  )
  return ops.length === nodes.length ? [ops] : []
}

/**
 * A load or an unload after each drive or turn of the unit and of the previous one, whose end state may be the problem.
 */
function stepMissing(unit: Labelled | null, { book, plan, library }: CandidateGround): EditOp[][] {
  if (unit === null) return []
  const before = plan.units[plan.units.findIndex(({ path }) => path === unit.path) - 1]
  const places = book.all.filter(
    ({ path, role }) =>
      (role === 'move' || role === 'rotate') &&
      [unit, before].some((each) => each !== undefined && isWithin(path, each.path)),
  )
  return ['LoadBlocksSequence', 'UnloadBlocksSequence'].flatMap((id) => {
    const node = expandForm({ id, attrs: {} }, library)
    if (!node.ok) return []
    return places
      .filter(({ path }) => path !== '/')
      .map(({ path }): EditOp[] => [
        { op: 'insert', parent: parentPath(path), index: childIndex(path) + 1, node: node.value },
      ])
  })
}

/** A shelf push first, when zones need the shelf and no step moves it. */
function shelfFirst({ map, plan, book, library }: CandidateGround): EditOp[][] {
  if (plan.cursor !== null || !map.zones.some(({ needsShelf }) => needsShelf)) return []
  const node = expandForm({ id: 'CursorSequence', attrs: {} }, library)
  const first = plan.units[0]
  if (!node.ok || first === undefined || first.parent === null) return []
  const parent = book.nearest(first.parent).path
  return [[{ op: 'insert', parent, index: childIndex(first.path), node: node.value }]]
}

/** Removal of the step, of the groups around it, or of its unit. */
function removals(at: Labelled, unit: Labelled | null, { doc, book }: CandidateGround): EditOp[][] {
  const around = book.all.filter(({ path }) => isWithin(at.path, path) && path !== '/')
  const inUnit = around.filter(({ path }) => unit === null || isWithin(path, unit.path))
  return unique(inUnit.map(({ path }) => outermostDecorator(doc, path)))
    .filter((path) => path !== '/')
    .map((path) => [{ op: 'remove', at: path }])
}

/** The drives of the unit, or the one directly before a lone step, redirected to every other zone. */
function drivesElsewhere(at: Labelled, unit: Labelled | null, { book, map }: CandidateGround): EditOp[][] {
  const all = book.all.filter(({ role }) => role === 'move')
  const inUnit = all.filter(({ path }) => unit !== null && isWithin(path, unit.path))
  const before = all.findLast(({ path }) => book.all.findIndex((e) => e.path === path) < book.all.indexOf(at))
  const drives = inUnit.length > 0 ? inUnit : before ? [before] : []
  return drives.flatMap((drive) =>
    map.zones
      .filter(({ id }) => drive.node.attrs['zone'] !== String(id))
      .map(({ id }): EditOp[] => [{ op: 'setAttr', at: drive.path, name: 'zone', value: String(id) }]),
  )
}

/** The step moved elsewhere in its group; the unit moved first, last, and one place up or down. */
function otherPlaces(at: Labelled, unit: Labelled | null, { doc }: CandidateGround): EditOp[][] {
  const within = (path: NodePath, near: boolean): EditOp[][] => {
    if (path === '/') return []
    const moved = outermostDecorator(doc, path)
    const parent = parentPath(moved)
    const node = moved === '/' ? undefined : nodeAt(doc, parent)
    if (node?.kind !== 'control') return []
    const own = childIndex(moved)
    const last = node.children.length - 1
    const places = near ? [own - 1, own + 1, 0, last] : node.children.map((_, i) => i)
    return unique(places)
      .filter((index) => index >= 0 && index <= last && index !== own)
      .map((index): EditOp[] => [{ op: 'move', at: moved, parent, index }])
  }
  return [
    ...within(at.path, false),
    ...(unit === null || unit.path === at.path ? [] : within(unit.path, true)),
  ]
}

/** Turns a group above the step that chooses among its children into one that runs them all in sequence. */
function inOrder(at: Labelled, { book }: CandidateGround): EditOp[][] {
  return book.all
    .filter(({ path, node }) => isWithin(at.path, path) && node.kind === 'control' && node.id !== 'Sequence')
    .map(({ path, node }): EditOp[] => [
      {
        op: 'replaceSubtree',
        at: path,
        node: { id: 'Sequence', kind: 'control', attrs: {}, children: node.children },
      },
    ])
}

/** A whole trip in place of the unit, from each load zone to each unload zone, turning what the unit turned. */
function wholeTrips(
  at: Labelled,
  unit: Labelled | null,
  { map, library, book, known }: CandidateGround,
): EditOp[][] {
  if (unit === null || unit.path === '/' || unit.role !== 'group') return []
  const turn = book.all.find(({ role, path }) => role === 'rotate' && isWithin(path, unit.path))
  const turned = turn?.node.attrs['mask'] ?? '0000'
  const zones = (kind: 'load' | 'unload'): readonly ZoneId[] =>
    map.zones.filter((zone) => zone.kind === kind).map(({ id }) => id)
  return zones('load').flatMap((from) =>
    zones('unload').flatMap((to): EditOp[][] => {
      const attrs = { from: String(from), to: String(to), mask: known.get(from) ?? turned }
      const node = expandForm({ id: TRANSFER, attrs }, library)
      return node.ok ? [[{ op: 'replaceSubtree', at: unit.path, node: node.value }]] : []
    }),
  )
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
