import { atomsOf, type Atom, type Predicate } from '#instructions/compose/atoms.js'
import { sequenceOf, type Sequence, type Word } from '#instructions/compose/sequence.js'
import { thingFeatures } from '#instructions/compose/things.js'
import type { SpokenWorld, Thing } from '#instructions/spoken-world.js'
import type { Heard } from '#instructions/understand.js'
import type { Sorts } from './sorts.js'

/** What the network was trained with (models/composer/composer.json). */
export interface Encoding {
  /** the number of each word that it knows */
  readonly vocabulary: Readonly<Record<string, number>>
  readonly sorts: Sorts
  readonly sizes: Sizes
}

/** How many numbers each has. */
interface Sizes {
  readonly word: number
  readonly mention: number
  readonly thing: number
  readonly predicate: number
  readonly likeness: number
  readonly saying: number
  readonly relation: number
  readonly sorts: number
  readonly pieces: number
  readonly piecesOfWord: number
  /** words of an order at most */
  readonly longest: number
}

/** One input of the network: its numbers, row by row, and its shape without the first 1. */
export interface Input {
  readonly values: Float32Array | BigInt64Array
  readonly shape: readonly number[]
}

const UNKNOWN = 2
const NAME = 3

/**
 * An order as numbers, as lab/training/composer/net/data.py has them.
 * @returns undefined: it is longer than any that was learnt from
 */
export function encode(heard: Heard, encoding: Encoding): Record<string, Input> | undefined {
  const sequence = sequenceOf(heard)
  if (sequence.words.length > encoding.sizes.longest) return undefined
  return { ...encodedWords(sequence, heard.world, encoding), ...encodedWorld(heard.world, encoding) }
}

function encodedWords(
  sequence: Sequence,
  world: SpokenWorld,
  { vocabulary, sorts, sizes }: Encoding,
): Record<string, Input> {
  const { words, likenesses, sayings } = sequence
  const known = (text: string): number =>
    (Object.hasOwn(vocabulary, text) ? vocabulary[text] : undefined) ?? UNKNOWN
  const count = words.length
  const ofEach = (row: (word: Word) => readonly number[], width: number): Input => rows(words.map(row), width)
  return {
    words: whole(
      words.map(({ isName, text }) => (isName ? NAME : known(text))),
      [count],
    ),
    word_features: ofEach(({ features }) => features, sizes.word),
    mention_features: ofEach(({ mentioned }) => mentioned ?? [], sizes.mention),
    word_sorts: marks(
      words.map(({ text }) => sorts.of(text)),
      sizes.sorts,
    ),
    pieces: whole(
      words.flatMap(({ isName, text }) => padded(isName ? [] : piecesOf(text, sizes), sizes.piecesOfWord)),
      [count, sizes.piecesOfWord],
    ),
    likenesses: cells(likenesses, [count, world.things.length, sizes.likeness]),
    sayings: cells(sayings, [count, atomsOf(world).predicates.length, sizes.saying]),
    same_mention: sameMention(sequence),
  }
}

function encodedWorld(world: SpokenWorld, { sorts, sizes }: Encoding): Record<string, Input> {
  const things = thingFeatures(world)
  const { atoms, predicates } = atomsOf(world)
  const count = world.things.length
  const headsOf = ({ calls }: Thing): string[] => calls.map(({ words }) => words.at(-1) ?? '')
  return {
    things: rows(things.each, sizes.thing),
    thing_sorts: marks(
      world.things.map((thing) => headsOf(thing).flatMap((word) => sorts.of(word))),
      sizes.sorts,
    ),
    predicates: rows(predicates.map(predicateFeatures), sizes.predicate),
    relations: cells(things.pairs, [count, count, sizes.relation]),
    predicates_of: predicatesOf(atoms, [predicates.length, count]),
    facts: whole(
      atoms.flatMap(({ predicate, what = -1, where = -1 }) => [predicate, what + 1, where + 1]),
      [atoms.length, 3],
    ),
    now: rows(
      atoms.map(({ isSoNow }) => [isSoNow === undefined ? UNSURE : Number(isSoNow)]),
      1,
    ),
  }
}

const UNSURE = 0.5

const FORMS = ['place', 'go', 'hold', 'known', 'home', 'other', 'state'] as const

/** What a network is given of a predicate: its form, and how many things it is about. */
export const predicateFeatures = ({ form, things }: Predicate): number[] => [
  ...FORMS.map((one) => Number(one === form)),
  things / 2,
  Number(things === 0),
]

const whole = (values: readonly number[], shape: readonly number[]): Input => ({
  values: BigInt64Array.from(values, BigInt),
  shape,
})

const padded = (values: readonly number[], size: number): number[] =>
  Array.from({ length: size }, (_, at) => values[at] ?? 0)

function rows(all: readonly (readonly number[])[], width: number): Input {
  const values = new Float32Array(all.length * width)
  all.forEach((row, at) => values.set(row, at * width))
  return { values, shape: [all.length, width] }
}

/** 1 at each of some places of a row. */
function marks(all: readonly (readonly number[])[], width: number): Input {
  const values = new Float32Array(all.length * width)
  all.forEach((row, at) => row.forEach((one) => (values[at * width + one] = 1)))
  return { values, shape: [all.length, width] }
}

function cells(
  some: readonly (readonly [row: number, column: number, values: readonly number[]])[],
  shape: readonly [number, number, number],
): Input {
  const [height, width, depth] = shape
  const values = new Float32Array(height * width * depth)
  for (const [row, column, own] of some) values.set(own, (row * width + column) * depth)
  return { values, shape }
}

function sameMention({ words }: Sequence): Input {
  const values = words.flatMap(({ mention }) =>
    words.map((other) => Number(mention !== undefined && other.mention === mention)),
  )
  return { values: Float32Array.from(values), shape: [words.length, words.length, 1] }
}

/** Whether there is a fact of a predicate with a thing as what it is about, and as where that is. */
function predicatesOf(atoms: readonly Atom[], [predicates, things]: readonly [number, number]): Input {
  const values = new Float32Array(predicates * things * 2)
  for (const { predicate, what, where } of atoms)
    for (const [at, thing] of [what, where].entries())
      if (thing !== undefined) values[(predicate * things + thing) * 2 + at] = 1
  return { values, shape: [predicates, things, 2] }
}

/**
 * The numbers of three letters each of a word, from 1 on, by FNV-1a over UTF-8: words written alike share some.
 */
function piecesOf(word: string, { pieces, piecesOfWord }: Encoding['sizes']): number[] {
  const letters = [...`^${word}$`]
  return Array.from(
    { length: Math.max(1, letters.length - 2) },
    (_, at) => 1 + (fnv(letters.slice(at, at + 3).join('')) % (pieces - 1)),
  ).slice(0, piecesOfWord)
}

const fnv = (text: string): number =>
  Buffer.from(text).reduce((value, byte) => Math.imul(value ^ byte, 16777619) >>> 0, 2166136261)
