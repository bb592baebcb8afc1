import type { Point, Pose } from '#base/field-map.js'
import type { SiteMap } from '#base/site/site-map.js'
import { m, ms, type Ms } from '#base/units.js'
import type { LaserScan } from '#localisation/ports.js'
import { outlineOf } from '#localisation/scan/outline.js'
import { allowedShare, REACTION, WALKER, type Threat } from './allowed-speed.js'
import { hidesTheWay, type BlindSector } from './blind-sectors.js'
import { clearanceOf, hullSpeed, type Twist } from './clearance.js'
import { foregroundOf, type Surroundings, type Whereabouts } from './foreground.js'
import { HeldShare } from './held-share.js'
import { RecentPoints, type RecentPoint } from './recent-points.js'

export interface ObstacleGuardOptions {
  readonly site: SiteMap
  /** the scanner on the body, from its middle; by default in the middle */
  readonly mounting?: Point
  /** where the scanner sees a part of the robot; by default nowhere */
  readonly blind?: readonly BlindSector[]
  /** from what is seen to wheels that brake, s */
  readonly reaction?: number
}

/** What the robot is about to do. */
export interface GuardTurn {
  /** µs of the controller's clock */
  readonly nowUs: number
  /** the fastest that the command may become, not how fast the robot happens to be; nothing: it may begin to move */
  readonly twist: Twist
  /** where the body's middle is now, in the same frame as in `look`; undefined: not known */
  readonly body: Pose | undefined
}

/** What holds the robot. */
export interface Obstruction {
  /** in the field's frame; in the body's while no pose is known */
  readonly at: Point
  /** since when the robot has been held by something without a break, of the controller's clock */
  readonly since: Ms
  /** walker: it has not stood for long enough to be a thing, or nobody knows */
  readonly by: 'object' | 'walker'
}

export interface GuardAnswer {
  /** of the commanded speed, 0…1 */
  readonly share: number
  /** the share is less than 1 for the sake of it, or was a moment ago */
  readonly obstruction?: Obstruction
  /** a part of the robot hides the way from the scanner: the robot creeps */
  readonly masked: boolean
}

/**
 * How fast the robot may be, by what a laser scanner sees around it (the collision monitor of Nav2 is the model, with
 * regions that follow from the speed). Silent without a fresh look all around: then nothing is sent, and the
 * controller stops when the last promise runs out. Sans I/O, never throws; all times are µs of the controller's clock.
 */
export class ObstacleGuard {
  readonly #around: Surroundings
  readonly #reaction: number
  readonly #recent = new RecentPoints()
  readonly #held = new HeldShare()
  #obstruction: Obstruction | undefined

  constructor({ site, mounting, blind = [], reaction = REACTION }: ObstacleGuardOptions) {
    this.#around = { outline: outlineOf(site), mounting: mounting ?? { x: m(0), y: m(0) }, blind }
    this.#reaction = reaction
  }

  /** @param scan quarters of a turn, or whole ones, but not both; what took longer than a turn can is left out */
  look(scan: LaserScan, where: Whereabouts): void {
    if (!(scan.endUs - scan.startUs <= LONGEST_US)) return
    this.#recent.add(scan, foregroundOf(scan, where, this.#around))
  }

  decide({ nowUs, twist, body }: GuardTurn): GuardAnswer | 'silent' {
    const isFresh = nowUs - this.#recent.newestUs <= FRESH_US && this.#recent.isAllAround(nowUs - WHOLE_US)
    if (!isFresh) {
      this.#held.at(nowUs, 0)
      return 'silent'
    }
    const { share, by } = allowedShare(threatsOf(this.#recent.all, nowUs, body), twist, this.#reaction)
    const masked = hidesTheWay(this.#around.blind, twist)
    const slow = masked ? Math.min(1, CREEP / hullSpeed(twist)) : 1
    const held = this.#held.at(nowUs, Math.min(share, slow))
    this.#obstruction = this.#hold(by, held < slow, nowUs)
    return { share: held, masked, ...(this.#obstruction && { obstruction: this.#obstruction }) }
  }

  #hold(by: PointThreat | undefined, isHeld: boolean, nowUs: number): Obstruction | undefined {
    if (by === undefined) return isHeld ? this.#obstruction : undefined
    const { inField, onBody } = by.point
    const since = this.#obstruction?.since ?? ms(nowUs / 1000)
    return { at: inField ?? onBody, since, by: by.speed > 0 ? 'walker' : 'object' }
  }
}

interface PointThreat extends Threat {
  readonly point: RecentPoint
}

/** Without a newer look nothing is said, and a look in every direction is at most so old. */
const [FRESH_US, WHOLE_US] = [150_000, 300_000]
const LONGEST_US = 300_000
/**
 * What has stood for so long is a thing. Whoever walks slowly keeps a foot in its place for more than a second, and
 * whoever stops, or has just armed the robot, goes on after a while.
 */
const STANDS_US = 6_000_000
/** So near to the hull, metres, 3 points are enough. */
const [NEAR, NEAR_POINTS] = [0.15, 3]
/** m/s */
const CREEP = 0.1

function threatsOf(points: readonly RecentPoint[], nowUs: number, body: Pose | undefined): PointThreat[] {
  const toBody = intoFrameOf(body)
  const stands = ({ firstUs = Infinity }: RecentPoint): boolean => nowUs - firstUs >= STANDS_US
  const threats = points.map((point): PointThreat => ({
    at: toBody(point),
    speed: stands(point) ? 0 : WALKER,
    age: (nowUs - point.tUs) / 1e6,
    point,
  }))
  const sure = threats.filter(({ point }) => point.isSure)
  const near = threats.filter(({ at }) => clearanceOf(at) <= NEAR)
  return near.length < NEAR_POINTS ? sure : [...sure, ...near.filter(({ point }) => !point.isSure)]
}

/** Where a point is beside the robot now; without a pose, where it was when it was seen. */
function intoFrameOf(body: Pose | undefined): (point: RecentPoint) => Point {
  if (body === undefined || !Number.isFinite(body.x + body.y + body.theta)) return ({ onBody }) => onBody
  const [cos, sin] = [Math.cos(body.theta), Math.sin(body.theta)]
  return ({ inField, onBody }) => {
    if (inField === undefined) return onBody
    const [dx, dy] = [inField.x - body.x, inField.y - body.y]
    return { x: m(cos * dx + sin * dy), y: m(cos * dy - sin * dx) }
  }
}
