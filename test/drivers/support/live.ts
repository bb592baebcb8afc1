import { performance } from 'node:perf_hooks'
import type { Clock } from '#base/clock.js'
import { ms } from '#base/units.js'
import type { DriverPeer } from '#drivers/contract.js'
import { DriverSession } from '#drivers/driver-session.js'
import { judgeTranscript, type Judgement } from '#drivers/judge-transcript.js'
import type { CommandId, DriverEvent, Order } from '#drivers/session/driver-event.js'
import { recordingPeer, type TranscriptEntry } from '#drivers/transcript/transcript.js'

const clock: Clock = { now: () => ms(performance.now()) }
let sessions = 0

/** A session in real time, polled as the reflex loop does. */
export class LiveSession {
  readonly session: DriverSession
  readonly events: DriverEvent[] = []
  readonly transcript: TranscriptEntry[] = []
  /** the loop is well: it allows heartbeats */
  healthy = true
  readonly #timer: NodeJS.Timeout
  #permits = 0

  constructor(peer: DriverPeer, periodMs = 20) {
    this.session = new DriverSession({
      clock,
      peer: recordingPeer(peer, clock, (entry) => void this.transcript.push(entry)),
      session: `live ${process.pid} ${++sessions}`,
    })
    this.#timer = setInterval(() => this.poll(), periodMs)
  }

  poll(): void {
    if (this.healthy) this.session.allowHeartbeat()
    this.session.poll()
    this.events.push(...this.session.takeEvents())
  }

  execute(skill: string, params: Order['params'], deadlineMs = 10_000): CommandId {
    return this.session.execute({ permit: ++this.#permits, skill, params, deadlineMs })
  }

  /** Waits until something is true. @returns how long that took, ms */
  async until(what: string, isSo: () => boolean, withinMs = 10_000): Promise<number> {
    const start = performance.now()
    while (!isSo()) {
      if (performance.now() - start > withinMs)
        throw new Error(
          `not within ${withinMs} ms: ${what}; the last events: ${JSON.stringify(this.events.slice(-5))}`,
        )
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    return performance.now() - start
  }

  /** Up, and out of SAFE. */
  async ready(): Promise<this> {
    await this.until('up', () => this.session.status === 'up')
    this.session.reset()
    await this.until('ready', () => this.session.beat?.safe === false)
    return this
  }

  /** How the session ended. */
  async lost(withinMs = 10_000): Promise<Extract<DriverEvent, { kind: 'lost' | 'refused' }>> {
    const isEnd = (event: DriverEvent): event is Extract<DriverEvent, { kind: 'lost' | 'refused' }> =>
      event.kind === 'lost' || event.kind === 'refused'
    await this.until('the end of the session', () => this.events.some(isEnd), withinMs)
    return this.events.find(isEnd) as Extract<DriverEvent, { kind: 'lost' | 'refused' }>
  }

  /** By the laws alone; a computer that is busy with other things may add 250 ms to a declared time. */
  judge(): Judgement {
    return judgeTranscript(this.transcript, 250)
  }

  close(): void {
    clearInterval(this.#timer)
    this.session.close()
  }
}
