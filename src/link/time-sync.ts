import { ms, type Ms } from '#base/units.js'

const INITIAL_REQUESTS = 8
const INITIAL_PERIOD_MS = 50
const PERIOD_MS = 1000
/** samples expire after this time, so that the drift of a cheap crystal (50 ppm) stays below 2 ms */
const KEEP_MS = 30_000

interface Sample {
  readonly at: number
  readonly roundTrip: number
  readonly offset: number
}

/** Estimates host clock − firmware clock from the sample with the shortest round trip in the last 30 s. */
export class TimeSync {
  #samples: Sample[] = []
  #request: { readonly token: number; readonly at: number } | undefined
  #token = 0
  #nextAt = 0

  /** Returns the token of the next request when one is due. */
  poll(now: Ms): number | undefined {
    if (now < this.#nextAt) return undefined
    this.#request = { token: ++this.#token, at: now }
    this.#nextAt = now + (this.#token <= INITIAL_REQUESTS ? INITIAL_PERIOD_MS : PERIOD_MS)
    return this.#token
  }

  onReply(token: number, firmwareMs: number, now: Ms): void {
    if (this.#request?.token !== token) return
    const roundTrip = now - this.#request.at
    this.#request = undefined
    const sample = { at: now, roundTrip, offset: now - roundTrip / 2 - firmwareMs }
    this.#samples = [...this.#samples.filter((old) => old.at > now - KEEP_MS), sample]
  }

  /** Converts a firmware timestamp to host time; `undefined` before the first reply. */
  hostTime(firmwareMs: number): Ms | undefined {
    const best = this.#samples.reduce<Sample | undefined>(
      (a, b) => (a !== undefined && a.roundTrip <= b.roundTrip ? a : b),
      undefined,
    )
    return best === undefined ? undefined : ms(firmwareMs + best.offset)
  }
}
