import type { EpisodeControl } from './episode-control.js'
import type { Result } from '#base/result.js'
import type { EndReason } from '#learning/episode.js'
import type { Robot, RobotLine } from '#robots/robot.js'
import { REFLEX_PERIOD } from '../robot-connection.js'
import type { ModeMachine } from '../modes.js'
import type { Reflex } from '../reflex.js'
import { Pauses } from './pauses.js'

export interface SafetyMonitorParts {
  readonly line: RobotLine
  readonly robot: Robot
  readonly modes: ModeMachine
  readonly control: Omit<EpisodeControl, 'mayMove'>
}

/** What may end an episode in any phase, even while nothing moves. */
type Interruption = Extract<EndReason, 'operator-stop' | 'access-lost' | 'estop' | 'link-lost'>

/** From full speed the base of a field stops within 0.5 s; a lost link is detected after the same time. */
const STANDSTILL_MS = 2000
const MOVES_ON =
  `the robot still moves ${(2 * STANDSTILL_MS) / 1000} s after a STOP, and the emergency stop has not ended that: ` +
  'press the red button'
const NOT_SAFE =
  'the driver has not said, after the e-stop that ends each session, that the robot stands and is SAFE: look at it, ' +
  'and use its own emergency stop if it moves'
/** How long an armed robot waits for somebody to allow motion. */
const ANSWER_TIMEOUT_MS = 120_000

/**
 * Guards the robot from arming to the end of the episode. Whatever the episode waits for, the reflex loop keeps
 * running, and an operator's STOP, an e-stop or a lost link takes the robot out of ARMED and RUNNING in the same turn.
 */
export class SafetyMonitor {
  readonly #parts: SafetyMonitorParts
  readonly #reflex: Reflex
  readonly #seen = new Set<Interruption>()
  readonly #interruption = new AbortController()
  #reason: Interruption | undefined
  #emergency = false
  #doubt: string | undefined
  #cause: string | undefined
  readonly #pauses: Pauses

  /** @param pauses records how long an operator held the robot */
  constructor(parts: SafetyMonitorParts, reflex: Reflex, pauses = new Pauses()) {
    this.#pauses = pauses
    this.#parts = parts
    this.#reflex = reflex
  }

  /** The first thing that interrupted the episode. */
  get interrupted(): Interruption | undefined {
    return this.#reason
  }

  /** What an emergency stop, a lost access or a lost link came from, in words, where that is known. */
  get cause(): string | undefined {
    return this.#cause
  }

  /**
   * Acts on new interruptions.
   * @returns the first thing that interrupted the episode
   */
  poll(): Interruption | undefined {
    for (const sign of this.#conditions()) {
      if (this.#seen.has(sign)) continue
      this.#seen.add(sign)
      this.#reason ??= sign
      const cause = this.#causeOf(sign)
      this.#cause ??= cause
      if (sign === 'estop') this.#latchEstop()
      this.standDown(cause === undefined ? sign : `${sign}: ${cause}`)
      this.#interruption.abort()
    }
    return this.#reason
  }

  /**
   * Holds the robot between two steps while an operator wants it held; call it once per turn.
   * @param now ms of the episode's clock
   * @returns true in the turn in which the robot has come to rest for the hold
   */
  hold(now: number): boolean {
    const { robot, control } = this.#parts
    const held = control.held?.() === true
    robot.hold(held)
    // a step that has started is finished first
    if (held && !robot.busyWithStep()) return this.#pauses.recordHold(now, REFLEX_PERIOD)
    this.#pauses.end()
    return false
  }

  /** Leaves ARMED and RUNNING at once and sends a STOP. */
  standDown(why: string): void {
    this.#parts.modes.request('stop', why)
    this.stop()
  }

  #causeOf(sign: Interruption): string | undefined {
    const { robot, line, control } = this.#parts
    if (sign === 'access-lost') return control.accessLost?.()
    if (sign === 'link-lost')
      return isCut(line) ? `the driver cannot reach the robot: ${line.unreachable}` : undefined
    if (sign !== 'estop') return undefined
    const { estop, estopCause } = robot.condition()
    // a robot that is not latched yet, or cannot be reached, knows nothing of an operator's emergency stop
    return estop && !isCut(line) ? estopCause : 'an operator requested the emergency stop'
  }

