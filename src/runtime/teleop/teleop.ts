import type { Clock } from '#base/clock.js'
import { ms, type Ms } from '#base/units.js'
import type { VelocityCommand } from '#twin/field/world.js'

/** Why a teleoperation session is over. */
export type TeleopOver =
  /** the operator ended it */
  | 'ended'
  /** no setpoint for longer than the window, or the operator's connection is gone */
  | 'silent'

/** What an operator wants now, in the robot's frame: m/s forward, m/s left, rad/s counter-clockwise. */
export type Setpoint = Pick<VelocityCommand, 'vx' | 'vy' | 'wz'>

/** How long a setpoint is valid in the controller, so that a hung loop brakes the robot, ms. */
const SETPOINT_TTL = ms(200)
/** How often a setpoint that is still wanted is sent again, each time with its own permit, ms. */
const RESEND_MS = 100

/**
 * A teleoperation session and its window: an operator who is silent for longer than that has let go. Setpoints arrive
 * from a console at any moment; the loop (`runTeleop`) asks each turn which one is due.
 */
export class TeleopSession {
  readonly id: string
  readonly by: string
  readonly windowMs: number
  readonly #clock: Clock
  #setpoint: Setpoint = ZERO
  #lastInputAt: Ms | undefined
  #sent: { readonly at: Ms; readonly setpoint: Setpoint } | undefined
  #refused: string | undefined
  #over: TeleopOver | undefined

  /** @param options.clock of the driven body: on a virtual robot the window is virtual time */
  constructor(options: {
    readonly id: string
    readonly by: string
    readonly windowMs: number
    readonly clock: Clock
  }) {
    this.id = options.id
    this.by = options.by
    this.windowMs = options.windowMs
    this.#clock = options.clock
  }

  get over(): TeleopOver | undefined {
    return this.#over
  }

  /** Why the newest setpoint moves nothing; undefined if it moves the robot, or if none is wanted. */
  get refused(): string | undefined {
    return this.#refused
  }

  /** Starts the window: the robot may move from now on. */
  open(): void {
    this.#lastInputAt = this.#clock.now()
  }

  /**
   * Takes a setpoint from the operator, which counts as a heartbeat even if it is zero.
   * @returns why the previous setpoint moves nothing
   */
  drive({ vx, vy, wz }: Setpoint): string | undefined {
    this.#lastInputAt = this.#clock.now()
    this.#setpoint = { vx, vy, wz }
    return this.#refused
  }

  end(why: TeleopOver): void {
    this.#over ??= why
  }

  /** Returns the setpoint due in this turn of the loop; undefined if the controller has it already. */
  due(): VelocityCommand | undefined {
    const now = this.#clock.now()
    if (this.#lastInputAt !== undefined && now - this.#lastInputAt > this.windowMs) this.end('silent')
    if (this.#over !== undefined) return undefined
    const before = this.#sent
    const same = before !== undefined && isSame(before.setpoint, this.#setpoint)
    if (same && (isSame(this.#setpoint, ZERO) || now - before.at < RESEND_MS)) return undefined
    if (before === undefined && isSame(this.#setpoint, ZERO)) return undefined
    return velocityCommand(this.#setpoint)
  }

  /**
   * Records the outcome of the setpoint that was due.
   * @param refused why it was refused, in words
   */
  recordOutcome(sent: boolean, refused?: string): void {
    this.#refused = refused
    // one that the link did not take is due again in the next turn; a refused one after RESEND_MS, if still wanted
    if (sent || refused !== undefined) this.#sent = { at: this.#clock.now(), setpoint: this.#setpoint }
  }
}

/** The zero setpoint: it brakes, and the session goes on. */
export const zeroSetpoint = (): VelocityCommand => velocityCommand(ZERO)

const ZERO: Setpoint = { vx: 0, vy: 0, wz: 0 }
const velocityCommand = (setpoint: Setpoint): VelocityCommand => ({
  kind: 'jog',
  ...setpoint,
  ttl: SETPOINT_TTL,
})
const isSame = (a: Setpoint, b: Setpoint): boolean => a.vx === b.vx && a.vy === b.vy && a.wz === b.wz
