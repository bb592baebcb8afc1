import type { Clock } from '#base/clock.js'
import { ms, type Ms } from '#base/units.js'
import type { VelocityCommand } from '#twin/world.js'

/** Why somebody no longer drives by hand. */
export type TeleopOver =
  /** the operator let go */
  | 'ended'
  /** no setpoint for longer than the window, or the operator's connection is gone */
  | 'silent'

/** What an operator wants now, in the robot's frame: m/s ahead, m/s left, rad/s counter-clockwise. */
export type Setpoint = Pick<VelocityCommand, 'vx' | 'vy' | 'wz'>

/** A setpoint lives for so long in the controller: a loop that hangs is a robot that brakes, ms. */
const SETPOINT_TTL = ms(200)
/** One that the operator still wants is sent again this often, each time with a permit of its own, ms. */
const AGAIN_MS = 100

/**
 * Somebody who drives by hand, and their window: who says nothing for longer than that has let go. What is wanted comes
 * from a console at any moment; the loop (`runTeleop`) asks each turn what is due.
 */
export class TeleopSession {
  readonly id: string
  readonly by: string
  readonly windowMs: number
  readonly #clock: Clock
  #wanted: Setpoint = STAND
  #heard: Ms | undefined
  #sent: { readonly at: Ms; readonly setpoint: Setpoint } | undefined
  #refused: string | undefined
  #over: TeleopOver | undefined

  /** @param options.clock of the body that is driven: a window of virtual time on a virtual robot */
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

  /** Why the newest setpoint moves nothing; undefined when it does, or when nothing is wanted. */
  get refused(): string | undefined {
    return this.#refused
  }

  /** The robot may move from now on: the window begins. */
  open(): void {
    this.#heard = this.#clock.now()
  }

  /**
   * A setpoint of the operator: a sign of life, also when it is to stand. @returns why what was wanted
   * before moves nothing
   */
  drive({ vx, vy, wz }: Setpoint): string | undefined {
    this.#heard = this.#clock.now()
    this.#wanted = { vx, vy, wz }
    return this.#refused
  }

  end(why: TeleopOver): void {
    this.#over ??= why
  }

  /** What is due in this turn of the loop; nothing when the controller has it already. */
  due(): VelocityCommand | undefined {
    const now = this.#clock.now()
    if (this.#heard !== undefined && now - this.#heard > this.windowMs) this.end('silent')
    if (this.#over !== undefined) return undefined
    const before = this.#sent
    const same = before !== undefined && isSame(before.setpoint, this.#wanted)
    if (same && (isSame(this.#wanted, STAND) || now - before.at < AGAIN_MS)) return undefined
    if (before === undefined && isSame(this.#wanted, STAND)) return undefined
    return velocityCommand(this.#wanted)
  }

  /** What became of the one that was due. @param refused in words */
  tried(sent: boolean, refused?: string): void {
    this.#refused = refused
    // one that the link did not take is due again in the next turn; a refused one when it is wanted again
    if (sent || refused !== undefined) this.#sent = { at: this.#clock.now(), setpoint: this.#wanted }
  }
}

/** To stand, as a setpoint: it brakes, and the session goes on. */
export const standing = (): VelocityCommand => velocityCommand(STAND)

const STAND: Setpoint = { vx: 0, vy: 0, wz: 0 }
const velocityCommand = (setpoint: Setpoint): VelocityCommand => ({
  kind: 'jog',
  ...setpoint,
  ttl: SETPOINT_TTL,
})
const isSame = (a: Setpoint, b: Setpoint): boolean => a.vx === b.vx && a.vy === b.vy && a.wz === b.wz
