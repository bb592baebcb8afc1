import { z } from 'zod'
import type { Completed, Completion } from '../ports.js'

/**
 * How sure a model is of a reply, from what it did and not from what it says: the probability of the whole reply, and
 * how many of a few samples agree with it. Raw probabilities of small models are too high or too low, so both go
 * through a curve that was fitted on validation data.
 */
export type Calibration = z.infer<typeof calibration>

/**
 * logit of confidence = `bias` + `slope` · logit(probability of the reply) + `disagreement` · share of other
 * samples
 */
const calibration = z.object({ bias: z.number(), slope: z.number(), disagreement: z.number() })

/** The calibration of a model's entry in the manifest; undefined when it has none. */
export function readCalibration(entry: unknown): Calibration | undefined {
  const read = calibration.safeParse(entry)
  return read.success ? read.data : undefined
}

/** A reply all of whose tokens are at least this likely is not sampled again: the samples would agree. */
const SURE_TOKEN = 0.8
/** samples beside the greedy reply */
const SAMPLES = 2
/** of the samples; 1 = as the model's own probabilities say */
const SAMPLE_TEMPERATURE = 1

/** probability of a whole reply, its end included, in [0, 1] */
export const probabilityOf = (reply: Completed): number =>
  Math.min(1, Math.exp(reply.meanLogProb * (reply.tokens + (reply.complete ? 1 : 0))))

/** geometric mean of the token probabilities: what is said of a model that nobody has calibrated */
export const meanProbability = (reply: Completed): number => Math.min(1, Math.exp(reply.meanLogProb))

/** Asks the model again, with some chance in it. @returns the share of the samples that equal the reply, in [0, 1] */
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
 * @param agreement share of the samples that equal the reply, in [0, 1]; 1 when none were needed
 * @returns estimated probability that no other edit would have been better, in [0, 1]
 */
export function confidenceOf(probability: number, agreement: number, calibration: Calibration): number {
  const { bias, slope, disagreement } = calibration
  return 1 / (1 + Math.exp(-(bias + slope * logit(probability) + disagreement * (1 - agreement))))
}

/** Beyond this a probability is not told apart from certainty. */
const CERTAIN = 1e-4

export function logit(probability: number): number {
  const p = Math.min(1 - CERTAIN, Math.max(CERTAIN, probability))
  return Math.log(p / (1 - p))
}
