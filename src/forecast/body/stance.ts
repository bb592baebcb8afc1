import { type Mask, type Point, type Slot, SLOTS, slotsMask } from '#base/field-map.js'
import { m } from '#base/units.js'
import type { Observation } from '#twin/observation.js'
import type { Ground } from './ground.js'

/** How the robot stands, and what its sensors would show of that. Positions are those of the robot's own map. */
export interface Stance {
  readonly ground: Ground
  /** what the sensors show now, to be believed */
  show(seen?: Seen): void
  /** when the present command began, ms */
  now: number
  at: Point
  /** the pose is exact to the last digit because nothing has driven yet */
  untouched: boolean
  /** 0 = up, 1 = on the floor */
  lift: number
  rotator: Rotator
  /** of a drive that was stopped and has not come to a stand: its luck goes on with the next one */
  transit: Transit | undefined
}

/** What differs from the stance at a moment on the way. */
export interface Seen {
  readonly lift?: Observation['lift']
  readonly bumper?: boolean
  readonly at?: Point
}

interface Rotator {
  end: 0 | 1
  /** how much of the present turn is done, 0 at an end */
  part: number
  /** cups of the turn that is half done */
  mask: Mask
}

/** What luck has in store for one drive from standstill to standstill. */
export interface Transit {
  travelled: number
  readonly blockedAfter: number
  readonly drops: readonly { readonly slot: Slot; readonly after: number }[]
}

/** the way at which something blocks the wheels, or a block falls, metres */
const HAPPENS_FROM = 0.04
const HAPPENS_RANGE = 0.3

export function drawTransit(ground: Ground): Transit {
  const { faults } = ground
  const stop = faults.draw('navigation')
  const drops: { slot: Slot; after: number }[] = []
  for (const slot of SLOTS) {
    if (ground.held(slot) === null) continue
    const fall = faults.draw('drop')
    if (fall !== undefined) drops.push({ slot, after: HAPPENS_FROM + HAPPENS_RANGE * fall })
  }
  const blockedAfter = stop === undefined ? Infinity : HAPPENS_FROM + HAPPENS_RANGE * stop
  return { travelled: 0, blockedAfter, drops }
}

export const holdingMask = (ground: Ground): Mask =>
  slotsMask(SLOTS.filter((cup) => ground.held(cup) !== null))

/** The point so many metres on the straight way from one to another. */
export function along(from: Point, to: Point, way: number, metres: number): Point {
  const share = way === 0 ? 1 : metres / way
  return { x: m(from.x + (to.x - from.x) * share), y: m(from.y + (to.y - from.y) * share) }
}
