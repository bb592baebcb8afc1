import type { Pose } from '#base/field-map.js'
import type { SiteMap } from '#base/site/site-map.js'
import { m, rad } from '#base/units.js'
import type { Odometry } from '#link/messages.gen.js'
import { PoseFilter } from '#localisation/filter/ekf.js'
import { BASE_GEOMETRY } from '#localisation/filter/kinematics.js'
import type { LaserScan, PoseCovariance, PoseEstimate } from '#localisation/ports.js'
import { compose, inverse, wrapped } from '#localisation/scan/frames.js'
import { matchScan } from '#localisation/scan/match.js'
import { LaserScanner, type SCANNER_MODELS } from '#sensors/lidar/scanner.js'
import { Corrections, type Placement } from './corrections.js'
import { OdometrySteps } from './odometry-steps.js'
import { Relocation } from './relocation.js'
import { motionDuring } from './scan-motion.js'

export interface PoseTrackerOptions {
  readonly site: SiteMap
  readonly scanner: (typeof SCANNER_MODELS)[number]
  /** the scanner on the body: metres from its middle, and the direction of its mark */
  readonly mounting: Pose
  /** how sure the pose is that the controller is told when it is armed */
  readonly atArming: PoseCovariance
}

export interface PoseTrackerCounters {
  readonly scans: number
  /** scans that fitted the site */
  readonly matched: number
  /** of those, the ones that the filter took */
  readonly accepted: number
}

/**
 * Where the robot is, from its wheels and a laser scanner: puts the filter, the matching of scans and the wire
 * together. Sans I/O; all times are µs of the controller's clock, which does not wrap here.
 */
export class PoseTracker {
  readonly #options: PoseTrackerOptions
  readonly #filter = new PoseFilter()
  readonly #steps = new OdometrySteps()
  readonly #scanner: LaserScanner
  /** whole turns that end after the newest step */
  #waiting: LaserScan[] = []
  /** quarters of a turn, likewise */
  #quarters: LaserScan[] = []
  #newest: Odometry | undefined
  readonly #corrections = new Corrections()
  readonly #relocation: Relocation
  #seeks = false
  #creeps = true
  #standsSinceUs = Infinity
  /** in a row, since it stands */
  #unmatched = 0
  #counts = { scans: 0, matched: 0, accepted: 0 }

  constructor(options: PoseTrackerOptions) {
    this.#options = options
    this.#relocation = new Relocation(options.site, { ...options.mounting, theta: rad(0) })
    this.#scanner = new LaserScanner({ model: options.scanner, yaw: options.mounting.theta, startUs: 0 })
  }

  get counters(): PoseTrackerCounters {
    return this.#counts
  }

  get estimate(): PoseEstimate {
    return this.#filter.estimate()
  }

  /** What the controller says that its wheels have turned. */
  hear(odometry: Odometry): void {
    const { step, began } = this.#steps.read(odometry)
    if (step === undefined && !began) return
    if (step !== undefined) {
      this.#filter.odometry(step)
      this.#creeps = step.turn.every((turn) => Math.abs(turn) < CREEPING * step.dtUs)
      this.#standsSinceUs = step.standing ? Math.min(this.#standsSinceUs, step.tUs) : Infinity
    }
    if (began) this.#unmatched = 0
    if (began || this.#standsSinceUs === Infinity) this.#setOut()
    this.#newest = odometry
    this.#corrections.hear(odometry)
    if (began) {
      this.#corrections.forget()
      this.#filter.place(compose(poseOf(odometry), BODY), this.#options.atArming)
    }
    this.#matchScans()
  }

  #setOut(): void {
    // somewhere else it stays until a scan says where, or somebody does
    if (!this.isElsewhere) this.#unmatched = 0
    this.#relocation.forget()
  }

  /** Whether what was seen while it stood has not fitted its place for so long that it is somewhere else. */
  get isElsewhere(): boolean {
    return this.#unmatched >= ELSEWHERE
  }

  /**
   * Of the gripper, by a search of the whole site, which goes on with each call while the robot stands; undefined: not
   * found so far. What is found stays until the robot moves, or its pose is set.
   */
  seek(): Pose | undefined {
    this.#seeks = true
    this.#relocation.advance()
    const { found } = this.#relocation
    return found && compose(found, inverse(BODY))
  }

