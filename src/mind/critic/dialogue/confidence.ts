import type { Described } from '../../ports.js'

/**
 * How sure the critic is of its whole answer: the probability of the answer under the model, that is the product of
 * its words' probabilities. It answers the question "is every word of this right?", which can be checked on held-out
 * pictures (reliability bins in the manifest). Fails safe: no words, or a probability that is no number, is 0.
 */
export function confidenceOf(words: Described['tokens']): number {
  if (words.length === 0) return 0
  const product = words.reduce((c, { prob }) => c * prob, 1)
  return product >= 0 && product <= 1 ? product : 0
}
