import type { Clock } from '#base/clock.js'
import type { Ms } from '#base/units.js'

/** Why a session in which a person drives is over. */
export type TeleopOver =
  /** the operator ended it */
  | 'ended'
  /** nothing was heard for longer than the window, or the operator's connection is gone */
  | 'silent'

/**
 * A session in which a person drives, and its window: an operator who is silent for longer than that has let go. What
 * the operator wants arrives from a console at any moment; the loop takes it in its turns.
 */
export class OperatorSession {
  readonly id: string
  readonly by: string
  readonly windowMs: number
  /** of the driven robot: on a virtual one the window is virtual time */
  protected readonly clock: Clock
  #heardAt: Ms | undefined
  #over: TeleopOver | undefined

  constructor(options: {
    readonly id: string
    readonly by: string
    readonly windowMs: number
    readonly clock: Clock
  }) {
    this.id = options.id
    this.by = options.by
    this.windowMs = options.windowMs
    this.clock = options.clock
  }

  get over(): TeleopOver | undefined {
    if (this.#heardAt !== undefined && this.clock.now() - this.#heardAt > this.windowMs) this.end('silent')
    return this.#over
  }

  /** The robot may move. */
  protected get isOpen(): boolean {
    return this.#heardAt !== undefined
  }

  /** Starts the window: the robot may move from now on. */
  open(): void {
    this.#heardAt = this.clock.now()
  }

  /** The operator is there. */
  alive(): void {
    if (this.#heardAt !== undefined) this.#heardAt = this.clock.now()
  }

  end(why: TeleopOver): void {
    this.#over ??= why
  }
}
