import type { LlamaContextSequence, Token } from 'node-llama-cpp'

/** Prompt tokens are evaluated in blocks of this many, which begin at its multiples. */
export const BLOCK = 32

export interface Loaded {
  /** the end of the prompt, 1 to BLOCK tokens, still to be evaluated together with the first token of the reply */
  readonly rest: Token[]
  /** tokens at the front of the prompt that stood in the context already */
  readonly reused: number
}

/**
 * Keeps what a prompt has in common with the one before it, so that only what changed is evaluated. A reply is the same
 * with and without: sums of floating-point numbers depend on how tokens are cut into batches, and here every token is
 * evaluated in the same block of the same prompt prefix, whoever asked first. For this the context's `batchSize` must
 * be `BLOCK`, only whole blocks are kept, and what the model wrote itself is never reused.
 */
export class PromptCache {
  readonly #sequence: LlamaContextSequence
  /** tokens at the front of the context that were evaluated in whole blocks */
  #solid = 0

  constructor(sequence: LlamaContextSequence) {
    this.#sequence = sequence
  }

  /**
   * @param prompt at least one token
   * @param refuse throws when nobody waits any more; asked between two blocks
   */
  async load(prompt: readonly Token[], refuse: () => void): Promise<Loaded> {
    const last = Math.floor((prompt.length - 1) / BLOCK) * BLOCK
    const reused = await this.#keep(Math.min(this.#common(prompt), last))
    for (let at = reused; at < last; at += BLOCK) {
      refuse()
      await this.#sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(at, at + BLOCK))
      this.#solid = at + BLOCK
    }
    refuse()
    return { rest: prompt.slice(last), reused }
  }

  /** After a failure nobody knows what the context holds: the next prompt starts from nothing. */
  forget(): void {
    this.#solid = 0
  }

  /** tokens of the whole blocks that the prompt begins with */
  #common(prompt: readonly Token[]): number {
    const held = this.#sequence.contextTokens
    let same = 0
    while (same < this.#solid && same < prompt.length && held[same] === prompt[same]) same++
    return Math.floor(same / BLOCK) * BLOCK
  }

  /** @returns how many tokens the context holds now: `count`, or none when this architecture cannot go back */
  async #keep(count: number): Promise<number> {
    this.#solid = 0
    if (count === 0 || this.#sequence.needsCheckpoints) await this.#sequence.clearHistory()
    else await this.#sequence.eraseContextTokenRanges([{ start: count, end: this.#sequence.nextTokenIndex }])
    if (this.#sequence.nextTokenIndex !== count) await this.#sequence.clearHistory()
    this.#solid = this.#sequence.nextTokenIndex
    return this.#solid
  }
}
