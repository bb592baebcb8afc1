import type { FieldMap, Pose } from '#base/field-map.js'
import { defaultSite } from '#base/site/site-map.js'
import { m, rad } from '#base/units.js'
import type { Odometry } from '#link/messages.gen.js'
import { placeDeviation } from '#localisation/filter/pose-covariance.js'
import type { PoseCovariance, PoseEstimate } from '#localisation/ports.js'
import type { Command, PoseDeviation } from '#twin/field/world.js'
import { CollisionMonitor, type SpeedLimit } from '../obstacles/collision-monitor.js'
import type { Placement } from './corrections.js'
import type { PoseWatch } from './place-keeper.js'
import { PoseTracker, type PoseTrackerCounters, type PoseTrackerOptions } from './pose-tracker.js'

/** The port of a laser scanner on the robot. */
export interface ScannerPort {
  readonly model: PoseTrackerOptions['scanner']
  /**
   * What has arrived since the last call; nothing where it is silent.
   * `arrivedUs`: when the last byte was there, µs of the controller's clock, which wraps after 2³²; never decreasing
   */
  read(): { readonly bytes: Uint8Array; readonly arrivedUs: number }
}

export interface PoseCorrectorOptions {
  readonly map: FieldMap
  readonly scanner: ScannerPort
  /**
   * Whether the controller has been told where it stands. Before that no correction is sent: it would be about a place
   * that nobody has vouched for, and move the pose whose arrival arming waits for.
   */
  readonly isArmed: () => boolean
  /** sends a correction to the controller: the number under which it will say that it is in effect, if it was sent */
  readonly place: (placement: Placement) => number | undefined
  /** what keeps the robot from touching what the scanner sees, and what it does; without it nothing does */
  readonly monitor?: {
    readonly motion: () => Command | undefined
    readonly limit: (limit: SpeedLimit) => void
  }
  /** called once, when something in here has failed: from then on the robot does not know where it is */
  readonly onFailure: (cause: unknown) => void
}

/**
 * Corrects the controller's pose by a laser scanner, in the rhythm in which the controller says what its wheels have
 * turned. Without a word from the scanner, or from the controller, nothing is corrected.
 */
export class PoseCorrector implements PoseWatch {
  readonly #options: PoseCorrectorOptions
  readonly #tracker: PoseTracker
  readonly #monitor: CollisionMonitor
  /** of the newest odometry, µs of the controller's clock, which does not wrap here */
  #heardUs: number | undefined
  #failed = false
  #found: Pose | undefined

  constructor(options: PoseCorrectorOptions) {
    const { map, scanner } = options
    const site = defaultSite(map)
    this.#options = options
    this.#monitor = new CollisionMonitor(site)
    this.#tracker = new PoseTracker({
      site,
      scanner: scanner.model,
      mounting: IN_THE_MIDDLE,
      atArming: SET_UP_AT_HOME,
    })
  }

  get counters(): PoseTrackerCounters {
    return this.#tracker.counters
  }

  /** Where the robot is and how sure that is. */
  get estimate(): PoseEstimate {
    return this.#tracker.estimate
  }

  /** Whether the pose is not to be acted on: too unsure, contradicted by what is measured, or not followed any more. */
  get isLost(): boolean {
    return this.#failed || this.#isAstray || this.#tracker.isIgnored
  }

  /** Of the gripper, while the robot is lost: where it stands, by a search; undefined: that is not known. */
  get found(): Pose | undefined {
    return this.#found
  }

  /** Whether a search may help. */
  get #isAstray(): boolean {
    const { quality } = this.#tracker.estimate
    return quality === 'doubtful' || quality === 'lost' || this.#tracker.isElsewhere
  }

  get isCorrecting(): boolean {
    return this.#tracker.isCorrecting
  }

  /** What is in the way, where that is looked for. */
  get isInTheWay(): Pick<CollisionMonitor, 'obstruction' | 'share'> {
    return this.#monitor
  }

  /** How sure the pose is; before anything was heard, as sure as whoever has put the robot there. */
  get deviation(): PoseDeviation {
    const { covariance, quality } = this.#tracker.estimate
    const sure = quality === 'unknown' ? SET_UP_AT_HOME : covariance
    return { place: m(placeDeviation(sure)), heading: rad(Math.sqrt(sure.tt)) }
  }

  /** What the controller says that its wheels have turned. Never throws. */
  readonly hear = (odometry: Odometry): void => {
    if (this.#failed) return
    try {
      this.#correct(odometry)
    } catch (cause) {
      this.#failed = true
      this.#options.onFailure(cause)
    }
  }

  #correct(odometry: Odometry): void {
    const { scanner, isArmed, place } = this.#options
    const { bytes, arrivedUs } = scanner.read()
    const before = this.#heardUs
    this.#heardUs = before === undefined ? odometry.tUs : Math.max(before, unwrapped(odometry.tUs, before))
    // what was sent before anybody listened lies in the port since nobody knows when
    if (before !== undefined && bytes.length > 0)
      this.#tracker.scan(bytes, unwrapped(arrivedUs, this.#heardUs))
    // by all that was heard up to here: this odometry may be the first of another epoch
    if (isArmed()) this.#tracker.correct(place)
    this.#tracker.hear(odometry)
    this.#found = this.#isAstray && isArmed() ? this.#tracker.seek() : undefined
    if (!this.#isAstray) this.#tracker.seekNoMore()
    this.#lookAhead()
  }

  /** The base is held before anything else can move it: from when it is armed on, whether a command runs or not. */
  #lookAhead(): void {
    const { isArmed, monitor } = this.#options
    if (monitor === undefined) return
    const { tUs, pose, covariance, quality } = this.#tracker.estimate
    const { bodyAt } = this.#tracker
    const isKnown = quality !== 'unknown'
    const where = { bodyAt, covariance: isKnown && !this.isLost ? covariance : undefined }
    for (const quarter of this.#tracker.takeQuarters()) this.#monitor.look(quarter, where)
    if (!isArmed()) return
    const gripper = isKnown ? pose : undefined
    const limit = this.#monitor.limit({ nowUs: tUs, command: monitor.motion(), gripper, body: bodyAt(tUs) })
    if (limit !== undefined) monitor.limit(limit)
  }
}

/** That it is lost, or has found its place again, for whoever has to go there. */
export function describePlace(
  change: 'lost' | 'found',
  { covariance: { xx, yy, tt }, pose }: PoseEstimate,
): string {
  const near = `near (${pose.x.toFixed(2)}, ${pose.y.toFixed(2)})`
  if (change === 'found') return `the robot has found out where it is: ${near}`
  const [place, turn] = [1000 * Math.sqrt(xx + yy), (180 / Math.PI) * Math.sqrt(tt)]
  const sure = `give or take ${place.toFixed(0)} mm and ${turn.toFixed(1)}°`
  return (
    `the robot no longer knows where it is (${near}, ${sure}): it stands and looks for its place; ` +
    'if it does not find it, put it at home and begin anew; is the laser scanner running?'
  )
}

/** A time of a clock of 32 bits, as the one of its times that is nearest to another. */
const unwrapped = (us: number, near: number): number => near + ((us - near) | 0)

const IN_THE_MIDDLE: Pose = { x: m(0), y: m(0), theta: rad(0) }
/** Somebody has put it there by hand: 30 mm and 3° off at most. */
const SET_UP_AT_HOME: PoseCovariance = {
  xx: 0.0175 ** 2,
  xy: 0,
  xt: 0,
  yy: 0.0175 ** 2,
  yt: 0,
  tt: 0.03 ** 2,
}
