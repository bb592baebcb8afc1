import { truthOf, type StateFrame } from '../frames.js'
import type { Mention } from '../read/mentions.js'
import { nearBest } from '../read/naming.js'
import type { SpokenWorld, Thing } from '../spoken-world.js'
import { areSynonyms, isFiller, isKindOf } from '../words/thesaurus.js'
import { alike, type Token } from '../words/tokens.js'

/** How a word may stand for a thing, 0…1 each; in this order the network has learnt them. */
export type Likeness = readonly [
  /** it is the last word of its name, or another one */
  head: number,
  other: number,
  /** it means nearly the same as the last one */
  kin: number,
  /** it is spelt nearly like one */
  spelt: number,
  /** it is a word for its kind */
  kind: number,
  /** the rules take its mention for the thing: how well that fits, whether best, as the only one, by a pronoun */
  named: number,
  isBest: number,
  isOnly: number,
  isPronoun: number,
  /** it says something of the thing that is so now: `the open drawer` */
  isSo: number,
  /** the thing speaks, and the word is `i` or `me` */
  speaks: number,
]

/** A word with the mention that it is part of, if any, with what pronouns stand for. */
export interface Said {
  readonly token: Token
  readonly mention: Mention | undefined
}

/** Whether a word may be the name of a thing, whatever the rules make of it: not a pronoun. */
export const isNaming = ([head, other, kin, spelt, kind, , , , isPronoun]: Likeness): boolean =>
  Math.max(head, other, kin, spelt, kind) > 0.5 && isPronoun === 0

/** @returns undefined: it has nothing to do with the thing */
export function likenessOf({ token, mention }: Said, thing: Thing, world: SpokenWorld): Likeness | undefined {
  const candidates = mention?.candidates ?? []
  const own = candidates.find((candidate) => candidate.thing === thing.name)
  const best = nearBest(candidates, MARGIN)
  const speaks = token.stem === 'i' || mention?.pronoun === 'me'
  const likeness: Likeness = [
    ...bySpelling(token, thing, world),
    Number(isKind(token, thing, world)),
    own?.fit ?? 0,
    Number(own !== undefined && best.includes(own)),
    Number(own !== undefined && best.length === 1),
    Number(own !== undefined && mention?.pronoun !== undefined),
    Number(world.states.some((state) => isSoOf(token, state, { thing, world }))),
    Number(speaks && world.speakers.includes(thing.name)),
  ]
  return likeness.some((value) => value > 0) ? likeness : undefined
}

const MARGIN = 0.05

function bySpelling(token: Token, { calls }: Thing, { lexicon }: SpokenWorld) {
  if (!/^[\p{L}\p{N}]/u.test(token.text)) return [0, 0, 0, 0] as const
  const words = calls.flatMap((call) =>
    call.stems.map((stem, at) => ({
      stem,
      word: call.words[at] ?? '',
      isHead: at === call.stems.length - 1,
      isSame: stem === token.stem || call.words[at] === token.text,
    })),
  )
  const others = words.filter(({ isSame }) => !isSame)
  const canBeKin = token.text.length > 2 && !isFiller(token.stem)
  const kin = others.map(({ stem, word, isHead }) =>
    !isHead || !canBeKin
      ? 0
      : Math.max(
          areSynonyms(token.stem, stem) ? SYNONYM : 0,
          isKindOf(token.stem, stem) ? KIND : 0,
          lexicon.kinship(token.text, word),
        ),
  )
  return [
    Number(words.some(({ isSame, isHead }) => isSame && isHead)),
    Number(words.some(({ isSame, isHead }) => isSame && !isHead)),
    Math.max(0, ...kin),
    Math.max(0, ...others.map(({ stem }) => alike(stem, token.stem))),
  ] as const
}

const SYNONYM = 0.9
const KIND = 0.85

const isKind = ({ stem }: Token, { name }: Thing, { kinds }: SpokenWorld): boolean =>
  kinds.some(({ stems, members }) => stems.at(-1) === stem && members.includes(name))

function isSoOf(
  { stem }: Token,
  state: StateFrame,
  { thing, world }: { readonly thing: Thing; readonly world: SpokenWorld },
): boolean {
  const truth = truthOf(stem, state)
  return (
    truth !== undefined &&
    state.values.has(thing.name) &&
    state.formula !== state.name &&
    world.holds(state.formula.replaceAll(/\?it\b/g, thing.name)) === truth
  )
}
