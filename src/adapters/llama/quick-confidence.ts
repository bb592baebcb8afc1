import type { LlamaContext, Token } from 'node-llama-cpp'

/** What node-llama-cpp's native context answers: token, –, its probability, –, Σ exp(logit − highest logit). */
type Sampled = readonly [token: Token, _: undefined, confidence?: number, __?: unknown, weight?: number]
type SampleToken = (
  index: number,
  sampler: unknown,
  ...wanted: readonly unknown[]
) => Promise<Sampled | Token>

/** Set while the replies of its context are greedy. */
export interface Greed {
  on: boolean
}

/** Vocabularies of more words than this are too many to hold each against the grammar for each token. */
const MANY_WORDS = 16_384

/**
 * To say how probable a token was, node-llama-cpp 3.22 sorts the whole vocabulary: with the 151 000 words of
 * a Qwen that takes longer than the token itself. For greedy replies the answer is 1 ÷ the sum of exp(logit
 * − highest), which it tells without sorting; this asks so. Where the library's inside looks otherwise,
 * everything stays as it was, only slower.
 *
 * Within a grammar the probability is that among the words allowed. With a large vocabulary the model's own choice is
 * looked at first: when it is allowed, its probability among all words counts, which is never more.
 */
export function quickConfidence(context: LlamaContext): Greed {
  const greed = { on: false }
  const words = context.model.fileInfo.metadata.tokenizer?.ggml?.tokens?.length ?? 0
  // logits of one token make the library apply the grammar to all words before the choice, as `confidence` does
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
