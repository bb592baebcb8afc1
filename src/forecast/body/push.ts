import type { Point } from '#base/field-map.js'
import { m } from '#base/units.js'
import { BLOCK } from '#simulation/field/dimensions.js'
import { onFloor } from '#simulation/field/world/blocks.js'
import { blockFootprint, distance, overlap, type Rectangle } from '#simulation/field/world/geometry.js'
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
  const length = distance(from, to)
  const contact = findContact(ground, from)
  const result = predict(ground, contact, length)
  stance.transit = undefined
  const advance = (metres: number): void => {
    if (contact.onTrack) {
      ground.shelf = Math.max(ground.shelf, Math.min(result.shelfAt, contact.robot + metres))
    }
    const felt = Math.max(AWAY, contact.closesAfter)
    if (felt <= Math.min(metres, result.feltUntil)) {
      stance.show({ bumper: true, at: along(from, to, length, felt) })
    }
    stance.at = along(from, to, length, metres)
    stance.untouched = false
    ground.passed(stance.at)
  }
  return {
    lasts: result.lasts,
    ends: result.ends,
    flawless: result.ends === 'done',
    moves: true,
    end() {
      advance(result.reach)
      if (result.slips) ground.faults.record('cursor', now)
      if (result.blocked) ground.faults.record('navigation', now)
      stance.show({ bumper: result.ends === 'done' })
    },
    cut(after) {
      advance(Math.min(result.reach, (SPEED * after) / 1000))
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
  readonly remaining: number
  /** the robot is on the track and can meet the shelf at all */
  readonly onTrack: boolean
  /** distance the robot travels until the bumper closes, and until the shelf moves */
  readonly closesAfter: number
  readonly pushesAfter: number
}

interface PushResult {
  readonly lasts: number
  readonly ends: 'done' | 'failed'
  readonly reach: number
  readonly shelfAt: number
  /** the bumper feels the shelf up to this distance */
  readonly feltUntil: number
  readonly slips: boolean
  /** something other than a block blocks the wheels */
  readonly blocked: boolean
}

function findContact(ground: Ground, from: Point): Contact {
  const { at, target } = ground.map.shelf
  const position = ground.truePosition(from)
  const robot = (position.x - at.x) * Math.sign(target.x - at.x)
  const aside = Math.abs(position.y - at.y)
  const onTrack = aside <= CONTACT
  const radius = onTrack ? Math.sqrt(CONTACT * CONTACT - aside * aside) : 0
  const shelf = ground.shelf
  return {
    robot,
    shelf,
    remaining: distance(at, target) - shelf,
    onTrack,
    closesAfter: onTrack ? Math.max(0, shelf - radius - robot) : Infinity,
    pushesAfter: onTrack ? Math.max(0, shelf - robot) : Infinity,
  }
}

function predict(ground: Ground, contact: Contact, length: number): PushResult {
  const { shelf, remaining, closesAfter, pushesAfter, robot } = contact
  // a push starts in contact with the shelf; without contact its luck is that of a drive
  const blocked = closesAfter > 0 || remaining <= 0 ? drawTransit(ground).blockedAfter : Infinity
  const stops = Math.min(blocked, jammedAfter(ground, contact))
  const stalled = (shelfAt: number): PushResult => {
    const lasts = stalledPushTime(stops, length)
    return {
      lasts,
      ends: 'failed',
      reach: stops,
      shelfAt,
      feltUntil: Infinity,
      slips: false,
      blocked: blocked <= stops,
    }
  }
  const lost = (from: number, shelfAt: number, slips: boolean): PushResult => ({
    lasts: slippedPushTime(from, length),
    ends: 'failed',
    reach: from + BRAKING,
    shelfAt,
    feltUntil: slips ? shelfAt - robot : -Infinity,
    slips,
    blocked: false,
  })
  if (closesAfter > FEELS_FROM) return stops < FEELS_FROM ? stalled(shelf) : lost(FEELS_FROM, shelf, false)
  const luck =
    remaining >= PUSH_FROM && pushesAfter + PUSH_FROM <= stops ? ground.faults.draw('cursor') : undefined
  const slip = luck === undefined ? Infinity : SLIP_FROM + SLIP_RANGE * luck
  if (slip < remaining && pushesAfter + slip < stops) {
    return lost(Math.max(FEELS_FROM, pushesAfter + slip + UNFELT), shelf + slip, true)
  }
  if (stops < length - ARRIVED) return stalled(shelf + remaining)
  const lasts = pushTime(length)
  return {
    lasts,
    ends: 'done',
    reach: length,
    shelfAt: shelf + remaining,
    feltUntil: Infinity,
    slips: false,
    blocked: false,
  }
}

const JAM_STEP = 0.001

/** Distance the robot travels until a block in front of the shelf jams it. */
function jammedAfter({ map, blocks }: Ground, { shelf, remaining, pushesAfter }: Contact): number {
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
  for (let pushed = 0; pushed < remaining; pushed += JAM_STEP) {
    const now = rectangle(shelf + pushed)
    const next = rectangle(shelf + pushed + JAM_STEP)
    const jams = near.some((block) => {
      const footprint = blockFootprint(block)
      if (!overlap(footprint, next)) return false
      return !overlap(footprint, now) || (block.at.x - now.at.x) * forward > 0
    })
    if (jams) return pushesAfter + pushed
  }
  return Infinity
}
