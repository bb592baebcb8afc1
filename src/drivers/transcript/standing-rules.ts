import type { DriverBeat, DriverHello } from '../contract.js'

export interface RuleBreach {
  readonly kind: 'stop-late' | 'moves-in-silence' | 'not-safe' | 'unpermitted-motion'
  readonly text: string
}

/** What the driver's signs of life must say after a stop, in silence and while it must be SAFE. */
export class StandingRules {
  /** what carrier and clocks may add, ms */
  readonly #slackMs: number
  #hello: DriverHello | undefined
  /** ms; when the host's last heartbeat left, and since when the law wants it SAFE */
  #at = { heartbeat: Infinity, safe: -Infinity, stop: Infinity }
  #safe = true
  #stops = 0
  #moving = false
  /** a stop was sent, and no command was accepted since */
  #stopped = false

  constructor(slackMs: number) {
    this.#slackMs = slackMs
  }

  /** stops that no sign of life has confirmed yet */
  get unconfirmed(): number {
    return this.#stops
  }

  /** Is a stop not fulfilled yet, as the driver says? @param running accepted commands that have not ended */
  isStopping(running: number): boolean {
    return this.#stopped && (this.#moving || running > 0)
  }

  opened(hello: DriverHello, t: number): void {
    this.#hello = hello
    this.#at = { heartbeat: t, safe: t, stop: Infinity }
    this.#safe = true
    this.#stops = 0
    this.#stopped = false
  }

  heartbeat(t: number): void {
    this.#silence(t)
    this.#at.heartbeat = t
  }

  stop(t: number): void {
    this.#stops++
    this.#stopped = true
    // an earlier stop that has not been confirmed keeps its time
    this.#at.stop = Math.min(this.#at.stop, t)
  }

  makesSafe(t: number): void {
    if (!this.#safe) this.#at.safe = t
    this.#safe = true
  }

  reset(): void {
    this.#safe = false
  }

  /** a command was accepted: it may move again */
  accepted(): void {
    this.#at.stop = Infinity
    this.#stops = 0
    this.#stopped = false
  }

  /** Must it be SAFE at this time? */
  isSafe(t: number): boolean {
    this.#silence(t)
    return this.#safe
  }

  /** @param running accepted commands that have not ended */
  judge(beat: DriverBeat, running: number, t: number): RuleBreach[] {
    if (this.#hello === undefined) return []
    const breaches: RuleBreach[] = []
    const { stopMs, heartbeatMs } = this.#hello
    this.#silence(t)
    this.#moving = beat.moving
    if (beat.moving && running === 0)
      breaches.push({ kind: 'unpermitted-motion', text: 'it moves, and no accepted command is under way' })
    const afterStop = t - this.#at.stop
    if (beat.moving && afterStop > stopMs + this.#slackMs)
      breaches.push({
        kind: 'stop-late',
        text: `it moves ${Math.round(afterStop)} ms after a stop, ${stopMs} declared`,
      })
    const silent = t - this.#at.heartbeat
    if (beat.moving && silent > heartbeatMs + stopMs + this.#slackMs)
      breaches.push({
        kind: 'moves-in-silence',
        text: `it moves ${Math.round(silent)} ms after the last heartbeat`,
      })
    if (!beat.safe && this.#safe && t > this.#at.safe + this.#slackMs)
      breaches.push({ kind: 'not-safe', text: 'it says that it is not SAFE, and was not reset' })
    if (!beat.moving) {
      this.#at.stop = Infinity
      this.#stops = 0
    }
    // it may be SAFE for reasons of its own
    if (beat.safe) this.makesSafe(t)
    return breaches
  }

  #silence(t: number): void {
    const limit = this.#hello?.heartbeatMs ?? Infinity
    if (t - this.#at.heartbeat > limit + this.#slackMs) this.makesSafe(this.#at.heartbeat + limit)
  }
}
