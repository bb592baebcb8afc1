/** A sorted row of measurements. */
export interface Sample {
  readonly n: number
  /** the fastest tenth ends here: on a busy machine it says more than the median */
  readonly p10: number
  readonly median: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

export function sorted(values: Float64Array | readonly number[]): Sample {
  const row = Float64Array.from(values).sort()
  const at = (share: number): number => row[Math.min(row.length - 1, Math.floor(share * row.length))] ?? NaN
  return { n: row.length, p10: at(0.1), median: at(0.5), p99: at(0.99), p999: at(0.999), max: at(1) }
}
