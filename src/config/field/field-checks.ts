import type { FieldEntry, ZoneEntry } from './field-schema.js'
import { BLOCK, FAR_APRON, ROBOT, SLOT_PITCH } from '#simulation/field/dimensions.js'
import { DOCK_TOLERANCE, POSITION_2_OFFSET, SHELF_TOLERANCE } from '#twin/field/places.js'

/** The parts of a field that have the right shape; a part that does not is `undefined` and not checked further. */
export interface FieldDraft {
  readonly size: FieldEntry['size'] | undefined
  readonly zones: readonly (ZoneEntry | undefined)[]
  readonly home: FieldEntry['home'] | undefined
  readonly shelf: FieldEntry['shelf'] | undefined
  readonly start: FieldEntry['start']
}

/** A value that is valid alone but conflicts with another. */
export interface Finding {
  readonly code: string
  readonly message: string
  /** path of the offending value within the field */
  readonly path: readonly (string | number)[]
  readonly expected: string
  readonly got: string
  readonly hint?: string
}

/** Checks a field across values: that everything fits, is far enough apart and can be reached. */
export function checkField(draft: FieldDraft): Finding[] {
  return [
    ...draft.zones.flatMap((zone, index) => (zone === undefined ? [] : checkZone(zone, index, draft))),
    ...checkZoneKinds(draft),
    ...(draft.home === undefined ? [] : checkHome(draft.home, draft)),
    ...(draft.shelf === undefined ? [] : checkShelf(draft.shelf, draft)),
    ...(draft.start === undefined ? [] : checkRobotFits('start', draft.start, { path: ['start'], draft })),
  ]
}

interface XY {
  readonly x: number
  readonly y: number
}

interface Rect {
  readonly low: XY
  readonly high: XY
}

/** Keeps rounding of decimal fractions from making neighbours overlap, metres. */
const EPSILON = 1e-9

/** Space that four blocks side by side need, metres. */
const SLOTS_SIZE: XY = { x: 3 * SLOT_PITCH + BLOCK.x, y: BLOCK.y }

function checkZone(zone: ZoneEntry, index: number, draft: FieldDraft): Finding[] {
  const name = `zone ${zone.id}`
  const path = ['zones', index]
  const earlier = draft.zones.slice(0, index).filter((other) => other !== undefined)
  const small = (['x', 'y'] as const).filter((axis) => zone.size[axis] < SLOTS_SIZE[axis] - EPSILON)
  return [
    ...(earlier.some(({ id }) => id === zone.id)
      ? [
          {
            code: 'field.zone-id-twice',
            message: `two zones have the number ${zone.id}`,
            path: [...path, 'id'],
            expected: 'every number once',
            got: String(zone.id),
            ...freeId(draft),
          },
        ]
      : []),
    ...small.map((axis) => ({
      code: 'field.zone-too-small',
      message: `${name} has no room for its four slots along ${axis}`,
      path: [...path, 'size', axis],
      expected: `at least ${metres(SLOTS_SIZE[axis])}`,
      got: metres(zone.size[axis]),
    })),
    ...checkInside(name, 'field.zone-outside', {
      rect: rect(zone.at, zone.size),
      path: [...path, 'at'],
      draft,
    }),
    ...earlier
      .filter((other) => overlap(rect(zone.at, zone.size), rect(other.at, other.size)))
      .map((other) => ({
        code: 'field.zones-overlap',
        message: `${name} overlaps zone ${other.id}`,
        path: [...path, 'at'],
        expected: `zone ${other.id} has ${span(rect(other.at, other.size))} to itself`,
        got: span(rect(zone.at, zone.size)),
      })),
    ...checkRobotFits(`the dock of ${name}`, zone.at, {
      path: [...path, 'at'],
      draft,
      reach: POSITION_2_OFFSET,
    }),
  ]
}

function freeId({ zones }: FieldDraft): { hint?: string } {
  const free = [1, 2, 3, 4, 5, 6, 7, 8].filter((id) => !zones.some((zone) => zone?.id === id))
  return free.length === 0 ? {} : { hint: `still free: ${free.join(', ')}` }
}

/** Reports a missing zone kind (nothing to load, or nowhere to unload), but only if every zone could be read. */
function checkZoneKinds({ zones }: FieldDraft): Finding[] {
  if (zones.length === 0 || zones.includes(undefined)) return []
  return (['load', 'unload'] as const)
    .filter((kind) => !zones.some((zone) => zone?.kind === kind))
    .map((kind) => ({
      code: 'field.zone-kind-missing',
      message: `the field has no ${kind} zone`,
      path: ['zones'],
      expected: 'at least one load zone and one unload zone',
      got: `${zones.length} zones, all ${kind === 'load' ? 'unload' : 'load'}`,
    }))
}

function checkHome(home: FieldEntry['home'], draft: FieldDraft): Finding[] {
  const around = rect(home.at, { x: 2 * home.radius, y: 2 * home.radius })
  const path = ['home', 'at']
  const docks = [
    ...draft.zones.flatMap((zone) => (zone === undefined ? [] : [{ name: `zone ${zone.id}`, at: zone.at }])),
    ...(draft.shelf === undefined ? [] : [{ name: 'the shelf', at: draft.shelf.at }]),
  ]
  const apart = home.radius + DOCK_TOLERANCE
  return [
    ...checkInside('home', 'field.home-outside', { rect: around, path, draft }),
    ...checkRobotFits('home', home.at, { path, draft }),
    ...docks
      .filter(({ at }) => distance(at, home.at) <= apart)
      .map(({ name, at }) => ({
        code: 'field.home-at-dock',
        message: `home cannot be told from the dock of ${name}`,
        path,
        expected: `more than ${metres(apart)} between them`,
        got: metres(distance(at, home.at)),
        hint: 'move home away, or make its radius smaller',
      })),
  ]
}