  /**
   * Latches an operator's emergency stop in the controller too; one that comes from the controller is latched already.
   */
  #latchEstop(): void {
    const { robot, line } = this.#parts
    if (line.status === 'lost' || line.status === 'refused' || robot.condition().estop) return
    robot.estop()
    this.#reflex.flush()
  }

  /** Sends the STOP in the same turn, ahead of anything queued. */
  stop(): void {
    const { robot, line } = this.#parts
    if (line.status === 'lost' || line.status === 'refused') return
    robot.stop()
    this.#reflex.flush()
  }

  /** Waits for a slow action by the critic or a person, at most for `timeoutMs` of a real robot's time. */
  async awaitWithTimeout<T>(action: Promise<T>, timeoutMs: number): Promise<Result<T, 'overdue'>> {
    const result = await this.#reflex.runWhilePending(action, () => this.poll(), timeoutMs)
    this.poll()
    return result
  }

  /**
   * Asks a person and waits for the answer, until something interrupts or nobody answers in time.
   * @param ask gets a signal that is aborted when the answer is no longer needed
   */
  async awaitAnswer<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    if (this.#reason !== undefined) return undefined
    const { signal } = this.#interruption
    const withdrawn = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true })
    })
    const answer = await this.awaitWithTimeout(Promise.race([ask(signal), withdrawn]), ANSWER_TIMEOUT_MS)
    return answer.ok && this.#reason === undefined ? answer.value : undefined
  }

  /**
   * Waits until the last STOP is answered and the robot is at rest, or the line is lost; for a real robot, which keeps
   * moving meanwhile. A robot with a controller that moves on gets the emergency stop, which cuts the motors' power; a
   * driver's session does the same by itself.
   */
  async awaitStandstill(): Promise<void> {
    const { line, robot } = this.#parts
    const stands = await this.#standsWithin(line.standsMs ?? STANDSTILL_MS)
    if (stands || line.standsMs !== undefined) return
    robot.estop()
    this.#reflex.flush()
    this.#emergency = true
    if (!(await this.#standsWithin(STANDSTILL_MS))) this.#doubt = MOVES_ON
  }

  /**
   * The last word to the driver of a real robot, for whom the session ends: it answers, and the robot stands, or nobody
   * knows whether it does. A robot with a controller is SAFE without a session, and needs none.
   */
  async retire(): Promise<void> {
    const { line, robot } = this.#parts
    if (line.standsMs === undefined || line.status === 'lost' || line.status === 'refused') return
    robot.estop()
    this.#reflex.flush()
    // the e-stop is ours: it interrupts nothing any more
    const stands = await this.#standsWithin(line.standsMs, {
      watch: () => undefined,
      until: () => line.safe !== undefined,
    })
    if (!stands) this.#doubt ??= NOT_SAFE
  }

  /** Why nobody knows whether the robot stands, in words. */
  get doubt(): string | undefined {
    return this.#doubt ?? this.#parts.line.doubt
  }

  /** It did not stand after a STOP, and got the emergency stop. */
  get emergency(): boolean {
    return this.#emergency
  }

  /** @returns whether it stands, or nothing more can be heard of it */
  async #standsWithin(
    limitMs: number,
    { watch = (): unknown => this.poll(), until = (): boolean => true } = {},
  ): Promise<boolean> {
    const { robot, line } = this.#parts
    for (let waited = 0; waited < limitMs; waited += REFLEX_PERIOD) {
      const live = line.status === 'up' || line.status === 'degraded'
      if (!live || (!line.stopping && !robot.condition().moving && until())) return true
      await this.#reflex.turn()
      watch()
    }
    return false
  }

  #conditions(): Interruption[] {
    const { line, robot, control } = this.#parts
    const conditions: Interruption[] = []
    if ((robot.condition().estop && !isCut(line)) || control.estopRequested?.() === true)
      conditions.push('estop')
    if (control.stopRequested())
      conditions.push(control.accessLost?.() === undefined ? 'operator-stop' : 'access-lost')
    if (line.status === 'lost' || isCut(line)) conditions.push('link-lost')
    return conditions
  }
}

/** SAFE for no other reason than that the driver cannot reach the robot: nobody has pressed anything. */
const isCut = ({ unreachable }: RobotLine): boolean => unreachable !== undefined
