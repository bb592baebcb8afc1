import type { SpokenWorld } from '../spoken-world.js'
import type { Token } from '../words/tokens.js'
import { range, type Clause } from './clauses.js'
import type { Mention } from './mentions.js'
import { nearBest, type Candidate } from './naming.js'

/** A formula of the world, with its words. */
export interface Goal {
  readonly formula: string
  readonly text: string
  /** the thing that the robot takes into its gripper, where that is all of the goal */
  readonly takes?: string
}

/** One thing that a clause may mean. */
export interface Meaning {
  readonly goals: readonly Goal[]
  /** what it takes for granted: where a thing is now */
  readonly assumes: readonly Goal[]
  /** what must not become so while the whole order is carried out */
  readonly never: readonly Goal[]
  /** how likely it is, 0…1, beside others of the same clause */
  readonly fit: number
  /** numbers of the words that it accounts for */
  readonly used: ReadonlySet<number>
  /** what it is about: first what is done something to, then where */
  readonly about: readonly string[]
  /** it names all of some things: `whatever is on the table` */
  readonly isAll?: boolean
  /** where something is to be put */
  readonly place?: readonly string[]
  /** the stem of its verb */
  readonly verb: string | undefined
}

/** What was said before: `it` may stand for that, and a clause without a verb has that of the one before. */
export interface Said {
  /** the latest first */
  readonly about: readonly string[]
  /** what was named together last */
  readonly them: readonly string[]
  /** they were named by what they have in common: `whatever is on the table` */
  readonly isAll: boolean
  /** where the speaker has said to be */
  readonly here: readonly string[]
  /** where something was to be put last */
  readonly place: readonly string[]
  readonly verb: string | undefined
}

/** A clause with what its words name. */
export interface Part {
  readonly tokens: readonly Token[]
  readonly clause: Clause
  readonly mentions: readonly Mention[]
  /** numbers of the words that name nothing */
  readonly words: readonly number[]
  readonly world: SpokenWorld
  readonly said: Said
  /** there is no other clause: `the milk, please` */
  readonly isWhole: boolean
}

/** The first of some numbers whose word has a property. */
export const firstOf = (
  { tokens, words }: Part,
  has: (token: Token, at: number) => boolean,
): number | undefined =>
  words.find((at) => {
    const token = tokens[at]
    return token !== undefined && !isNoun(tokens, at) && has(token, at)
  })

/** `my head`, `the test`: no verb, and no state */
const isNoun = (tokens: readonly Token[], at: number): boolean => DETERMINERS.has(tokens[at - 1]?.text ?? '')
const DETERMINERS = new Set(['the', 'a', 'an', 'my', 'your', 'his', 'our', 'their', 'its'])

export const stemAt = ({ tokens }: Part, at: number | undefined): string | undefined =>
  at === undefined ? undefined : tokens[at]?.stem

/** What fits less well than the best by more is not meant. */
const NEAR = 0.1

/** A mention with those of its candidates that a port allows: of what `it` may stand for, the latest. */
export function allowed(values: ReadonlySet<string>, mention: Mention): Mention | undefined {
  const candidates = (mention.parts ?? [mention.candidates]).flatMap((own) => fitting(own, values))
  if (candidates.length === 0) return undefined
  return mention.pronoun === 'it'
    ? { ...mention, candidates: candidates.slice(0, 1) }
    : { ...mention, candidates }
}

const fitting = (candidates: readonly Candidate[], values: ReadonlySet<string>): readonly Candidate[] =>
  nearBest(
    candidates.filter(({ thing }) => values.has(thing)),
    NEAR,
  )

/** The numbers of the words of a mention, with its preposition. */
export const wordsOf = ({ from, to, prep, also = [] }: Mention): number[] => [
  ...range(prep === undefined ? from : from - 1, to),
  ...also,
]
