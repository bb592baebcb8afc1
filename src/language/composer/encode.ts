import { MENTION, type Sequence } from '#instructions/compose/sequence.js'
import type { Sorts } from './sorts.js'

/** What the network was trained with (models/composer/composer.json). */
export interface Encoding {
  /** the number of each word that it knows */
  readonly vocabulary: Readonly<Record<string, number>>
  readonly sorts: Sorts
  readonly sizes: {
    readonly wordFeatures: number
    readonly mentionFeatures: number
    readonly pairFeatures: number
    readonly sorts: number
    readonly pieces: number
    readonly piecesOfWord: number
    /** items of an order, with the one for the whole of it, and mentions, with the speaker */
    readonly longest: number
    readonly mostMentions: number
  }
}

/** The numbers of one order, row by row. */
export interface Encoded {
  readonly items: number
  readonly mentions: number
  readonly words: BigInt64Array
  readonly features: Float32Array
  readonly mention: Float32Array
  readonly sorts: Float32Array
  readonly pieces: BigInt64Array
  readonly at: BigInt64Array
  readonly pairs: Float32Array
}

const WHOLE = 1
const UNKNOWN = 2
const NAMED = 3

/** Whether an order is short enough for the network: of one that is cut off it would vouch for what it has not seen. */
export const fits = ({ items, at }: Sequence, { sizes }: Encoding): boolean =>
  items.length < sizes.longest && at.length < sizes.mostMentions

/** An order that fits as numbers, as lab/training/composer/net/data.py has them. */
export function encode({ items, at, pairs }: Sequence, { vocabulary, sorts, sizes }: Encoding): Encoded {
  const count = items.length + 1
  const mentions = at.length + 1
  const encoded: Encoded = {
    items: count,
    mentions,
    words: new BigInt64Array(count).fill(BigInt(WHOLE), 0, 1),
    features: new Float32Array(count * sizes.wordFeatures),
    mention: new Float32Array(count * sizes.mentionFeatures),
    sorts: new Float32Array(count * sizes.sorts),
    pieces: new BigInt64Array(count * sizes.piecesOfWord),
    at: BigInt64Array.from([0, ...at.map((place) => place + 1)], BigInt),
    pairs: new Float32Array(mentions * mentions * sizes.pairFeatures),
  }
  items.forEach(({ word, features }, index) => {
    const row = index + 1
    if (word === MENTION) {
      encoded.words[row] = BigInt(NAMED)
      encoded.mention.set(features, row * sizes.mentionFeatures)
      return
    }
    encoded.words[row] = BigInt((Object.hasOwn(vocabulary, word) ? vocabulary[word] : undefined) ?? UNKNOWN)
    encoded.features.set(features, row * sizes.wordFeatures)
    for (const sort of sorts.of(word)) encoded.sorts[row * sizes.sorts + sort] = 1
    piecesOf(word, sizes).forEach((piece, at) => {
      encoded.pieces[row * sizes.piecesOfWord + at] = BigInt(piece)
    })
  })
  for (let one = 1; one < mentions; one++)
    for (let other = 1; other < mentions; other++)
      encoded.pairs.set(pairs[one - 1]?.[other - 1] ?? [], (one * mentions + other) * sizes.pairFeatures)
  return encoded
}

/** The numbers of three letters each. */
function piecesOf(word: string, { pieces, piecesOfWord }: Encoding['sizes']): number[] {
  const whole = `^${word}$`
  const letters = [...whole]
  return Array.from(
    { length: Math.max(1, letters.length - 2) },
    (_, at) => 1 + (fnv(letters.slice(at, at + 3).join('')) % (pieces - 1)),
  ).slice(0, piecesOfWord)
}

/** FNV-1a over UTF-8 */
const fnv = (text: string): number =>
  Buffer.from(text).reduce((value, byte) => Math.imul(value ^ byte, 16777619) >>> 0, 2166136261)
