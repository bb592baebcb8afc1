/** Quality of a critic against labelled episodes (VRL-20, VRL-21, CRIT-05…07, AMB-02, AMB-21). */
export interface Detection {
  /** IDR: detected real issues / real issues; `undefined` for 0/0 */
  readonly recall: number | undefined
  /** valid claims / claims; `undefined` for 0/0 */
  readonly precision: number | undefined
  readonly real: number
  readonly detected: number
  readonly claimed: number
  readonly valid: number
}

/** Keys of the real and the claimed issues (`orientation@2`) of one report. A duplicate key counts once. */
export interface Comparison {
  readonly truth: readonly string[]
  readonly claimed: readonly string[]
}

/** Sums over reports first and divides last, so that a report without issues changes neither ratio. */
export function detection(reports: readonly Comparison[]): Detection {
  let [real, detected, claims] = [0, 0, 0]
  for (const { truth, claimed } of reports) {
    const [realKeys, claimedKeys] = [new Set(truth), new Set(claimed)]
    real += realKeys.size
    claims += claimedKeys.size
    detected += [...realKeys].filter((key) => claimedKeys.has(key)).length
  }
  return {
    recall: ratio(detected, real),
    precision: ratio(detected, claims),
    real,
    detected,
    claimed: claims,
    valid: detected,
  }
}

/** Accuracy on clean and on faulty episodes: the fraction judged as such (CRIT-07). */
export function accuracies(reports: readonly Comparison[]): {
  readonly clean: number | undefined
  readonly faulty: number | undefined
} {
  const clean = reports.filter(({ truth }) => truth.length === 0)
  const faulty = reports.filter(({ truth }) => truth.length > 0)
  return {
    clean: ratio(clean.filter(({ claimed }) => claimed.length === 0).length, clean.length),
    faulty: ratio(faulty.filter(({ claimed }) => claimed.length > 0).length, faulty.length),
  }
}

export interface ReliabilityBin {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly meanConfidence: number | null
  readonly rightShare: number | null
}

/** Confidence against truth in five equal bins; the last includes 1 (AMB-02). */
export function reliability(
  judged: readonly { readonly c: number; readonly right: boolean }[],
  bins = 5,
): ReliabilityBin[] {
  return Array.from({ length: bins }, (_, i) => {
    const inside = judged.filter(({ c }) => Math.min(bins - 1, Math.floor(c * bins)) === i)
    const mean = (values: readonly number[]): number | null =>
      values.length === 0
        ? null
        : Math.round((1000 * values.reduce((a, b) => a + b, 0)) / values.length) / 1000
    return {
      from: i / bins,
      to: (i + 1) / bins,
      count: inside.length,
      meanConfidence: mean(inside.map(({ c }) => c)),
      rightShare: mean(inside.map(({ right }) => (right ? 1 : 0))),
    }
  })
}

const ratio = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole)

/**
 * ECE: the gap between confidence and accuracy per bin, weighted by the bin's count; 0 = calibrated. `undefined` when
 * nothing was judged.
 */
export function expectedCalibrationError(
  judged: readonly { readonly c: number; readonly right: boolean }[],
  bins = 10,
): number | undefined {
  if (judged.length === 0) return undefined
  const sums = Array.from({ length: bins }, () => ({ confidence: 0, right: 0 }))
  for (const { c, right } of judged) {
    const bin = sums[Math.min(bins - 1, Math.max(0, Math.floor(c * bins)))]
    if (bin === undefined) continue
    bin.confidence += c
    bin.right += right ? 1 : 0
  }
  return sums.reduce((sum, { confidence, right }) => sum + Math.abs(confidence - right), 0) / judged.length
}
