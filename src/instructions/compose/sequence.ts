import { truthOf } from '../frames.js'
import type { Mention } from '../read/mentions.js'
import type { SpokenWorld } from '../spoken-world.js'
import type { Heard } from '../understand.js'
import type { Token } from '../words/tokens.js'
import { isFiller, isGrave } from '../words/thesaurus.js'
import { hasManner, isLikeOneOf } from '../words/verbs.js'
import { atomsOf } from './atoms.js'
import { isNaming, likenessOf, type Likeness } from './likeness.js'
import { resolved } from './resolved.js'
import { mentionFeatures } from './mention-features.js'

/** An order as the network reads it, beside the things and predicates of its world. */
export interface Sequence {
  readonly words: readonly Word[]
  readonly likenesses: readonly (readonly [word: number, thing: number, likeness: Likeness])[]
  /** which words say a predicate: a verb for it, that it is so, that it is not */
  readonly sayings: readonly (readonly [word: number, predicate: number, said: readonly number[]])[]
}

export interface Word {
  readonly text: string
  /** it names a thing: of what is learnt in one world, no name of it is left */
  readonly isName: boolean
  /** 0…1 each */
  readonly features: readonly number[]
  /** number of the mention that it is part of */
  readonly mention: number | undefined
  /** of the last word of a mention, 0…1 each: how it is said, and what it can be */
  readonly mentioned: readonly number[] | undefined
}

export function sequenceOf({ tokens, mentions: named, world }: Omit<Heard, 'order'>): Sequence {
  const mentions = named.map((one, at) => resolved(one, at, { mentions: named, world }))
  const numberAt = (at: number): number => mentions.findIndex(({ from, to }) => from <= at && at < to)
  const said = tokens.flatMap((token, at) => (numberAt(at) < 0 ? [{ token, at }] : []))
  const likenesses = tokens.flatMap((token, at) =>
    world.things.flatMap((thing, number) => {
      const likeness = likenessOf({ token, mention: mentions[numberAt(at)] }, thing, world)
      return likeness === undefined ? [] : [[at, number, likeness] as const]
    }),
  )
  const { predicates } = atomsOf(world)
  return {
    words: tokens.map((token, at) => {
      const number = numberAt(at)
      const mention: Mention | undefined = mentions[number]
      return {
        text: token.text,
        isName: mention !== undefined && isNamedBy(at, likenesses),
        features: wordFeatures(token, world),
        mention: number < 0 ? undefined : number,
        mentioned: at + 1 === mention?.to ? mentionFeatures(mention, { world, said, at }) : undefined,
      }
    }),
    likenesses,
    sayings: tokens.flatMap((token, at) =>
      predicates.flatMap(({ saidBy }, number) => {
        const says = saidBy(token)
        return says.includes(1) ? [[at, number, says] as const] : []
      }),
    ),
  }
}

function isNamedBy(word: number, likenesses: Sequence['likenesses']): boolean {
  const own = likenesses.filter(([at]) => at === word).map(([, , likeness]) => likeness)
  return own.some(isNaming) && own.every(([, , , , , , , , isPronoun]) => isPronoun === 0)
}

const MANNERS = ['carry', 'receive', 'belong', 'go', 'take', 'find', 'make', 'stay', 'touch', 'fill'] as const
const FORMS = ['place', 'go', 'hold', 'known', 'home', 'other'] as const

const wordFeatures = ({ stem, text, isPlural }: Token, { frames, states, lexicon }: SpokenWorld): number[] =>
  [
    ...MANNERS.map((manner) => hasManner(stem, manner)),
    ...FORMS.map((form) => frames.some((frame) => frame.form === form && isLikeOneOf(stem, frame.verbs))),
    states.some((state) => truthOf(stem, state) === true),
    states.some((state) => truthOf(stem, state) === false),
    isFiller(stem),
    isGrave(stem),
    lexicon.isVerb(text),
    lexicon.isThing(text),
    isPlural,
  ].map(Number)
