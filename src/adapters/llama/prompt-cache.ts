import type { LlamaContextSequence, Token } from 'node-llama-cpp'

/** Block size, tokens: prompts are evaluated in chunks aligned to multiples of it. */
export const CHUNK = 32

export interface Loaded {
  /** the end of the prompt, 1 to CHUNK tokens, still to be evaluated together with the first token of the reply */
  readonly rest: Token[]
  /** tokens at the start of the prompt that were already in the context */
  readonly reused: number
}

/**
 * Keeps the prefix that a prompt shares with the previous one, so that only the rest is evaluated. Replies are the same
 * with and without the cache: floating-point sums depend on how tokens are batched, and here every token is evaluated
 * in the same chunk of the same prefix, whatever came before. This requires that the context's `batchSize` is `CHUNK`,
 * that only whole chunks are kept, and that tokens written by the model are never reused.
 */
export class PromptCache {
  readonly #sequence: LlamaContextSequence
  /** tokens at the front of the context that were evaluated in whole chunks */
  #solid = 0

  constructor(sequence: LlamaContextSequence) {
    this.#sequence = sequence
  }

  /**
   * @param prompt at least one token
   * @param refuse throws when the request was aborted; called between chunks
   */
  async load(prompt: readonly Token[], refuse: () => void): Promise<Loaded> {
    const last = Math.floor((prompt.length - 1) / CHUNK) * CHUNK
    const reused = await this.#keep(Math.min(this.#common(prompt), last))
    for (let at = reused; at < last; at += CHUNK) {
      refuse()
      await this.#sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(at, at + CHUNK))
      this.#solid = at + CHUNK
    }
    refuse()
    return { rest: prompt.slice(last), reused }
  }

  /** After a failure the contents of the context are unknown: the next prompt starts from scratch. */
  forget(): void {
    this.#solid = 0
  }

  /** tokens in the whole chunks at the start of the prompt that are already in the context */
  #common(prompt: readonly Token[]): number {
    const held = this.#sequence.contextTokens
    let same = 0
    while (same < this.#solid && same < prompt.length && held[same] === prompt[same]) same++
    return Math.floor(same / CHUNK) * CHUNK
  }

  /** @returns how many tokens the context holds now: `count`, or 0 when this architecture cannot roll back */
  async #keep(count: number): Promise<number> {
    this.#solid = 0
    if (count === 0 || this.#sequence.needsCheckpoints) await this.#sequence.clearHistory()
    else await this.#sequence.eraseContextTokenRanges([{ start: count, end: this.#sequence.nextTokenIndex }])
    if (this.#sequence.nextTokenIndex !== count) await this.#sequence.clearHistory()
    this.#solid = this.#sequence.nextTokenIndex
    return this.#solid
  }
}
