import type { Call, SpokenWorld, Thing } from '../spoken-world.js'
import { areSynonyms, isKindOf } from '../words/thesaurus.js'
import { roleOf } from '../words/prepositions.js'
import { alike, type Token } from '../words/tokens.js'
import { isKnownVerb } from '../words/verbs.js'

export interface Candidate {
  readonly thing: string
  /** how well the words fit, 0…1 */
  readonly fit: number
}

/** Those that fit best, or less well by less than a margin. */
export function nearBest(candidates: readonly Candidate[], margin: number): readonly Candidate[] {
  const best = Math.max(0, ...candidates.map(({ fit }) => fit))
  return candidates.filter(({ fit }) => fit > best - margin)
}

export interface Named {
  /** number of the word after its last */
  readonly to: number
  readonly candidates: readonly Candidate[]
  /** the name is a kind of several things */
  readonly isKind: boolean
}

const LONGEST = 4
const FITS = 0.5

/** The things that the words from a number on can be the name of; as many words as possible. */
export function namedAt(tokens: readonly Token[], at: number, world: SpokenWorld): Named | undefined {
  const isNoun = ARTICLES.has(tokens[at - 1]?.text ?? '')
  for (let to = Math.min(at + LONGEST, tokens.length); to > at; to--) {
    const words = tokens.slice(at, to)
    const found = isLettered(words) && !isEnd(tokens[to]) ? undefined : namedBy(words, world, isNoun)
    if (found !== undefined) return { to, ...found }
  }
  return undefined
}

/** Articles, and what stands in their place. */
export const ARTICLES = new Set('the a an teh my your his her our their its this that these those'.split(' '))

/** `rack a` */
const isLettered = (words: readonly Token[]): boolean => words.length > 1 && words.at(-1)?.text === 'a'

/** A noun does not follow, of which `a` would be the article. */
export const isEnd = (next: Token | undefined): boolean =>
  next === undefined || !/^\p{L}/u.test(next.text) || JOINTS.has(next.text) || roleOf(next.text) !== undefined

const JOINTS = new Set('and or then but please now too again is are'.split(' '))

/** The things that some words can be the name of: by their own words, or else by words of the same meaning. */
export function namedBy(
  words: readonly Token[],
  world: SpokenWorld,
  isNoun = false,
): Omit<Named, 'to'> | undefined {
  const named = isLettered(words) ? words.slice(0, -1) : words
  if (named.some(({ text }) => NO_NAME.has(text) || roleOf(text) !== undefined)) return undefined
  // `two vials` are no vial_2
  if (words.length > 1 && CARDINALS.has(words[0]?.text ?? '')) return undefined
  if (words.every(({ text }) => NUMBERS.has(text) || /^\d+$/.test(text))) return undefined
  const kind = kindOf(words, world)
  const last = words.length > 1 ? words.at(-1) : undefined
  // in `kitchen counter` the counter is named, not something like one
  const isNamed =
    last !== undefined &&
    world.things.some(({ calls }) => calls.some(({ words: own }) => own.length === 1 && own[0] === last.text))
  const likenesses = isNoun ? [...LIKENESSES, asHalf] : LIKENESSES
  for (const likeness of isNamed ? LIKENESSES.slice(0, 1) : likenesses) {
    const things = world.things
      .map((thing) => ({ thing: thing.name, fit: fitOf(words, thing, { world, likeness }) }))
      .filter(({ fit }) => fit >= FITS)
    if (things.some(({ fit }) => fit > 0.9) || (kind === undefined && things.length > 0))
      return { candidates: things, isKind: things.length > 1 }
    if (kind === undefined) continue
    const others = things.filter(({ thing, fit }) => !kind.includes(thing) && fit > 0.7)
    return { candidates: [...kind.map((thing) => ({ thing, fit: 0.8 })), ...others], isKind: true }
  }
  return undefined
}

/** These words are not read as a wrong spelling of a name. */
const NO_NAME = new Set(
  (
    ', . ; : ! ? and or of the a an to in on at it me my is be not with then that this there them you i ' +
    'but nothing none anything something could would should up'
  ).split(' '),
)

const PEOPLE = new Set('man woman lady gentleman guy girl boy bloke lad person somebody someone'.split(' '))

