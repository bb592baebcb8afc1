/** An answer with its confidence, and whether it was right. */
export interface Judged {
  readonly confidence: number
  readonly isRight: boolean
}

const BINS = 10

/**
 * The expected calibration error: over ten bins, how far the mean confidence is from the share that is right, weighted
 * by how many are in each. Bins of equal width are the usual ones; where nearly all confidences are high, as many
 * answers in each bin tell more.
 */
export function calibrationError(all: readonly Judged[], bins: 'width' | 'size'): number {
  const sorted = all.toSorted((a, b) => a.confidence - b.confidence)
  const binOf = ({ confidence }: Judged, at: number): number =>
    Math.min(BINS - 1, Math.floor(BINS * (bins === 'width' ? confidence : at / sorted.length)))
  // which of equally sure answers come first means nothing: each counts as the mean of them
  const ties = new Map<number, { all: number; right: number }>()
  for (const { confidence, isRight } of all) {
    const { all: before, right } = ties.get(confidence) ?? { all: 0, right: 0 }
    ties.set(confidence, { all: before + 1, right: right + Number(isRight) })
  }
  // of each bin: by how much confidences are more than what was right
  const over = Array.from({ length: BINS }, () => 0)
  sorted.forEach((one, at) => {
    const bin = binOf(one, at)
    const { all: tied, right } = ties.get(one.confidence) ?? { all: 1, right: 0 }
    over[bin] = (over[bin] ?? 0) + one.confidence - right / tied
  })
  return over.reduce((sum, each) => sum + Math.abs(each), 0) / Math.max(1, all.length)
}
