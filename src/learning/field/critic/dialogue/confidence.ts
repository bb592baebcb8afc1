import type { Described, Doubts } from '#learning/ports.js'
import type { PictureCheck } from '#learning/critic/report.js'
import type { Answer } from './answer.js'

/**
 * The critic's confidence in its whole answer: the probability of the answer under the model, i.e. the product of its
 * words' probabilities. It estimates whether every word is right, which can be checked on held-out pictures
 * (reliability bins in the manifest). Fails safe: no words, or NaN, gives 0.
 */
export function confidenceOf(words: Described['tokens']): number {
  if (words.length === 0) return 0
  const product = words.reduce((c, { prob }) => c * prob, 1)
  return product >= 0 && product <= 1 ? product : 0
}

/**
 * The same for models that write prose and were never calibrated: the geometric mean of their words' probabilities. How
 * often such a model is right has not been measured.
 */
export function meanConfidence(words: Described['tokens']): number {
  if (words.length === 0) return 0
  const mean = Math.exp(words.reduce((sum, { prob }) => sum + Math.log(prob), 0) / words.length)
  return mean >= 0 && mean <= 1 ? mean : 0
}

/**
 * The confidence corrected for what the model cannot know about its picture: whether plain colour reads it differently,
 * whether it could be registered to the map, and how many of the field's slots are outside it or washed out, where
 * anything may lie.
 *
 * @param within fraction of the map's slots that are in the picture and not washed out
 */
export function adjustedConfidence(
  c: number,
  { differ, registered }: Pick<PictureCheck, 'differ' | 'registered'>,
  doubts: Doubts | undefined,
  within: number,
): number {
  const sure = Math.min(1 - CERTAIN, Math.max(CERTAIN, c))
  const change = doubts === undefined ? 0 : doubts.differ * differ + (registered ? 0 : doubts.astray)
  return change === 0 || !(c >= 0 && c <= 1) ? c * within : within / (1 + (1 / sure - 1) * Math.exp(-change))
}

const CERTAIN = 1e-6

/** A critic that sees less than this fraction of the slots abstains: its confidence is below the alarm limit. */
const LEAST_VISIBLE = 0.5

/**
 * The confidence in an answer, given how much of the field was visible. "Hidden" is a right answer for a covered slot,
 * and a critic can be very confident in it; but a picture that shows hardly anything says nothing about the episode.
 */
export function limitedByVisibility(c: number, { zones }: Pick<Answer, 'zones'>): number {
  const faces = [...zones.values()].flatMap((line) => line.faces)
  const seen = faces.length === 0 ? 1 : faces.filter((face) => face !== 'hidden').length / faces.length
  return seen < LEAST_VISIBLE ? Math.min(c, seen / 2) : c
}
