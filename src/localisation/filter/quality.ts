import type { Pose } from '#base/field-map.js'
import type { PoseFix, PoseQuality, PoseSourceId } from '#localisation/ports.js'
import type { FilterParameters, QualityParameters } from './parameters.js'
import { carried, difference, matrixOf, placeDeviation, type SurePose } from './pose-covariance.js'
import { plus, squaredDistance } from './matrix.js'

/** What speaks against the pose, and for it. */
export interface Watch {
  /** the last rejected fixes that agree with each other, since the last accepted one */
  readonly contradictions: readonly Contradiction[]
  /** for how long gyro and wheels have contradicted each other, µs */
  readonly disagreedUs: number
  /** fixes, or the gyro, have contradicted the pose, and nothing has confirmed it since */
  readonly contradicted: boolean
  /** accepted fixes of the whole pose, in a row, since gyro and wheels last contradicted each other */
  readonly confirmations: number
  readonly doubtSinceUs: number | undefined
  readonly lost: boolean
}

/** A rejected fix, and where the filter believed the body to be. */
interface Contradiction {
  readonly fix: PoseFix
  readonly believed: Pose
}

/** Of a robot that was just found. */
export const CALM: Watch = {
  contradictions: [],
  disagreedUs: 0,
  contradicted: false,
  confirmations: 0,
  doubtSinceUs: undefined,
  lost: false,
}

/** What has just been learned. */
export interface Moment {
  readonly tUs: number
  /** of the gripper's centre */
  readonly sure: SurePose
}

/** A step was done in which gyro and wheels agreed, disagreed, or were not compared. */
export function afterStep(
  watch: Watch,
  moment: Moment & { readonly dtUs: number; readonly gyro: 'agrees' | 'disagrees' | 'not compared' },
  { quality }: FilterParameters,
): Watch {
  const disagrees = moment.gyro === 'disagrees'
  const disagreedUs = disagrees ? watch.disagreedUs + moment.dtUs : 0
  const contradicted = watch.contradicted || disagreedUs >= quality.disagreementUs
  const confirmations = disagrees ? 0 : watch.confirmations
  return doubted({ ...watch, disagreedUs, confirmations, contradicted }, moment, quality)
}

/** A fix was accepted, or rejected by a filter that believed the body to be at `believed`. */
export function afterFix(
  watch: Watch,
  moment: Moment & { readonly fix: PoseFix; readonly accepted: boolean; readonly believed: Pose },
  parameters: FilterParameters,
): Watch {
  const { quality } = parameters
  if (moment.accepted) {
    const confirmations = moment.fix.rank === 3 ? watch.confirmations + 1 : watch.confirmations
    const contradicted = watch.contradicted && confirmations < quality.confirmations
    return doubted({ ...watch, contradictions: [], confirmations, contradicted }, moment, quality)
  }
  const { fix, believed } = moment
  const before = alike(watch.contradictions, { fix, believed }, parameters.gates)
  const contradictions = [...before, { fix, believed }].slice(-quality.contradictions)
  const contradicted = watch.contradicted || contradictions.length >= quality.contradictions
  return doubted({ ...watch, contradictions, confirmations: 0, contradicted }, moment, quality)
}

/**
 * How far the pose can be trusted, as far as the filter alone can say: `lost` ends when somebody places the robot
 * anew; a doubt ends so, too, or when fixes of the whole pose are accepted again.
 */
export function qualityOf(
  watch: Watch | undefined,
  tUs: number,
  {
    fixedUs,
    trackingUs,
  }: {
    readonly fixedUs: Readonly<Partial<Record<PoseSourceId, number>>>
    readonly trackingUs: QualityParameters['trackingUs']
  },
): PoseQuality {
  if (watch === undefined) return 'unknown'
  if (watch.lost) return 'lost'
  if (watch.doubtSinceUs !== undefined) return 'doubtful'
  const recent = (source: PoseSourceId): boolean => {
    const last = fixedUs[source]
    return last !== undefined && tUs - last <= trackingUs[source]
  }
  return recent('lidar') || recent('tags-mast') || recent('tags-robot') ? 'tracking' : 'coasting'
}

/** Fixes that all say the same as the new one: otherwise a row of contradictions begins anew with it. */
function alike(
  before: readonly Contradiction[],
  { fix, believed }: Contradiction,
  gates: FilterParameters['gates'],
): readonly Contradiction[] {
  const agrees = (other: Contradiction): boolean => {
    const apart = difference(fix.pose, carried(other.fix.pose, other.believed, believed))
    const spread = plus(matrixOf(fix.covariance), matrixOf(other.fix.covariance))
    return squaredDistance(apart, spread) <= gates[(Math.min(fix.rank, other.fix.rank) - 1) as 0 | 1 | 2]
  }
  return before.every(agrees) ? before : []
}

/** The doubt that follows from what is known now, since when, and whether it has lasted too long. */
function doubted(watch: Watch, { tUs, sure }: Moment, { coasting, doubtUs }: QualityParameters): Watch {
  if (watch.lost) return watch
  const unsure =
    placeDeviation(sure.covariance) > coasting.place || Math.sqrt(sure.covariance.tt) > coasting.heading
  const doubtSinceUs = watch.contradicted || unsure ? (watch.doubtSinceUs ?? tUs) : undefined
  return { ...watch, doubtSinceUs, lost: doubtSinceUs !== undefined && tUs - doubtSinceUs >= doubtUs }
}
