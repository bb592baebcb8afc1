/** What a latency is judged by, milliseconds. */
export interface Percentiles {
  readonly n: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

export function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number): number =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN)
  return { n: sorted.length, p50: at(0.5), p99: at(0.99), p999: at(0.999), max: round(sorted.at(-1) ?? NaN) }
}

const round = (ms: number): number => Math.round(ms * 100) / 100
