import type { FieldOutcome } from '#learning/field-score.js'
import { markdownTable } from '../answer.js'
import { average, wilson } from '../vrl/figures/interval.js'
import type { Played } from './play-mission.js'
import type { PoseError } from './truth.js'

/** On what the robot drives, and by what it knows where it is. */
export const POSE_ROWS = ['ideal', 'floor, wheels', 'floor, LiDAR'] as const
export type PoseRow = (typeof POSE_ROWS)[number]

/** One mission in each row, with the same seed. */
export type PoseRuns = Readonly<Record<PoseRow, Played>>

export interface PoseFigures {
  readonly row: PoseRow
  readonly missions: number
  readonly completed: number
  readonly points: number
  /** while the robot moved: metres and radians */
  readonly place: Spread
  readonly heading: Spread
  /** where the missions ended, metres */
  readonly atEnd: Spread
  /** mean of the estimates' squared errors by their own covariance, where there are some; 3 = as sure as it may be */
  readonly nees: number | undefined
  /** share of the scans that the filter took */
  readonly scansTaken: number | undefined
}

interface Spread {
  readonly p50: number
  readonly p95: number
  readonly most: number
}

export function poseFigures(runs: readonly PoseRuns[], row: PoseRow): PoseFigures {
  const played = runs.map((run) => run[row])
  const errors = played.flatMap(({ errors }) => errors)
  const scans = sum(played.map(({ scans: { all } }) => all))
  const spread = (of: readonly PoseError[], part: keyof PoseError): Spread =>
    spreadOf(of.map((error) => error[part]))
  return {
    row,
    missions: played.length,
    completed: runs.filter((run) => reaches(run[row].outcome, run.ideal.outcome)).length,
    points: average(played.map(({ points }) => points)),
    place: spread(errors, 'place'),
    heading: spread(errors, 'heading'),
    atEnd: spread(
      played.map(({ last }) => last),
      'place',
    ),
    nees: played.some(({ nees }) => nees.length > 0)
      ? average(played.flatMap(({ nees }) => nees))
      : undefined,
    scansTaken: scans === 0 ? undefined : sum(played.map(({ scans: { accepted } }) => accepted)) / scans,
  }
}

export function poseTable(rows: readonly PoseFigures[]): string {
  const head = [
    'ground, pose by',
    'completed, 95 % interval',
    'mean score',
    'place p50, p95, most',
    'heading p50, p95, most',
    'at the end p95',
    'NEES',
    'scans taken',
  ]
  return markdownTable(
    head,
    rows.map(({ row, missions, completed, points, place, heading, atEnd, nees, scansTaken }) => {
      const [low, high] = wilson(completed, missions)
      return [
        row,
        `${completed} of ${missions} (${share(low)} to ${share(high)})`,
        points.toFixed(1),
        `${inMillimetres(place)} mm`,
        `${inDegrees(heading)}°`,
        `${(1000 * atEnd.p95).toFixed(0)} mm`,
        nees?.toFixed(2) ?? '–',
        scansTaken === undefined ? '–' : share(scansTaken),
      ]
    }),
  )
}

/** Whether a mission achieved what it achieves where nothing is off. */
const reaches = (real: FieldOutcome, ideal: FieldOutcome): boolean =>
  real.correct >= ideal.correct &&
  real.incorrect <= ideal.incorrect &&
  real.outside <= ideal.outside &&
  real.robotHome === ideal.robotHome &&
  real.shelfAtTarget === ideal.shelfAtTarget

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  return { p50: at(0.5), p95: at(0.95), most: at(1) }
}

const inMillimetres = ({ p50, p95, most }: Spread): string =>
  [p50, p95, most].map((metres) => (1000 * metres).toFixed(1)).join(', ')
const inDegrees = ({ p50, p95, most }: Spread): string =>
  [p50, p95, most].map((radians) => ((180 * radians) / Math.PI).toFixed(2)).join(', ')
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const share = (part: number): string => `${(100 * part).toFixed(0)} %`
