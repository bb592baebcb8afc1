import { VirtualClock } from '#base/clock.js'
import type { DriverMessage, DriverPeer, HostMessage } from '#drivers/contract.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { DriverSessionOptions } from '#drivers/session/session-options.js'
import { DriverSide } from '#drivers/driver-side.js'
import type { DriverEvent } from '#drivers/session/driver-event.js'
import { SIM_OFFER, SimBody } from './sim-body.js'

/** ms; the reflex loop's period */
export const TICK = 20

export interface RigOptions extends Pick<DriverSessionOptions, 'journal' | 'journaled'> {
  /** stands between session and driver */
  readonly between?: (peer: DriverPeer, clock: VirtualClock) => DriverPeer
}

/** A session with the simulated axis in virtual time, over a peer that a test may put between. */
export class Rig {
  readonly clock = new VirtualClock()
  readonly robot: SimBody
  readonly side: DriverSide
  readonly session: DriverSession
  readonly events: DriverEvent[] = []
  /** the reflex loop is well: it allows heartbeats */
  healthy = true

  constructor({ between = (peer) => peer, ...options }: RigOptions = {}) {
    this.robot = new SimBody(this.clock)
    this.side = new DriverSide({ clock: this.clock, offer: SIM_OFFER, body: this.robot })
    this.session = new DriverSession({
      clock: this.clock,
      peer: between(this.side, this.clock),
      session: 's1',
      ...options,
    })
  }

  tick(times = 1): void {
    for (let i = 0; i < times; i++) {
      this.clock.advance(TICK)
      if (this.healthy) this.session.allowHeartbeat()
      this.session.poll()
      this.events.push(...this.session.takeEvents())
    }
  }

  /** Up, and out of SAFE. */
  ready(): this {
    this.tick(2)
    this.session.reset()
    this.tick(2)
    return this
  }

  move(forMs: number, permit: number, deadlineMs = 4000): ReturnType<DriverSession['execute']> {
    return this.session.execute({ permit, skill: 'Move', params: { ms: forMs }, deadlineMs })
  }

  kinds(): string[] {
    return this.events.map(({ kind }) => kind)
  }
}

/** A driver that says what a test makes it say, and does nothing of its own accord. */
export class ScriptedPeer implements DriverPeer {
  closed: string | undefined
  readonly sent: HostMessage[] = []
  #waiting: DriverMessage[] = []
  readonly #answer: (message: HostMessage) => readonly DriverMessage[]

  constructor(answer: (message: HostMessage) => readonly DriverMessage[] = () => []) {
    this.#answer = answer
  }

  say(...messages: readonly DriverMessage[]): void {
    this.#waiting.push(...messages)
  }

  send(message: HostMessage): void {
    this.sent.push(message)
    this.#waiting.push(...this.#answer(message))
  }

  take(): readonly DriverMessage[] {
    const waiting = this.#waiting
    this.#waiting = []
    return waiting
  }

  close(): void {
    this.closed ??= 'closed'
  }
}
