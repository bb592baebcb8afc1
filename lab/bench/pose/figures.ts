import type { FieldOutcome } from '#learning/field-score.js'
import type { GroundName } from '#simulation/field/world/ground/ground.js'
import { markdownTable } from '../answer.js'
import { average, wilson } from '../vrl/figures/interval.js'
import type { Played, PoseError } from './play-mission.js'

/** One mission on each ground, with the same seed. */
export interface PosePair {
  readonly field: string
  readonly seed: number
  readonly ideal: Played
  readonly floor: Played
}

export interface PoseFigures {
  readonly ground: GroundName
  readonly missions: number
  readonly completed: number
  readonly points: number
  /** while the robot moved: metres and radians */
  readonly place: Spread
  readonly heading: Spread
  /** where the missions ended, metres */
  readonly atEnd: Spread
}

interface Spread {
  readonly p50: number
  readonly p95: number
  readonly most: number
}

export function poseFigures(pairs: readonly PosePair[], ground: GroundName): PoseFigures {
  const played = pairs.map((pair) => pair[ground])
  const errors = played.flatMap(({ errors }) => errors)
  const spread = (of: readonly PoseError[], part: keyof PoseError): Spread =>
    spreadOf(of.map((error) => error[part]))
  return {
    ground,
    missions: played.length,
    completed: pairs.filter((pair) => reaches(pair[ground].outcome, pair.ideal.outcome)).length,
    points: average(played.map(({ points }) => points)),
    place: spread(errors, 'place'),
    heading: spread(errors, 'heading'),
    atEnd: spread(
      played.map(({ last }) => last),
      'place',
    ),
  }
}

export function poseTable(rows: readonly PoseFigures[]): string {
  const head = [
    'ground',
    'completed, 95 % interval',
    'mean score',
    'place p50, p95, most',
    'heading p50, p95, most',
    'at the end p95',
  ]
  return markdownTable(
    head,
    rows.map(({ ground, missions, completed, points, place, heading, atEnd }) => {
      const [low, high] = wilson(completed, missions)
      return [
        ground,
        `${completed} of ${missions} (${share(low)} to ${share(high)})`,
        points.toFixed(1),
        `${inMillimetres(place)} mm`,
        `${inDegrees(heading)}°`,
        `${(1000 * atEnd.p95).toFixed(0)} mm`,
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
const share = (part: number): string => `${(100 * part).toFixed(0)} %`
