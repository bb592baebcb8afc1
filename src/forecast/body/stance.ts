import { type Mask, type Point, type Slot, SLOTS, slotsMask } from '#base/field-map.js'
import { m } from '#base/units.js'
import type { Observation } from '#twin/field/observation.js'
import type { Ground } from './ground.js'

/** The state of the robot's body, and what its sensors would show of it. Positions are in the robot's own map. */
export interface Stance {
  readonly ground: Ground
  /** feeds the current sensor readings into the belief */
  show(seen?: Seen): void
  /** start of the current command, ms */
  now: number
  at: Point
  /** the pose is exact because nothing has driven yet */
  untouched: boolean
  /** 0 = up, 1 = on the floor */
  lift: number
  rotator: Rotator
  /** of a drive that was stopped before it came to rest: its luck carries over to the next one */
  transit: Transit | undefined
}

/** Differences from the stance at a moment during a motion. */
export interface Seen {
  readonly lift?: Observation['lift']
  readonly bumper?: boolean
  readonly at?: Point
}

interface Rotator {
  end: 0 | 1
  /** fraction of the current turn that is done, 0 at an end */
  part: number
  /** cups of the unfinished turn */
  mask: Mask
}

/** The luck of one drive from standstill to standstill. */
export interface Transit {
  travelled: number
  readonly blockedAfter: number
  readonly drops: readonly { readonly slot: Slot; readonly after: number }[]
}

/** distance after which something blocks the wheels, or a block falls, metres */
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

/** The point a given number of metres along the straight line from one point to another. */
export function along(from: Point, to: Point, length: number, metres: number): Point {
  const share = length === 0 ? 1 : metres / length
  return { x: m(from.x + (to.x - from.x) * share), y: m(from.y + (to.y - from.y) * share) }
}