  /** The place is known again. */
  seekNoMore(): void {
    if (!this.#seeks) return
    this.#seeks = false
    this.#relocation.forget()
  }

  /** What the scanner sends. @param arrivedUs when its last byte was there; never decreasing */
  scan(bytes: Uint8Array, arrivedUs: number): void {
    const { turns, quarters } = this.#scanner.feed(bytes, arrivedUs)
    this.#waiting = [...this.#waiting, ...turns].slice(-MOST_WAITING)
    this.#quarters = [...this.#quarters, ...quarters].slice(-4 * MOST_WAITING)
    this.#matchScans()
  }

  /** Of the body's middle at a moment of the last 1.5 s; undefined: it is older, or the wheels have not said yet. */
  readonly bodyAt = (tUs: number): Pose | undefined => this.#filter.bodyAt(tUs)?.pose

  /** The quarters of a turn of which the wheels have said by now where they were taken; each once. */
  takeQuarters(): readonly LaserScan[] {
    const known = this.#filter.estimate().tUs
    const due = this.#quarters.filter(({ endUs }) => endUs <= known)
    this.#quarters = this.#quarters.filter(({ endUs }) => endUs > known)
    return due
  }

  /** Whether the controller is to be corrected, or is about to be. */
  get isCorrecting(): boolean {
    return this.#due() !== undefined || this.#corrections.areUnderWay(this.#filter.estimate().tUs)
  }

  /** Whether the controller has not taken any correction for so long that its pose is not to be believed. */
  get isIgnored(): boolean {
    return this.#corrections.areIgnored(this.#filter.estimate().tUs)
  }

  /**
   * Corrects the controller if its pose is off by more than is worth while.
   * @param send returns the number under which the controller will say that it is in effect, or undefined: not sent
   */
  correct(send: (placement: Placement) => number | undefined): void {
    const placement = this.#due()
    if (placement === undefined) return
    const seq = send(placement)
    if (seq !== undefined) this.#corrections.sent(placement, seq, this.#filter.estimate().tUs)
  }

  #due(): Placement | undefined {
    const odometry = this.#newest
    const { pose, quality, tUs } = this.#filter.estimate()
    if (odometry === undefined || quality !== 'tracking') return undefined
    const wheels = poseOf(odometry)
    const assumed = this.#corrections.assumedAt(tUs)
    const now = assumed === undefined ? wheels : compose(poseOf(assumed), wheels)
    const worth = this.#creeps ? WORTH_CREEPING : WORTH
    const isOff =
      Math.hypot(pose.x - now.x, pose.y - now.y) > worth || Math.abs(wrapped(pose.theta - now.theta)) > worth
    return isOff ? { ...compose(pose, inverse(wheels)), epoch: odometry.epoch } : undefined
  }

  #matchScans(): void {
    const known = this.#filter.estimate().tUs
    const due = this.#waiting.filter(({ endUs }) => endUs <= known)
    this.#waiting = this.#waiting.filter(({ endUs }) => endUs > known)
    for (const scan of due) this.#match(scan)
  }

  #match(scan: LaserScan): void {
    const prior = this.#filter.bodyAt(scan.endUs)
    if (prior === undefined) return
    this.#counts.scans++
    const motion = motionDuring(scan, (tUs) => this.#filter.bodyAt(tUs)?.pose)
    const stands = scan.startUs >= this.#standsSinceUs
    if (this.#seeks && stands) this.#relocation.look(scan)
    const { site, mounting } = this.#options
    // the scanner's driver has turned its rays by the mounting's angle already
    const matched = matchScan({ scan, site, prior, mounting: { ...mounting, theta: rad(0) }, motion })
    if (matched.kind === 'unmatched') {
      if (stands) this.#unmatched++
      return
    }
    this.#counts.matched++
    if (this.#filter.fix(matched.fix).kind !== 'accepted') return
    this.#counts.accepted++
    this.#unmatched = 0
  }
}

const poseOf = ({ x, y, theta }: Pick<Placement, 'x' | 'y' | 'theta'>): Pose => ({
  x: m(x),
  y: m(y),
  theta: rad(theta),
})
/** the middle of the body, seen from the gripper's centre */
const BODY: Pose = { x: m(-1 * BASE_GEOMETRY.gripper.x), y: m(-1 * BASE_GEOMETRY.gripper.y), theta: rad(0) }
const MOST_WAITING = 4
/** turns of the scanner that fit nowhere near, in a row: people pass by in fewer */
const ELSEWHERE = 7
/**
 * How far off the controller's pose must be to be corrected, m and rad. Less is noise of the scanner, and would keep a
 * base in motion that has arrived, so close to its target the threshold is higher.
 */
const [WORTH, WORTH_CREEPING] = [0.001, 0.004]
/** rim speeds up to 20 mm/s, rad/µs */
const CREEPING = 0.4 / 1e6
