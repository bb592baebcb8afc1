import type { Pose } from '#base/field-map.js'
import { defaultSite } from '#base/site/site-map.js'
import { m, rad } from '#base/units.js'
import type { LinkSession } from '#link/link-session.js'
import type { Odometry } from '#link/messages.gen.js'
import type { PoseCovariance } from '#localisation/ports.js'
import { PoseTracker, type PoseTrackerCounters } from '#robots/field/pose/pose-tracker.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { wrapped } from '#localisation/scan/frames.js'
import { between } from './truth.js'
import { Lidar } from '#simulation/field/world/sensors/lidar.js'

/** A simulated laser scanner on the robot, and the tracker that corrects the controller's pose by it. */
export class LidarPose {
  readonly #lidar: Lidar
  readonly #tracker: PoseTracker
  #before: { readonly us: number; readonly pose: Pose } | undefined

  constructor({ map }: FieldSetup, seed: number) {
    const site = defaultSite(map)
    this.#lidar = new Lidar({ name: { seed, field: map.id, episode: 1 }, site })
    this.#tracker = new PoseTracker({
      site,
      scanner: 'ld19',
      mounting: { x: m(0), y: m(0), theta: rad(0) },
      atArming: SET_UP_AT_HOME,
    })
  }

  get counters(): PoseTrackerCounters {
    return this.#tracker.counters
  }

  /**
   * The squared error of the estimate by its own covariance (normalised estimation error squared): 3 on average where
   * the estimate is as sure as it may be, more where it is too sure.
   * @param truth where the gripper was, ms of the world
   */
  nees(truth: (ms: number) => Pose): number {
    const { tUs, pose, covariance } = this.#tracker.estimate
    const { x, y, theta } = truth(tUs / 1000)
    return squaredDistance([pose.x - x, pose.y - y, wrapped(pose.theta - theta)], covariance)
  }

  hear = (odometry: Odometry): void => this.#tracker.hear(odometry)

  /**
   * A turn of the loop is over.
   * @param ms of the world, whose clock began with the controller's
   * @param truth where the gripper is
   */
  turn(ms: number, truth: Pose, session: LinkSession): void {
    const now = { us: 1000 * ms, pose: truth }
    const before = this.#before ?? now
    this.#before = now
    const share = (us: number): number => (now.us > before.us ? (us - before.us) / (now.us - before.us) : 1)
    this.#tracker.scan(
      this.#lidar.advance(now.us, (us) => between(before.pose, truth, share(us))),
      now.us,
    )
    const place = this.#tracker.placement()
    if (place !== undefined) session.placeOdometry(place)
  }
}

/** Somebody has put it there by hand: 30 mm and 3° off at most. */
const SET_UP_AT_HOME = { xx: 0.0175 ** 2, xy: 0, xt: 0, yy: 0.0175 ** 2, yt: 0, tt: 0.03 ** 2 }

/** eᵀP⁻¹e by Cramer's rule. */
function squaredDistance([a, b, c]: readonly [number, number, number], p: PoseCovariance): number {
  const { xx, xy, xt, yy, yt, tt } = p
  const [ca, cb, cc] = [yy * tt - yt * yt, xt * yt - xy * tt, xy * yt - xt * yy]
  const [cd, ce, cf] = [xx * tt - xt * xt, xy * xt - xx * yt, xx * yy - xy * xy]
  const determinant = xx * ca + xy * cb + xt * cc
  const sum = a * a * ca + b * b * cd + c * c * cf + 2 * (a * b * cb + a * c * cc + b * c * ce)
  return sum / determinant
}
