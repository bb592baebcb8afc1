/** A word of an answer with its probability under the model. */
export interface WordProbability {
  readonly text: string
  readonly prob: number
}

export interface Calibration {
  readonly bias: number
  readonly slope: number
  readonly hidden: number
  /** corrections for what the critic finds out about the picture; absent in older files */
  readonly differ?: number | undefined
  readonly astray?: number | undefined
}

/** keeps the logit finite when the model is certain of every word */
const SURE = 1e-6

/**
 * Computes the inputs of the calibration: the model's certainty over all its words together (logit of the product of
 * their probabilities), and the share of slots that it reports as hidden.
 */
export function calibrationInputs(words: readonly WordProbability[]): {
  readonly logit: number
  readonly hidden: number
} {
  const product = words.reduce((p, { prob }) => p * prob, 1)
  const p = product >= 0 ? Math.min(1 - SURE, Math.max(SURE, product)) : SURE
  const faces = words.filter(({ text }) => FACES.has(text))
  const hidden = faces.filter(({ text }) => text === 'hidden').length
  return { logit: Math.log(p / (1 - p)), hidden: faces.length === 0 ? 0 : hidden / faces.length }
}

/** Calibrated probability that an answer is right; 0 for an empty answer (fails safe). */
export function calibrated(words: readonly WordProbability[], { bias, slope, hidden }: Calibration): number {
  if (words.length === 0 || words.some(({ prob }) => !(prob >= 0 && prob <= 1))) return 0
  const inputs = calibrationInputs(words)
  return 1 / (1 + Math.exp(-(bias + slope * inputs.logit + hidden * inputs.hidden)))
}

const FACES: ReadonlySet<string> = new Set(['blue', 'orange', 'empty', 'hidden'])
