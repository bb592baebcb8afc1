/** A word of an answer with its probability under the model. */
export interface Said {
  readonly text: string
  readonly prob: number
}

export interface Calibration {
  readonly bias: number
  readonly slope: number
  readonly hidden: number
  /** what the critic may add for what it finds out about the picture; absent in files from before it looked */
  readonly differ?: number | undefined
  readonly astray?: number | undefined
}

/** so that a model that is sure of every word still has a finite logit */
const SURE = 1e-6

/**
 * What the calibration is fitted on: how sure the model is of all its words together (logit of their product), and how
 * much of the field it says it cannot see (share of slots).
 */
export function calibrationInputs(words: readonly Said[]): {
  readonly logit: number
  readonly hidden: number
} {
  const product = words.reduce((p, { prob }) => p * prob, 1)
  const p = product >= 0 ? Math.min(1 - SURE, Math.max(SURE, product)) : SURE
  const faces = words.filter(({ text }) => FACES.has(text))
  const hidden = faces.filter(({ text }) => text === 'hidden').length
  return { logit: Math.log(p / (1 - p)), hidden: faces.length === 0 ? 0 : hidden / faces.length }
}

/** Calibrated probability that an answer is right; 0 for no words (fails safe). */
export function calibrated(words: readonly Said[], { bias, slope, hidden }: Calibration): number {
  if (words.length === 0 || words.some(({ prob }) => !(prob >= 0 && prob <= 1))) return 0
  const inputs = calibrationInputs(words)
  return 1 / (1 + Math.exp(-(bias + slope * inputs.logit + hidden * inputs.hidden)))
}

const FACES: ReadonlySet<string> = new Set(['blue', 'orange', 'empty', 'hidden'])