function checkShelf(shelf: FieldEntry['shelf'], draft: FieldDraft): Finding[] {
  const { at, target, size } = shelf
  const apart = 2 * SHELF_TOLERANCE
  const shared = draft.zones.flatMap((zone, index) =>
    zone !== undefined && distance(zone.at, at) <= apart ? [{ zone, index }] : [],
  )
  const buried = draft.zones.flatMap((zone, index) =>
    zone?.kind === 'load' && overlap(rect(zone.at, zone.size), rect(at, size)) ? [{ zone, index }] : [],
  )
  return [
    ...checkInside('the shelf', 'field.shelf-outside', {
      rect: rect(at, size),
      path: ['shelf', 'at'],
      draft,
    }),
    ...checkInside("the shelf's target", 'field.shelf-outside', {
      rect: rect(target, size),
      path: ['shelf', 'target'],
      draft,
    }),
    ...checkRobotFits('the dock of the shelf', at, { path: ['shelf', 'at'], draft }),
    ...checkRobotFits('the end of the push', target, { path: ['shelf', 'target'], draft }),
    ...checkPush(shelf),
    ...shared.map(({ zone, index }) => ({
      code: 'field.zone-at-shelf',
      message: `the dock of zone ${zone.id} cannot be told from that of the shelf`,
      path: ['zones', index, 'at'],
      expected: `more than ${metres(apart)} between them`,
      got: metres(distance(zone.at, at)),
    })),
    ...buried.map(({ zone, index }) => ({
      code: 'field.zone-under-shelf',
      message: `the blocks of zone ${zone.id} would lie under the shelf`,
      path: ['zones', index, 'at'],
      expected: `outside ${span(rect(at, size))}`,
      got: span(rect(zone.at, zone.size)),
    })),
  ]
}

/** Checks that the shelf is pushed along x, and further than the tolerance that counts as already there. */
function checkPush({ at, target }: FieldEntry['shelf']): Finding[] {
  const way = Math.abs(target.x - at.x)
  return [
    ...(Math.abs(target.y - at.y) > EPSILON
      ? [
          {
            code: 'field.shelf-way',
            message: 'the shelf is pushed along x, so its target cannot have another y',
            path: ['shelf', 'target', 'y'],
            expected: String(at.y),
            got: String(target.y),
          },
        ]
      : []),
    ...(way <= 2 * DOCK_TOLERANCE
      ? [
          {
            code: 'field.shelf-way',
            message: 'the shelf stands at its target from the start',
            path: ['shelf', 'target', 'x'],
            expected: `more than ${metres(2 * DOCK_TOLERANCE)} from x = ${at.x}`,
            got: metres(way),
          },
        ]
      : []),
  ]
}

interface Extent {
  readonly rect: Rect
  readonly path: readonly (string | number)[]
  readonly draft: FieldDraft
}

function checkInside(
  name: string,
  code: string,
  { rect: { low, high }, path, draft: { size } }: Extent,
): Finding[] {
  if (size === undefined) return []
  return (['x', 'y'] as const)
    .filter((axis) => low[axis] < -EPSILON || high[axis] > size[axis] + EPSILON)
    .map((axis) => ({
      code,
      message: `${name} reaches outside the field along ${axis}`,
      path: [...path, axis],
      expected: `between 0 and ${metres(size[axis])}`,
      got: `${metres(low[axis])} to ${metres(high[axis])}`,
    }))
}

interface Footing {
  readonly path: readonly (string | number)[]
  readonly draft: FieldDraft
  readonly reach?: number
}

/**
 * Checks that the robot fits with its gripper at this point: the body is behind it, along +y, and may use the apron
 * beyond the far edge.
 * @param reach how much further along +y it may dock, metres
 */
function checkRobotFits(name: string, at: XY, { path, draft: { size }, reach = 0 }: Footing): Finding[] {
  if (size === undefined) return []
  const halfWidth = Math.max(ROBOT.bodyRadius, ROBOT.gripperHalfWidth)
  const far = ROBOT.bodyBehindGripper + ROBOT.bodyRadius + reach
  const room = {
    x: { low: halfWidth, high: size.x - halfWidth },
    y: { low: ROBOT.gripperHalfDepth, high: size.y + FAR_APRON - far },
  }
  return (['x', 'y'] as const)
    .filter((axis) => at[axis] < room[axis].low - EPSILON || at[axis] > room[axis].high + EPSILON)
    .map((axis) => ({
      code: 'field.robot-does-not-fit',
      message: `the robot does not fit at ${name}: it would stick out along ${axis}`,
      path: [...path, axis],
      expected: `${metres(room[axis].low)} to ${metres(room[axis].high)}`,
      got: metres(at[axis]),
      hint: `its body (radius ${metres(ROBOT.bodyRadius)}) stands ${metres(ROBOT.bodyBehindGripper)} further along +y`,
    }))
}

const rect = (at: XY, size: XY): Rect => ({
  low: { x: at.x - size.x / 2, y: at.y - size.y / 2 },
  high: { x: at.x + size.x / 2, y: at.y + size.y / 2 },
})

const overlap = (a: Rect, b: Rect): boolean =>
  (['x', 'y'] as const).every(
    (axis) => a.low[axis] < b.high[axis] - EPSILON && b.low[axis] < a.high[axis] - EPSILON,
  )

const distance = (a: XY, b: XY): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Rounds to millimetres, the finest resolution at which a field is measured. */
const round = (value: number): string => String(Math.round(value * 1000) / 1000)

const metres = (value: number): string => `${round(value)} m`

const span = ({ low, high }: Rect): string =>
  `x ${round(low.x)} to ${round(high.x)}, y ${round(low.y)} to ${round(high.y)} m`
