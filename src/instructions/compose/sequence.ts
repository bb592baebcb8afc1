import { truthOf } from '../frames.js'
import type { SpokenWorld } from '../spoken-world.js'
import type { Heard } from '../understand.js'
import type { Token } from '../words/tokens.js'
import { isFiller, isGrave } from '../words/thesaurus.js'
import { hasManner, isLikeOneOf } from '../words/verbs.js'
import { resolved } from './meant.js'
import { mentionFeatures } from './mention-features.js'
import { pairsOf, type PairFeatures } from './pairs.js'

/**
 * An order as the composer reads it: words, and in the place of each mention one item without words of its own, so
 * that what is learnt in one world is true of another.
 */
export interface Sequence {
  readonly items: readonly Item[]
  /** of each mention in their order, the number of its item */
  readonly at: readonly number[]
  /** [first mention][second mention] */
  readonly pairs: readonly (readonly PairFeatures[])[]
}

interface Item {
  /** MENTION for a mention */
  readonly word: string
  /** 0…1 each; of a word WORD_FEATURES, of a mention MENTION_FEATURES of them */
  readonly features: readonly number[]
}

export const MENTION = '<m>'

export function sequenceOf({ tokens, mentions: named, world }: Omit<Heard, 'order'>): Sequence {
  const mentions = named.map((one, at) => resolved(one, at, { mentions: named, world }))
  const items: Item[] = []
  const at: number[] = []
  const place: number[] = []
  for (let word = 0; word < tokens.length;) {
    const mention = mentions.find(({ from, to }) => from <= word && word < to)
    const token = tokens[word]
    if (mention === undefined && token !== undefined) {
      place[word] = items.length
      items.push({ word: token.text, features: wordFeatures(token, world) })
    } else if (mention !== undefined) {
      at.push(items.length)
      items.push({ word: MENTION, features: [] })
    }
    word = mention?.to ?? word + 1
  }
  const said = tokens.flatMap((token, word) =>
    place[word] === undefined ? [] : [{ token, at: place[word] }],
  )
  return {
    items: items.map((item, index) => {
      const mention = mentions[at.indexOf(index)]
      return mention === undefined
        ? item
        : { ...item, features: mentionFeatures(mention, { world, said, at: index }) }
    }),
    at,
    pairs: pairsOf(mentions, world),
  }
}

const MANNERS = ['carry', 'receive', 'belong', 'go', 'take', 'find', 'make', 'stay', 'touch', 'fill'] as const
const FORMS = ['place', 'go', 'hold', 'known', 'home', 'other'] as const

const wordFeatures = ({ stem, text }: Token, { frames, states, lexicon }: SpokenWorld): number[] =>
  [
    ...MANNERS.map((manner) => hasManner(stem, manner)),
    ...FORMS.map((form) => frames.some((frame) => frame.form === form && isLikeOneOf(stem, frame.verbs))),
    states.some((state) => truthOf(stem, state) === true),
    states.some((state) => truthOf(stem, state) === false),
    isFiller(stem),
    isGrave(stem),
    lexicon.isVerb(text),
    lexicon.isThing(text),
  ].map(Number)
