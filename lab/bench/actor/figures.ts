import { expectedCalibrationError, reliability, type ReliabilityBin } from '#learning/critic/metrics.js'
import type { Answered, Examined } from './examine.js'

/** What an examination came to. Shares are in [0, 1], gains in points of vrl.txt Table I. */
export interface ActorFigures {
  readonly cases: number
  /** the reply is a best edit: within half a point of it, or no edit where none is worth it */
  readonly exact: number
  /** of the cases in which some edit raises the expected score: the share in which the reply's does */
  readonly raises: { readonly can: number; readonly share: number }
  /** of the cases in which none does: the share without an edit */
  readonly restraint: { readonly cases: number; readonly share: number }
  /** replies that can be applied and leave a valid tree */
  readonly valid: { readonly grammar: number; readonly free: number | null }
  readonly meanGain: number
  /** points by which the best edits are better, mean */
  readonly regret: number
  /** what words cost that no training saw: points of the mean gain, and of the percentages */
  readonly unseen: { readonly gain: number; readonly raises: number; readonly exact: number }
  readonly kinds: Readonly<
    Record<string, { readonly n: number; readonly exact: number; readonly raises: number }>
  >
  readonly calibration: { readonly ece: number; readonly bins: readonly ReliabilityBin[] }
  readonly ms: { readonly p50: number; readonly p90: number }
  readonly speed: Speed
}

export interface Speed {
  readonly tokensPerSecond: number
  readonly promptTokens: number
  readonly replyTokens: number
}

/** as many as everywhere in this project; more would measure chance on a few hundred cases */
const BINS = 5

/** @param seen the same cases in the same order, in the words of the training */
export function figuresOf(
  unseen: readonly Examined[],
  seen: readonly Examined[],
  free: readonly boolean[] | null,
  speed: Speed,
): ActorFigures {
  const answers = unseen.map(({ answered }) => answered)
  const can = unseen.filter(({ top }) => top > 0)
  const cannot = unseen.filter(({ top }) => top === 0)
  const before = summary(seen)
  const now = summary(unseen)
  const judged = answers.map(({ confidence, best }) => ({ c: confidence, right: best }))
  const ms = answers.map((answered) => answered.ms).toSorted((a, b) => a - b)
  return {
    cases: unseen.length,
    exact: now.exact,
    raises: { can: can.length, share: now.raises },
    restraint: { cases: cannot.length, share: share(cannot.map(({ answered }) => answered.best)) },
    valid: { grammar: share(answers.map(({ valid }) => valid)), free: free === null ? null : share(free) },
    meanGain: now.gain,
    regret: mean(unseen.map(({ top, answered }) => Math.max(0, top - answered.gain))),
    unseen: {
      gain: before.gain - now.gain,
      raises: 100 * (before.raises - now.raises),
      exact: 100 * (before.exact - now.exact),
    },
    kinds: Object.fromEntries(
      [...new Set(unseen.map(({ kind }) => kind))].toSorted().map((kind) => {
        const of = unseen.filter((one) => one.kind === kind)
        const part = (test: (one: Answered) => boolean): number =>
          share(of.map(({ answered }) => test(answered)))
        return [kind, { n: of.length, exact: part(({ best }) => best), raises: part(({ raises }) => raises) }]
      }),
    ),
    calibration: { ece: eceOf(judged), bins: reliability(judged, BINS) },
    ms: { p50: quantile(ms, 0.5), p90: quantile(ms, 0.9) },
    speed,
  }
}

function summary(examined: readonly Examined[]) {
  const can = examined.filter(({ top }) => top > 0)
  return {
    exact: share(examined.map(({ answered }) => answered.best)),
    raises: share(can.map(({ answered }) => answered.raises)),
    gain: mean(examined.map(({ answered }) => answered.gain)),
  }
}

/** Expected calibration error over the bins of the diagram; 0 when nothing was judged. */
export const eceOf = (judged: readonly { readonly c: number; readonly right: boolean }[]): number =>
  expectedCalibrationError(judged, BINS) ?? 0

const share = (hits: readonly boolean[]): number => mean(hits.map(Number))
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** of sorted values, the nearest rank */
const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? 0
