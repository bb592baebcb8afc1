import { Tensor, type InferenceSession } from 'onnxruntime-node'
import type { CriticConfig } from './config.js'
import type { Draft } from './field/draft.js'

/** An answer with the probability of each of its words. */
export interface Inferred {
  readonly words: readonly number[]
  readonly probs: readonly number[]
}

interface Question {
  /** the encoded picture, one row of `width` numbers per token */
  readonly visual: Float32Array
  readonly prompt: readonly number[]
  /** maximum words in an answer */
  readonly limit: number
}

/** Embedding table: one row of numbers per word of the vocabulary. */
export interface WordRows {
  readonly width: number
  readonly rows: Float32Array
}

export interface DecodingInput {
  readonly words: WordRows
  readonly question: Question
  readonly draft: Draft
}

/**
 * Greedy speculative decoding with a key/value cache. One decoder run checks all words of a guess: the words before the
 * first one that greedy decoding would not have written are accepted; the cache entries of the rest are masked.
 */
export async function writeAnswer(
  decoder: InferenceSession,
  config: CriticConfig,
  { words, question, draft }: DecodingInput,
): Promise<Inferred> {
  const end = config.vocabulary.indexOf('end')
  const answerPositions = new Positions(config)
  const cache = new Cache(config)
  const answer: number[] = []
  const probs: number[] = []
  let rows = joined([question.visual, rowsOf(words, question.prompt)])
  let positions = Array.from({ length: rows.length / words.width }, (_, i) => i)
  while (answer.length < question.limit) {
    const guess = draft.after(answer).slice(0, question.limit - answer.length - 1)
    const guessed = guess.map((_, i) => answerPositions.of([...answer, ...guess.slice(0, i + 1)]))
    const logits = await cache.run(decoder, {
      rows: joined([rows, rowsOf(words, guess)]),
      width: words.width,
      positions: [...positions, ...guessed],
    })
    let right = 0
    for (; right <= guess.length; right++) {
      const { word, prob } = likeliest(logits, right - guess.length)
      answer.push(word)
      probs.push(prob)
      if (word === end || word !== guess[right]) break
    }
    const last = answer.at(-1) as number
    if (last === end) break
    cache.forget(guess.length - right)
    rows = rowsOf(words, [last])
    positions = [answerPositions.of(answer)]
  }
  return { words: answer, probs }
}

/** Positions of the words of an answer: each line has its own row of positions. */
class Positions {
  readonly #config: CriticConfig
  readonly #separator: number

  constructor(config: CriticConfig) {
    this.#config = config
    this.#separator = config.vocabulary.indexOf(';')
  }

  /** position of the last of these words */
  of(answer: readonly number[]): number {
    const before = answer.slice(0, -1)
    const line = before.filter((word) => word === this.#separator).length
    const place = before.length - 1 - before.lastIndexOf(this.#separator)
    return this.#config.answerAt + line * this.#config.line + Math.min(place, this.#config.line - 1)
  }
}

/** Keys and values of all words read so far, and the attention mask over them. */
class Cache {
  #past: Readonly<Record<string, Tensor>>
  readonly #counts: bigint[] = []

  constructor({ layers, heads, headSize }: CriticConfig) {
    const names = Array.from({ length: layers }, (_, i) => [
      `past_key_values.${i}.key`,
      `past_key_values.${i}.value`,
    ]).flat()
    const empty = (): Tensor => new Tensor('float32', new Float32Array(0), [1, heads, 0, headSize])
    this.#past = Object.fromEntries(names.map((name) => [name, empty()]))
  }

  async run(
    decoder: InferenceSession,
    input: { readonly rows: Float32Array; readonly width: number; readonly positions: readonly number[] },
  ): Promise<Tensor> {
    const { rows, width, positions } = input
    for (const _ of positions) this.#counts.push(1n)
    const out = await decoder.run({
      inputs_embeds: new Tensor('float32', rows, [1, positions.length, width]),
      attention_mask: new Tensor('int64', BigInt64Array.from(this.#counts), [1, this.#counts.length]),
      position_ids: new Tensor('int64', BigInt64Array.from(positions, BigInt), [1, positions.length]),
      ...this.#past,
    })
    const present = Object.entries(out).filter(([name]) => name.startsWith('present.'))
    this.#past = Object.fromEntries(
      present.map(([name, t]) => [name.replace('present', 'past_key_values'), t]),
    )
    return out.logits as Tensor
  }

  /** Masks the last `count` words, which were guessed wrong. */
  forget(count: number): void {
    if (count > 0) this.#counts.fill(0n, -count)
  }
}

/** @param row counted from the last row: 0, −1, … */
function likeliest(logits: Tensor, row: number): { readonly word: number; readonly prob: number } {
  const width = logits.dims[2] as number
  const data = logits.data as Float32Array
  const stop = data.length + row * width
  const scores = data.subarray(stop - width, stop)
  let word = 0
  for (let i = 1; i < width; i++) if ((scores[i] as number) > (scores[word] as number)) word = i
  const top = scores[word] as number
  const sum = scores.reduce((total, value) => total + Math.exp(value - top), 0)
  return { word, prob: 1 / sum }
}

function rowsOf({ width, rows }: WordRows, words: readonly number[]): Float32Array {
  const out = new Float32Array(words.length * width)
  words.forEach((word, i) => out.set(rows.subarray(word * width, (word + 1) * width), i * width))
  return out
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0)
  return out
}
