import { ms, type Ms } from '#base/units.js'
import type { VelocityCommand } from '#twin/field/world.js'
import { OperatorSession } from './operator-session.js'

/** What an operator wants now, in the robot's frame: m/s forward, m/s left, rad/s counter-clockwise. */
export type Setpoint = Pick<VelocityCommand, 'vx' | 'vy' | 'wz'>

/** How long a setpoint is valid in the controller, so that a hung loop brakes the robot, ms. */
const SETPOINT_TTL = ms(200)
/** How often a setpoint that is still wanted is sent again, each time with its own permit, ms. */
const RESEND_MS = 100

/** A session in which an operator sends setpoints; the loop (`runTeleop`) asks each turn which one is due. */
export class TeleopSession extends OperatorSession {
  #setpoint: Setpoint = ZERO
  #sent: { readonly at: Ms; readonly setpoint: Setpoint } | undefined
  #refused: string | undefined

  /** Why the newest setpoint moves nothing; undefined if it moves the robot, or if none is wanted. */
  get refused(): string | undefined {
    return this.#refused
  }

  /**
   * Takes a setpoint from the operator, which counts as a heartbeat even if it is zero.
   * @returns why the previous setpoint moves nothing
   */
  drive({ vx, vy, wz }: Setpoint): string | undefined {
    this.alive()
    this.#setpoint = { vx, vy, wz }
    return this.#refused
  }

  /** Returns the setpoint due in this turn of the loop; undefined if the controller has it already. */
  due(): VelocityCommand | undefined {
    if (this.over !== undefined) return undefined
    const before = this.#sent
    const same = before !== undefined && isSame(before.setpoint, this.#setpoint)
    if (same && (isSame(this.#setpoint, ZERO) || this.clock.now() - before.at < RESEND_MS)) return undefined
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
    if (sent || refused !== undefined) this.#sent = { at: this.clock.now(), setpoint: this.#setpoint }
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
