import { IMPACTS, type Impact } from '#learning/critic/report.js'
import {
  accuracies,
  detection,
  expectedCalibrationError,
  reliability,
  type ReliabilityBin,
} from '#learning/critic/metrics.js'
import type { Examined } from './examine.js'

const RELIABILITY_BINS = 10

/** How good a critic was on some moments (VRL-20, VRL-21, CRIT-05…07); `null` for 0/0. */
export interface CriticFigures {
  readonly moments: number
  readonly before: Found
  readonly after: Found
  readonly perImpact: Readonly<Partial<Record<Impact, Found>>>
  /** share of found issues with a node at fault of which the node was named */
  readonly attribution: number | null
  readonly attributed: number
  readonly ece: number | null
  readonly meanConfidence: number | null
  readonly reliability: readonly ReliabilityBin[]
  /** share of moments with an issue, and of clean ones, that called a human */
  readonly alarmWhenFaulty: number | null
  readonly alarmWhenClean: number | null
  readonly unavailable: number
  readonly p50Ms: number | null
  readonly p90Ms: number | null
}

export interface Found {
  /** IDR */
  readonly recall: number | null
  readonly precision: number | null
  readonly real: number
  readonly claimed: number
  /** of moments with at least one issue: the share with at least one claim; of clean ones: the share without */
  readonly faulty: number | null
  readonly clean: number | null
}

export function figuresOf(examined: readonly Examined[]): CriticFigures {
  const judged = examined.map(({ c, said, truth }) => ({ c, right: sameKeys(said, truth) }))
  const nodes = examined.flatMap((one) => one.nodes)
  const alarms = (faulty: boolean): boolean[] =>
    examined.filter(({ truth }) => truth.length > 0 === faulty).map(({ alarm }) => alarm)
  const times = examined.map(({ ms }) => ms).sort((a, b) => a - b)
  const of = (impact: Impact): Found =>
    found(
      examined,
      ({ said }) => said,
      (key) => impactOf(key) === impact,
    )
  return {
    moments: examined.length,
    before: found(examined, ({ claimed }) => claimed),
    after: found(examined, ({ said }) => said),
    perImpact: Object.fromEntries(
      IMPACTS.map((impact) => [impact, of(impact)] as const).filter(
        ([, { real, claimed }]) => real + claimed > 0,
      ),
    ),
    attribution: share(nodes),
    attributed: nodes.length,
    ece: expectedCalibrationError(judged, RELIABILITY_BINS) ?? null,
    meanConfidence: judged.length === 0 ? null : judged.reduce((sum, { c }) => sum + c, 0) / judged.length,
    reliability: reliability(judged, RELIABILITY_BINS),
    alarmWhenFaulty: share(alarms(true)),
    alarmWhenClean: share(alarms(false)),
    unavailable: examined.filter(({ unavailable }) => unavailable).length,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? null,
    p90Ms: times[Math.floor(times.length * 0.9)] ?? null,
  }
}

/** The whole report is right: it claims what is so and nothing else. */
export const sameKeys = (said: readonly string[], truth: readonly string[]): boolean =>
  said.length === truth.length && said.every((key) => truth.includes(key))

function found(
  examined: readonly Examined[],
  claims: (one: Examined) => readonly string[],
  fits: (key: string) => boolean = () => true,
): Found {
  const pairs = examined.map((one) => ({ truth: one.truth.filter(fits), claimed: claims(one).filter(fits) }))
  const { recall, precision, real, claimed } = detection(pairs)
  const { faulty, clean } = accuracies(pairs)
  return {
    recall: recall ?? null,
    precision: precision ?? null,
    real,
    claimed,
    faulty: faulty ?? null,
    clean: clean ?? null,
  }
}

const impactOf = (key: string): string => key.split('@')[0] ?? key
const share = (flags: readonly boolean[]): number | null =>
  flags.length === 0 ? null : flags.filter(Boolean).length / flags.length
