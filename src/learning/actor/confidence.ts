import { z } from 'zod'
import type { Completed, Completion } from '../ports.js'

/**
 * How confident a model is in a reply, judged by its behaviour rather than its claims: the probability of the whole
 * reply, and how many of a few samples agree with it. Raw probabilities of small models are biased, so both go through
 * a curve fitted on validation data.
 */
export type Calibration = z.infer<typeof calibration>

/**
 * logit of confidence = `bias` + `slope` · logit(probability of the reply) + `disagreement` · fraction of deviating
 * samples
 */
const calibration = z.object({ bias: z.number(), slope: z.number(), disagreement: z.number() })

/** The calibration of a model's entry in the manifest; undefined when it has none. */
export function readCalibration(entry: unknown): Calibration | undefined {
  const read = calibration.safeParse(entry)
  return read.success ? read.data : undefined
}

/** A reply whose tokens are all at least this likely is not sampled again: the samples would agree. */
const SURE_TOKEN = 0.8
/** samples in addition to the greedy reply */
const SAMPLES = 2
/** sampling temperature; 1 = the model's own probabilities */
const SAMPLE_TEMPERATURE = 1

/** probability of a whole reply including its end, in [0, 1] */
export const probabilityOf = (reply: Completed): number =>
  Math.min(1, Math.exp(reply.meanLogProb * (reply.tokens + (reply.complete ? 1 : 0))))

/** geometric mean of the token probabilities: the fallback for an uncalibrated model */
export const meanProbability = (reply: Completed): number => Math.min(1, Math.exp(reply.meanLogProb))

/** Samples the model again. @returns the fraction of samples equal to the reply, in [0, 1] */
export async function agreementOf(
  reply: Completed,
  seed: number,
  write: (more: Pick<Completion, 'temperature' | 'seed'>) => Promise<Completed>,
): Promise<number> {
  if (reply.minProb >= SURE_TOKEN) return 1
  let same = 0
  for (let n = 1; n <= SAMPLES; n++) {
    const sample = await write({ temperature: SAMPLE_TEMPERATURE, seed: seed + n })
    if (sample.text === reply.text) same++
  }
  return same / SAMPLES
}

/**
 * @param agreement fraction of samples equal to the reply, in [0, 1]; 1 when none were needed
 * @returns estimated probability that no other edit would have been better, in [0, 1]
 */
export function confidenceOf(probability: number, agreement: number, calibration: Calibration): number {
  const { bias, slope, disagreement } = calibration
  return 1 / (1 + Math.exp(-(bias + slope * logit(probability) + disagreement * (1 - agreement))))
}

/** Probabilities this close to 0 or 1 are clamped. */
const CERTAIN = 1e-4

export function logit(probability: number): number {
  const p = Math.min(1 - CERTAIN, Math.max(CERTAIN, probability))
  return Math.log(p / (1 - p))
}
