import type { LlamaContext, Token } from 'node-llama-cpp'

/** Result of node-llama-cpp's native context: token, –, its probability, –, Σ exp(logit − highest logit). */
type Sampled = readonly [token: Token, _: undefined, confidence?: number, __?: unknown, weight?: number]
type SampleToken = (
  index: number,
  sampler: unknown,
  ...wanted: readonly unknown[]
) => Promise<Sampled | Token>

/** `on` is true while the replies of the context are greedy. */
export interface Greedy {
  on: boolean
}

/** Vocabularies larger than this are too large to check every word against the grammar for every token. */
const MANY_WORDS = 16_384

/**
 * Replaces the library's slow computation of token probabilities. node-llama-cpp 3.22 sorts the whole vocabulary for
 * it: with the 151 000 words of a Qwen model that takes longer than the token itself. For greedy replies the
 * probability is 1 ÷ Σ exp(logit − highest), which the library returns without sorting when asked for the sum. If the
 * library's internals differ, nothing is replaced and replies are only slower.
 *
 * With a grammar, the probability is relative to the allowed words. With a large vocabulary, the model's own choice is
 * checked first: if it is allowed, its probability among all words is used, which is never higher.
 */
export function quickConfidence(context: LlamaContext): Greedy {
  const greed = { on: false }
  const words = context.model.fileInfo.metadata.tokenizer?.ggml?.tokens?.length ?? 0
  // requesting the logits of one token makes the library apply the grammar to all words before the choice, as
  // `confidence` does
  const logits = words > MANY_WORDS ? false : [[0], false, false, false, 0]
  const native = (context as unknown as { readonly _ctx?: { sampleToken?: SampleToken } })._ctx
  if (typeof native?.sampleToken !== 'function') return greed
  const slow = native.sampleToken.bind(native)
  const quick: SampleToken = async (index, sampler, ...wanted) => {
    const [probabilities, confidence, ...more] = wanted
    const only = confidence === true && probabilities === false && more.length === 0
    if (!greed.on || !only) return slow(index, sampler, ...wanted)
    const answer = await slow(index, sampler, false, false, logits, true)
    if (!Array.isArray(answer)) return answer
    const [token, , , , sum] = answer as unknown as Sampled
    return sum === undefined ? [token, undefined] : [token, undefined, 1 / sum]
  }
  Object.defineProperty(native, 'sampleToken', { value: quick })
  return greed
}
