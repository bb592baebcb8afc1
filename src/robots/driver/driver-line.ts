import type { DriverSession } from '#drivers/driver-session.js'
import { STEADY_MS } from '#drivers/session/standstill.js'
import type { Observation } from '#drivers/contract.js'
import type { CommandId, DriverEvent, Order } from '#drivers/session/driver-event.js'
import type { RobotLine } from '../robot.js'

/** How a command stands, as whoever waits for it needs to know. */
export type SkillState =
  | { readonly kind: 'running' }
  | { readonly kind: 'ok' }
  /** `tried`: the driver did what it could; not so where it was stopped, refused, or nobody knows */
  | { readonly kind: 'failed'; readonly text: string; readonly tried: boolean }

/** a stop is answered within this time, and what follows from it is noticed within as much, ms */
const ANSWER_MS = 1000
/** observations kept until somebody takes them */
const MAX_OBSERVATIONS = 64

/** The session with a driver, as the robot behind it is commanded and observed in the reflex loop. */
export class DriverLine implements RobotLine {
  /** a little longer than a driver has for its hello (docs/DRIVER.md): the session says what was wrong */
  readonly connectMs = 11_000
  readonly #session: DriverSession
  #observations: Observation[] = []
  #events: DriverEvent[] = []
  #asking: number | undefined
  #safe = true
  #safeWhy = 'start'
  #unreachable: string | undefined
  #refusal: string | undefined
  #silence: string | undefined
  #resetRefusal: string | undefined
  #blindness: string | undefined

  constructor(session: DriverSession) {
    this.#session = session
  }

  get status(): RobotLine['status'] {
    return this.#session.status
  }

  get stopping(): boolean {
    return this.#session.halting
  }

  /** The session's own verdict comes before this: it is over when the robot does not stand in its declared time. */
  get standsMs(): number {
    const { stopMs = 0, heartbeatMs = 0 } = this.#session.hello ?? {}
    return stopMs + 3 * heartbeatMs + 2 * ANSWER_MS + STEADY_MS
  }

  get doubt(): string | undefined {
    const { status, beat } = this.#session
    if (status !== 'lost') return undefined
    const last = beat === undefined ? '' : `; it ${beat.moving ? 'moved' : 'stood'} when it was last heard`
    const why = [this.#unreachable, this.#silence].filter((text) => text !== undefined).join('; ')
    return (
      `the session with the driver is over (${why || 'no reason given'}), and nobody knows whether the ` +
      `robot stands${last}: look at it, and use its own emergency stop if it moves`
    )
  }

  /** How long the driver has been silent, ms; undefined before its hello. */
  get silentMs(): number | undefined {
    return this.#session.silentMs
  }

  get heartbeats(): number {
    return this.#session.heartbeats
  }

  /** Why the session is over. */
  get silence(): string | undefined {
    return this.#silence
  }

  get refusal(): string | undefined {
    return this.#refusal
  }

  get moving(): boolean {
    return this.#session.beat?.moving === true
  }

  /** Why no command is accepted before `reset`; undefined when commands are accepted. */
  get safe(): string | undefined {
    return this.#safe ? this.#safeWhy : undefined
  }

  /** What the driver said of its connection to the robot when that made it SAFE; until it is reset. */
  get unreachable(): string | undefined {
    return this.#unreachable
  }

  /** Why the newest `reset` was refused; undefined while none was. */
  get resetRefusal(): string | undefined {
    return this.#resetRefusal
  }

  /** how long a skill may take by the driver's own account, ms; undefined for a skill that it does not offer */
  timeoutOf(skill: string): number | undefined {
    return this.#session.hello?.skills.find(({ name }) => name === skill)?.timeoutMs
  }

  /** the name of its robot by the driver's own account; undefined before its hello */
  get robot(): string | undefined {
    return this.#session.hello?.robot
  }

  /** the skills that the driver offers, by its own account */
  get skills(): readonly string[] {
    return this.#session.hello?.skills.map(({ name }) => name) ?? []
  }

  /** the names of a skill's parameters by the driver's own account; undefined for a skill that it does not offer */
  paramsOf(skill: string): readonly string[] | undefined {
    return this.#session.hello?.skills.find(({ name }) => name === skill)?.params
  }

  /** Whether the driver says that it can report this fact, by its name without brackets. */
  reports(fact: string): boolean {
    return this.#session.hello?.facts.includes(fact) === true
  }

  receive(): void {
    this.#session.poll()
    for (const event of this.#session.takeEvents()) this.#handle(event)
  }

  allowHeartbeat(): void {
    this.#session.allowHeartbeat()
  }

  /** Commands leave when they are given; one that waits for a late driver was judged on a state that is out of date. */
  send(): void {
    if (this.#session.status === 'degraded') this.#session.withdrawWaiting()
  }

  execute(order: Order): CommandId {
    return this.#session.execute(order)
  }

  commandState(id: CommandId): SkillState {
    const state = this.#session.commandState(id)
    if (typeof state === 'object') {
      if (state.done === 'ok') return { kind: 'ok' }
      return {
        kind: 'failed',
        text: state.reason ?? (state.done === 'stopped' ? 'it was stopped' : 'no reason given'),
        tried: state.done === 'failed',
      }
    }
    if (state === 'refused')
      return {
        kind: 'failed',
        text: `refused: ${this.#session.refusal(id) ?? 'no reason given'}`,
        tried: false,
      }
    if (state === 'unknown') return { kind: 'failed', text: 'nobody knows how it ended', tried: false }
    return { kind: 'running' }
  }

  /** The number of the question that the driver has not answered yet; undefined while there is none. */
  get asking(): number | undefined {
    return this.#asking
  }

  /** Why its newest answer was no observation, in words; undefined where it was one. */
  get blindness(): string | undefined {
    return this.#blindness
  }

  /** Asks for the facts that the driver can see now, one question at a time. */
  observe(): void {
    this.#asking ??= this.#session.observe()
  }

  /** What has been observed since the last call, in order, asked for or not. */
  takeObservations(): readonly Observation[] {
    const observations = this.#observations
    this.#observations = []
    return observations
  }

  /** What happened on the line since the last call, in order. */
  takeEvents(): readonly DriverEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  stop(): void {
    this.#session.stop()
  }

  estop(): void {
    this.#session.estop()
  }

  reset(): void {
    this.#resetRefusal = undefined
    this.#session.reset()
  }

  #handle(event: DriverEvent): void {
    this.#events.push(event)
    if (event.kind === 'observed' || event.kind === 'observeRefused') this.#asking = undefined
    if (event.kind === 'observeRefused') this.#blindness = event.text
    if (event.kind === 'observed') this.#blindness = undefined
    if (event.kind === 'observed' || event.kind === 'noticed') this.#keep(event.observation)
    if (event.kind === 'refused') this.#refusal = event.text
    if (event.kind === 'lost') this.#silence = event.text
    if (event.kind === 'resetRefused') this.#resetRefusal = event.text
    if (event.kind === 'ready') [this.#safe, this.#unreachable] = [false, undefined]
    if (event.kind === 'safe')
      [this.#safe, this.#safeWhy, this.#unreachable] = [true, event.why, event.unreachable]
  }

  #keep(observation: Observation): void {
    this.#observations.push(observation)
    if (this.#observations.length > MAX_OBSERVATIONS) this.#observations.shift()
  }
}