function kindOf(words: readonly Token[], { kinds }: SpokenWorld): readonly string[] | undefined {
  const stems = words.map(({ stem }) => stem).join(' ')
  const isPerson = words.length === 1 && PEOPLE.has(words[0]?.text ?? '')
  return kinds.find(({ name, stems: own }) => own.join(' ') === stems || (isPerson && name === 'person'))
    ?.members
}

interface Matching {
  readonly world: SpokenWorld
  readonly likeness: Likeness
}

type Likeness = (
  said: Token,
  name: { readonly stem: string; readonly word: string },
  world: SpokenWorld,
) => number

const asSpelt: Likeness = ({ stem, text }, name, { lexicon }) =>
  (!isVerbForm(text) && stem === name.stem ? 1 : 0) ||
  (text === name.word ? 1 : 0) ||
  // a word that there is has not been spelt wrongly
  (lexicon.isThing(text) || lexicon.isVerb(text) || isVerbForm(text)
    ? 0
    : Math.max(alike(stem, name.stem), alike(text, name.word))) ||
  (NUMBERS.get(text) === name.word ? 1 : 0)

/** `vial two` and `the second vial` are vial_2. */
const NUMBERS = new Map(
  ['one first', 'two second', 'three third', 'four fourth', 'five fifth', 'six sixth'].flatMap((words, at) =>
    words.split(' ').map((word) => [word, String(at + 1)] as const),
  ),
)

const CARDINALS = new Set('one two three four five six'.split(' '))

/** `plugged` and `opening` are no nouns. */
const isVerbForm = (text: string): boolean => /.{3}(ed|ing)$/.test(text) || PARTICIPLES.has(text)
const PARTICIPLES = new Set('shaken broken frozen taken driven given eaten fallen risen hidden'.split(' '))

const asMeant: Likeness = (said, name, world) =>
  asSpelt(said, name, world) || (areSynonyms(said.stem, name.stem) ? 0.9 : 0)

/** The ways in which a word can be one of a name, the surest first. */
const LIKENESSES: readonly Likeness[] = [
  asSpelt,
  asMeant,
  (said, name, world) =>
    asSpelt(said, name, world) ||
    (isKindOf(said.stem, name.stem) && !isVerbForm(said.text) ? 0.85 : 0) ||
    (said.text.length > 2 && !isVerbForm(said.text) ? 0.95 * world.lexicon.kinship(said.text, name.word) : 0),
]

/** `the sheet` is the bedsheet, `the flood` the floodlight; without an article it may be a verb. */
const asHalf: Likeness = ({ text, stem }, { word }) =>
  text.length >= 4 &&
  word.length >= text.length + 3 &&
  (word.startsWith(text) || word.endsWith(text)) &&
  !isKnownVerb(stem)
    ? 0.8
    : 0

const fitOf = (words: readonly Token[], { calls }: Thing, matching: Matching): number =>
  Math.max(
    0,
    ...calls.map((call) => Math.max(fitTo(words, call, matching), fitOfWhole(words, call, matching))),
  )

/** Every word has to be one of the name's, the last one best its last: `the table` may be the coffee table. */
function fitTo(words: readonly Token[], call: Call, { world, likeness }: Matching): number {
  const left = call.stems.map((stem, at) => ({
    stem,
    word: call.words[at] ?? '',
    isHead: at === call.stems.length - 1,
  }))
  let [sum, isHead] = [0, false]
  for (const word of words) {
    const fits = left.map((own) =>
      (own.isHead || likeness === asSpelt ? likeness : asMeant)(word, own, world),
    )
    const best = Math.max(0, ...fits)
    if (best === 0) return 0
    const [own] = left.splice(fits.indexOf(best), 1)
    isHead = own?.isHead === true
    sum += best
  }
  const covered = words.length / call.stems.length
  return (sum / words.length) * (0.6 + 0.4 * covered) * (isHead ? 1 : 0.85)
}

/** Several words that mean a whole name: `wall socket`, `drinking glass`. */
function fitOfWhole(words: readonly Token[], call: Call, { world, likeness }: Matching): number {
  if (likeness !== LIKENESSES.at(-1) || (words.length < 2 && call.words.length < 2)) return 0
  const [said, name] = [words.map(({ text }) => text).join('_'), call.words.join('_')]
  return 0.95 * world.lexicon.kinship(said, name)
}
