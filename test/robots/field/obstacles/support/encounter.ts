import type { Pose } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { REACTION } from '#robots/field/obstacles/allowed-speed.js'
import { clearanceOf, hullSpeed, type Twist } from '#robots/field/obstacles/clearance.js'
import { ObstacleGuard, type GuardAnswer } from '#robots/field/obstacles/guard.js'
import { poseAt } from '../../../../localisation/scan/support/ray-caster.js'
import { cheap, pose, QUARTER_US, quarterOf, seenFrom, type Disc } from './quarters.js'

/** A robot that is to go by a twist in the open, and something that goes its own way. */
export interface Encounter {
  readonly twistAt: (tUs: number) => Twist
  readonly discAt: (tUs: number) => Disc
  readonly untilUs: number
  readonly guarded: boolean
  /** whether the robot knows its pose; else it knows where its wheels have taken it, or not even that */
  readonly knows?: 'pose' | 'wheels' | 'nothing'
  /** what the guard takes the reaction time to be, s; by default what it is */
  readonly reaction?: number
}

export interface Course {
  /** the speed of the fastest point of the hull when the two touched, m/s; undefined: they did not */
  readonly contact: number | undefined
  readonly nearest: number
  readonly way: number
  readonly moments: readonly {
    readonly tUs: number
    readonly speed: number
    readonly answer: GuardAnswer | 'silent'
  }[]
}

/**
 * Quarters every 25 ms, read 4 ms after their last ray; a decision every 20 ms, 15 ms on its way; wheels that follow
 * 40 ms later, at 2 m/s². The robot begins at full speed.
 */
export function meet(
  { twistAt, discAt, untilUs, guarded, knows = 'pose', reaction = REACTION }: Encounter,
  rng: Rng,
): Course {
  const guard = new ObstacleGuard({ site: { boards: [], posts: [] }, reaction })
  const errors = cheap(rng)
  const track = new Track()
  const phase = rng.int(4) * STEP_US
  const orders: { readonly tUs: number; readonly share: number }[] = []
  const moments: Course['moments'][number][] = []
  let [share, ramped, nearest, quarters, heardUs]: [number, number, number, number, number] = [
    1,
    1,
    Infinity,
    0,
    0,
  ]
  const turned = 2 * Math.PI * rng.next()
  for (let tUs = 0; tUs < untilUs; tUs += STEP_US) {
    const now = track.at(tUs)
    const disc = discAt(tUs)
    const clear = clearanceOf(seenFrom(now, disc)) - disc.radius
    const speed = hullSpeed(twistAt(tUs)) * ramped
    nearest = Math.min(nearest, clear)
    if (clear <= 0) return { contact: speed, nearest, way: track.way, moments }
    const bodyAt = (us: number): Pose | undefined => (knows === 'nothing' ? undefined : track.at(us))
    for (; guarded && (quarters + 1) * QUARTER_US + READ_US <= tUs; quarters++) {
      const moment = (us: number) => ({ body: track.at(us), discs: [discAt(us)] })
      const first = turned - (quarters * Math.PI) / 2
      guard.look(quarterOf(quarters * QUARTER_US, first, moment, { errors, rng }), {
        bodyAt,
        covariance: knows === 'pose' ? SURE : undefined,
      })
    }
    if (guarded && tUs % 20_000 === phase) {
      const answer = guard.decide({ nowUs: tUs, twist: twistAt(tUs), body: bodyAt(tUs) })
      moments.push({ tUs, speed, answer })
      // until it has looked all around for 0.3 s the guard holds the robot, which here is on its way already
      if (answer !== 'silent' && tUs > WARM_US) orders.push({ tUs: tUs + LATE_US, share: answer.share })
    }
    for (const order of orders) if (order.tUs <= tUs) [share, heardUs] = [order.share, order.tUs]
    if (guarded && tUs - heardUs > PROMISE_US && tUs > WARM_US + PROMISE_US) share = 0
    ramped = slewed(ramped, share, ((STEP_US / 1e6) * BRAKE) / Math.max(hullSpeed(twistAt(tUs)), 1e-3))
    track.go(tUs, twistAt(tUs), ramped)
  }
  return { contact: undefined, nearest, way: track.way, moments }
}

/** Where the robot has been. */
class Track {
  readonly #poses: Pose[] = [pose(0, 0, 0)]
  way = 0

  at(tUs: number): Pose {
    const i = Math.min(Math.max(tUs / STEP_US, 0), this.#poses.length - 1)
    const [from, to] = [this.#poses[Math.floor(i)], this.#poses[Math.ceil(i)]] as [Pose, Pose]
    const share = i - Math.floor(i)
    const between = (a: number, b: number): number => a + share * (b - a)
    return pose(between(from.x, to.x), between(from.y, to.y), between(from.theta, to.theta))
  }

  go(tUs: number, { vx, vy, w }: Twist, share: number): void {
    const from = this.#poses[tUs / STEP_US] as Pose
    this.#poses.push(poseAt(from, { vx: share * vx, vy: share * vy, w: share * w }, STEP_US / 1e6))
    this.way += (share * Math.hypot(vx, vy) * STEP_US) / 1e6
  }
}

const STEP_US = 5000
const [READ_US, LATE_US, PROMISE_US, WARM_US] = [4000, 55_000, 205_000, 500_000]
const BRAKE = 2
const SURE = { xx: 1e-5, xy: 0, xt: 0, yy: 1e-5, yt: 0, tt: 1e-5 }

const slewed = (from: number, to: number, step: number): number =>
  to > from ? Math.min(to, from + step) : Math.max(to, from - step)
