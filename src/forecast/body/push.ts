import type { Point } from '#base/field-map.js'
import { m } from '#base/units.js'
import { BLOCK } from '#simulation/dimensions.js'
import { onFloor } from '#simulation/world/blocks.js'
import { blockFootprint, distance, overlap, type Rectangle } from '#simulation/world/geometry.js'
import type { Course } from './drive.js'
import type { Ground } from './ground.js'
import { along, drawTransit, type Stance } from './stance.js'
import { pushTime, slippedPushTime, stalledPushTime } from './times.js'

/** the bumper closes this close to the shelf's middle, metres */
const CONTACT = 0.01
/** beyond this distance the controller expects bumper contact with the shelf, metres */
const FEELS_FROM = 0.06
/** the shelf is lost once the bumper was open for 50 ms, at pushing speed, metres */
const UNFELT = 0.0038
/** braking distance from that speed, metres */
const BRAKING = 0.003
/** a push this long draws its luck; the shelf slips after this much of it, metres */
const PUSH_FROM = 0.01
const SLIP_FROM = 0.02
const SLIP_RANGE = 0.025
/** once felt this far from its dock, the twin no longer assumes that the shelf has not moved, metres */
const AWAY = 0.013
/** a blocked robot this close to its goal has arrived, metres */
const ARRIVED = 0.005
const SPEED = 0.075

/** Pushes the shelf from its dock to its target: it may slip off the bumper, and an obstacle may block it. */
export function push(stance: Stance, to: Point): Course {
  const { ground, at: from, now } = stance
  const way = distance(from, to)
  const contact = meet(ground, from)
  const fate = foresee(ground, contact, way)
  stance.transit = undefined
  const go = (metres: number): void => {
    if (contact.can) {
      ground.shelf = Math.max(ground.shelf, Math.min(fate.shelfAt, contact.robot + metres))
    }
    const felt = Math.max(AWAY, contact.closes)
    if (felt <= Math.min(metres, fate.feltUntil)) {
      stance.show({ bumper: true, at: along(from, to, way, felt) })
    }
    stance.at = along(from, to, way, metres)
    stance.untouched = false
    ground.passed(stance.at)
  }
  return {
    lasts: fate.lasts,
    ends: fate.ends,
    flawless: fate.ends === 'done',
    moves: true,
    end() {
      go(fate.reach)
      if (fate.slips) ground.faults.record('cursor', now)
      if (fate.held) ground.faults.record('navigation', now)
      stance.show({ bumper: fate.ends === 'done' })
    },
    cut(after) {
      go(Math.min(fate.reach, (SPEED * after) / 1000))
      stance.show()
      return (1000 * SPEED) / 2.5
    },
  }
}

/** Robot and shelf on the shelf's track: metres towards the target from the shelf's initial position. */
interface Contact {
  readonly robot: number
  readonly shelf: number
  /** how far the shelf can still be pushed */
  readonly left: number
  /** the robot is on the track and can meet the shelf at all */
  readonly can: boolean
  /** distance the robot travels until the bumper closes, and until the shelf moves */
  readonly closes: number
  readonly pushes: number
}

interface Fate {
  readonly lasts: number
  readonly ends: 'done' | 'failed'
  readonly reach: number
  readonly shelfAt: number
  /** the bumper feels the shelf up to this distance */
  readonly feltUntil: number
  readonly slips: boolean
  /** something other than a block blocks the wheels */
  readonly held: boolean
}

function meet(ground: Ground, from: Point): Contact {
  const { at, target } = ground.map.shelf
  const truly = ground.truly(from)
  const robot = (truly.x - at.x) * Math.sign(target.x - at.x)
  const aside = Math.abs(truly.y - at.y)
  const can = aside <= CONTACT
  const radius = can ? Math.sqrt(CONTACT * CONTACT - aside * aside) : 0
  const shelf = ground.shelf
  return {
    robot,
    shelf,
    left: distance(at, target) - shelf,
    can,
    closes: can ? Math.max(0, shelf - radius - robot) : Infinity,
    pushes: can ? Math.max(0, shelf - robot) : Infinity,
  }
}

function foresee(ground: Ground, contact: Contact, way: number): Fate {
  const { shelf, left, closes, pushes, robot } = contact
  // a push starts in contact with the shelf; without contact its luck is that of a drive
  const blocked = closes > 0 || left <= 0 ? drawTransit(ground).blockedAfter : Infinity
  const stops = Math.min(blocked, jammedAfter(ground, contact))
  const stalled = (shelfAt: number): Fate => {
    const lasts = stalledPushTime(stops, way)
    return {
      lasts,
      ends: 'failed',
      reach: stops,
      shelfAt,
      feltUntil: Infinity,
      slips: false,
      held: blocked <= stops,
    }
  }
  const lost = (from: number, shelfAt: number, slips: boolean): Fate => ({
    lasts: slippedPushTime(from, way),
    ends: 'failed',
    reach: from + BRAKING,
    shelfAt,
    feltUntil: slips ? shelfAt - robot : -Infinity,
    slips,
    held: false,
  })
  if (closes > FEELS_FROM) return stops < FEELS_FROM ? stalled(shelf) : lost(FEELS_FROM, shelf, false)
  const drawn = left >= PUSH_FROM && pushes + PUSH_FROM <= stops ? ground.faults.draw('cursor') : undefined
  const slip = drawn === undefined ? Infinity : SLIP_FROM + SLIP_RANGE * drawn
  if (slip < left && pushes + slip < stops) {
    return lost(Math.max(FEELS_FROM, pushes + slip + UNFELT), shelf + slip, true)
  }
  if (stops < way - ARRIVED) return stalled(shelf + left)
  const lasts = pushTime(way)
  return {
    lasts,
    ends: 'done',
    reach: way,
    shelfAt: shelf + left,
    feltUntil: Infinity,
    slips: false,
    held: false,
  }
}

const JAM_STEP = 0.001

/** Distance the robot travels until a block in front of the shelf jams it. */
function jammedAfter({ map, blocks }: Ground, { shelf, left, pushes }: Contact): number {
  const { at, target, size } = map.shelf
  const forward = Math.sign(target.x - at.x)
  const reach = Math.hypot(BLOCK.x, BLOCK.y) / 2
  const near = blocks.filter((block) => onFloor(block) && Math.abs(block.at.y - at.y) < size.y / 2 + reach)
  if (near.length === 0) return Infinity
  const rectangle = (pushed: number): Rectangle => ({
    at: { x: m(at.x + forward * pushed), y: at.y },
    size,
    yaw: 0,
  })
  for (let pushed = 0; pushed < left; pushed += JAM_STEP) {
    const now = rectangle(shelf + pushed)
    const next = rectangle(shelf + pushed + JAM_STEP)
    const jams = near.some((block) => {
      const footprint = blockFootprint(block)
      if (!overlap(footprint, next)) return false
      return !overlap(footprint, now) || (block.at.x - now.at.x) * forward > 0
    })
    if (jams) return pushes + pushed
  }
  return Infinity
}
