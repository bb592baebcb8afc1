/** Distribution of lateness, ms. A percentile is the upper bound of its bucket: at most 5 % too high. */
export interface Spread {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

/** everything below this is in one bucket, ms; each bucket is 5 % wider than the one before */
const LEAST_MS = 0.1
const STEP = Math.log(1.05)
/** the last one holds everything above an hour */
const BUCKETS = 360

/** Histogram of lateness, in constant memory. */
export class SpreadCounter {
  readonly #buckets = new Uint32Array(BUCKETS)
  #count = 0
  #max = 0

  add(ms: number): void {
    const index = ms <= LEAST_MS ? 0 : Math.ceil(Math.log(ms / LEAST_MS) / STEP)
    const bucket = Math.min(index, BUCKETS - 1)
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1
    this.#count++
    if (ms > this.#max) this.#max = ms
  }

  get spread(): Spread {
    return {
      count: this.#count,
      p50: this.#at(0.5),
      p99: this.#at(0.99),
      p999: this.#at(0.999),
      max: tenths(this.#max),
    }
  }

  #at(share: number): number {
    let left = Math.ceil(share * this.#count)
    if (left === 0) return 0
    for (let i = 0; i < BUCKETS; i++) {
      left -= this.#buckets[i] ?? 0
      if (left <= 0) return tenths(Math.min(LEAST_MS * Math.exp(i * STEP), this.#max))
    }
    return tenths(this.#max)
  }
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10
