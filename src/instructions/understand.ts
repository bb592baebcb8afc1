import { immovableIn } from './doubts/immovable.js'
import { missingIn } from './doubts/missing.js'
import { namedIn, namesIn, type Named } from './doubts/named.js'
import { clausesOf, range, type Clause } from './read/clauses.js'
import { corrected } from './read/corrections.js'
import type { Goal, Meaning, Part, Said } from './read/meaning.js'
import { wholeOrder } from './meanings.js'
import { mentionsIn, type Mention } from './read/mentions.js'
import { sequenced, type Sequence } from './read/order-of-goals.js'
import { partOf } from './read/part-of.js'
import { namedBy, readClause, type Read } from './read/read-clause.js'
import { leftOver } from './read/left-over.js'
import type { SpokenWorld } from './spoken-world.js'
import { tokensOf, type Token } from './words/tokens.js'

/** What an order may mean, in formulas of the world. */
export interface Reading {
  readonly goals: readonly Goal[]
  /** what it takes for granted: where a thing is now */
  readonly assumes: readonly Goal[]
  /** what must not become so on the way */
  readonly never: readonly Goal[]
  /** of what comes first and what only after that, the numbers among the goals */
  readonly order: readonly (readonly [first: number, then: number])[]
  /** how likely it is, 0…1 */
  readonly fit: number
  /** words that it does not account for */
  readonly left: readonly string[]
  /** one of them changes what is meant */
  readonly isUnsafe: boolean
  /** only one of two readers has read it so: a person is asked, however likely it is */
  readonly isDoubted?: true
  /** of those words, things that are not in this world */
  readonly unknown?: readonly string[]
}

export interface Understood {
  /** the likeliest first; none: it was not understood */
  readonly readings: readonly Reading[]
  /** the part that means nothing here */
  readonly unclear: string | undefined
  /** what has to be known to make sense of that part: where something is to go */
  readonly question?: string | undefined
  /** the things that it names */
  readonly named?: readonly Named[]
  /** of them, what is to be carried somewhere though no skill moves it */
  readonly immovable?: Named | undefined
  readonly readBy?: ReadBy
}

/** What each of the two readers makes of an order, where both have read it. */
export interface ReadBy {
  /** the likeliest reading by rule */
  readonly rules: Reading | undefined
  /** the part that the rules make nothing of */
  readonly unclear: string | undefined
  /** the likeliest reading of the network that reads beside them (compose/) */
  readonly network: Reading | undefined
}

const MOST_READINGS = 24
const MOST_MEANINGS = 8
/** A meaning is dropped where another one is more likely by this factor. */
const CLEARLY = 0.75

/** An order as its words, and what they name in a world. */
export interface Heard {
  readonly order: string
  readonly tokens: readonly Token[]
  readonly mentions: readonly Mention[]
  readonly world: SpokenWorld
}

export function heardIn(order: string, world: SpokenWorld): Heard {
  const tokens = corrected(tokensOf(order), world)
  return { order, tokens, mentions: mentionsIn(tokens, world), world }
}

/** The same with a mention for each thing of a list, as the composer takes it. */
export const listsApart = (heard: Heard): Heard => ({
  ...heard,
  mentions: mentionsIn(heard.tokens, heard.world, 'apart'),
})

/** Reads an order by the words of a world: without a model, and the same each time. */
export const understand = (order: string, world: SpokenWorld): Understood =>
  understandHeard(heardIn(order, world))

export function understandHeard({ order, tokens, mentions, world }: Heard): Understood {
  const clauses = clausesOf(tokens, mentions)
  let drafts: Draft[] = [EMPTY]
  let [unclear, taken]: (Clause | undefined)[] = []
  for (const clause of clauses) {
    const reader = { tokens, clause, mentions, world }
    const next = drafts.flatMap((draft) => extended(draft, reader))
    const others = next.length > 0 ? next : takenUp(drafts, clauses, reader)
    if (next.length === 0 && others.length > 0) taken ??= clause
    if (others.length === 0) unclear ??= clause
    else drafts = others.sort((a, b) => b.fit - a.fit).slice(0, MOST_READINGS)
  }
  const placed = taken === undefined ? drafts : drafts.filter(isPlaced)
  if (placed.length === 0) unclear ??= taken
  const readings = (placed.length === 0 ? drafts : placed)
    .map((draft) => finished(draft, tokens, clauses, world))
    .filter(({ goals }) => goals.length > 0)
  const isUnclear = unclear !== undefined || readings.length === 0
  const named = namedIn(tokens, world, drafts[0]?.idle)
  return {
    named,
    immovable: immovableIn({ tokens, mentions, world }, named),
    readings: distinct(readings),
    unclear: isUnclear ? wordsIn(tokens, unclear) || order.trim() : undefined,
    question:
      unclear === undefined
        ? undefined
        : questionOf(drafts[0] ?? EMPTY, { tokens, clause: unclear, mentions, world }),
  }
}

interface Draft {
  readonly goals: readonly Goal[]
  readonly assumes: readonly Goal[]
  readonly never: readonly Goal[]
  readonly sequence: Sequence
  readonly fit: number
  readonly used: ReadonlySet<number>
  readonly isUnsafe: boolean
  /** what clauses named that asked for nothing: something has to be done with it */
  readonly topics: readonly (readonly string[])[]
  /** words of clauses that ask for nothing */
  readonly idle: ReadonlySet<number>
  readonly said: Said
}

const EMPTY: Draft = {
  goals: [],
  assumes: [],
  never: [],
  sequence: { pairs: [], last: [], since: [], later: [], isNext: false },
  fit: 1,
  used: new Set(),
  isUnsafe: false,
  topics: [],
  idle: new Set(),
  said: { about: [], them: [], isAll: false, here: [], place: [], verb: undefined },
}

interface Reader {
  readonly tokens: readonly Token[]
  readonly clause: Clause
  readonly mentions: readonly Mention[]
  readonly world: SpokenWorld
}

function extended(draft: Draft, { tokens, clause, mentions, world }: Reader): Draft[] {
  const part = partOf(tokens, clause, mentions, { world, said: draft.said })
  const { kind, meanings } = readClause(part)
  const words = tokens.slice(clause.from, clause.to).map(({ text }) => text)
  if (kind === 'unknown') return []
  const sequence = sequenced(draft.sequence, { clause, words, own: [] })
  if (kind === 'idle') {
    const idle = new Set([...draft.idle, ...range(clause.from, clause.to)])
    const about = [...new Set([...(meanings[0]?.about ?? []), ...draft.said.about])]
    const here = hereOf(part) ?? draft.said.here
    return [{ ...draft, idle, sequence, said: { ...draft.said, about, here } }]
  }
  if (meanings.length === 0 && part.mentions.length === 0) return [{ ...draft, sequence }]
  const best = meanings[0]?.fit ?? 0
  return meanings
    .filter(({ fit }) => fit >= CLEARLY * best)
    .slice(0, MOST_MEANINGS)
    .map((meaning) => withMeaning(draft, meaning, { kind, clause, words }))
}

/** `fetch the mug and put it on the table`: where it is to go is said by the clause after it. */
function takenUp(drafts: readonly Draft[], clauses: readonly Clause[], reader: Reader): Draft[] {
  const { tokens, clause, mentions, world } = reader
  const next = clauses[clauses.indexOf(clause) + 1]
  const isIt = next !== undefined && tokens.slice(next.from, next.to).some(({ text }) => THAT.has(text))
  if (!isIt || questionOf(drafts[0] ?? EMPTY, reader)?.startsWith('where ') !== true) return []
  const words = tokens.slice(clause.from, clause.to).map(({ text }) => text)
  if (!words.some((word) => FETCHING.has(word))) return []
  return drafts.flatMap((draft) => {
    const { kind, meanings } = namedBy(partOf(tokens, clause, mentions, { world, said: draft.said }))
    return meanings.map((meaning) => withMeaning(draft, meaning, { kind, clause, words }))
  })
}

const FETCHING = new Set(['fetch', 'get', 'bring', 'take', 'grab', 'collect', 'carry'])
const THAT = new Set(['it', 'them'])

/** Something is said of each thing that was taken up. */
const isPlaced = ({ goals, topics }: Draft): boolean =>
  topics.every((about) => goals.some((goal) => about.some((thing) => namesIn(goal).includes(thing))))

/** `i am on the sofa` */
function hereOf({ tokens, clause, mentions }: Part): readonly string[] | undefined {
  const first = tokens.slice(clause.from, clause.from + 2).map(({ text }) => text)
  const place = mentions.find(({ prep }) => prep === 'to')
  return first.join(' ') === 'i am' && place !== undefined
    ? place.candidates.map(({ thing }) => thing)
    : undefined
}

function questionOf(draft: Draft, { tokens, clause, mentions, world }: Reader): string | undefined {
  const part = partOf(tokens, clause, mentions, { world, said: draft.said })
  return readClause(part).kind === 'do' ? missingIn(part, wordsIn(tokens, clause), mentions) : undefined
}

interface Asked {
  readonly kind: Read['kind']
  readonly clause: Clause
  readonly words: readonly string[]
}

function withMeaning(draft: Draft, meaning: Meaning, { kind, clause, words }: Asked): Draft {
  const shared = {
    ...draft,
    assumes: [...draft.assumes, ...meaning.assumes],
    never: [...draft.never, ...meaning.never],
    fit: draft.fit * meaning.fit,
    used: new Set([...draft.used, ...meaning.used]),
    said: {
      about: [...new Set([...meaning.about, ...draft.said.about])],
      them: meaning.about.length === 0 ? draft.said.them : themOf(meaning),
      isAll: meaning.isAll === true,
      here: draft.said.here,
      place: meaning.place ?? draft.said.place,
      verb: meaning.verb ?? draft.said.verb,
    },
  }
  if (kind === 'avoid') return { ...shared, never: [...shared.never, ...meaning.goals] }
  const topics = kind === 'topic' && meaning.used.size > 0 ? [...draft.topics, meaning.about] : draft.topics
  const { goals, own, fit } = merged(draft.goals, meaning)
  // `while you bring it`: of what is asked for anyhow
  const isWhile = clause.joint.has('while') && goals.length > draft.goals.length
  return {
    ...shared,
    fit: shared.fit * fit,
    isUnsafe: draft.isUnsafe || isWhile,
    topics,
    goals,
    sequence: sequenced(draft.sequence, { clause, words, own }),
  }
}

/** What was done something to together: `them`. */
const themOf = ({ about, goals }: Meaning): readonly string[] => about.slice(0, Math.max(1, goals.length))

function finished(
  draft: Draft,
  tokens: readonly Token[],
  clauses: readonly Clause[],
  world: SpokenWorld,
): Reading {
  const { goals, assumes, never, sequence, fit, used, idle } = draft
  const said = [...goals, ...never].map(({ formula }) => formula).join(' ')
  const lost = draft.topics.filter(
    (about) => about.length > 0 && !about.some((thing) => said.includes(thing)),
  )
  const left = leftOver(tokens, { used, idle, clauses, world })
  return {
    goals,
    assumes,
    never,
    // what is so already comes first anyhow
    order: wholeOrder(sequence.pairs).filter(([, then]) => world.holds(goals[then]?.formula ?? '') !== true),
    fit: fit * left.factor * LOST ** lost.length,
    left: left.words,
    unknown: left.unknown,
    isUnsafe: left.isUnsafe || draft.isUnsafe,
  }
}

/** Something was named, and nothing is done with it. */
const LOST = 0.6

const wordsIn = (tokens: readonly Token[], clause: Clause | undefined): string =>
  clause === undefined
    ? ''
    : tokens
        .slice(clause.from, clause.to)
        .map(({ text }) => text)
        .join(' ')

function distinct(readings: readonly Reading[]): Reading[] {
  const seen = new Set<string>()
  return [...readings]
    .sort((a, b) => b.fit - a.fit)
    .filter(({ goals, never, order }) => {
      const key = JSON.stringify([
        goals.map((one) => one.formula).sort(),
        never.map((one) => one.formula),
        order,
      ])
      return !seen.has(key) && seen.add(key) !== undefined
    })
}

/** Goals with those of one clause more: what contradicts one before takes its place. */
function merged(goals: readonly Goal[], { goals: more, about }: Meaning) {
  const all = [...goals]
  let fit = 1
  const own = more.map((goal) => {
    // `grab it by its handle and hold it`: that says no more
    const isHeld = (formula: string): boolean => goal.formula === `${formula.split(' = ')[0] ?? ''} != none`
    const same = all.findIndex(({ formula }) => formula === goal.formula || isHeld(formula))
    if (same >= 0) return same
    // `take the book and put it on the desk`: taking it is a means
    const taken = all.findIndex(
      ({ takes }) => takes !== undefined && about.includes(takes) && goal.takes === undefined,
    )
    const other = taken < 0 ? all.findIndex(({ formula }) => isContrary(formula, goal.formula)) : taken
    if (other < 0) return all.push(goal) - 1
    all[other] = goal
    if (taken < 0) fit *= REPLACED
    return other
  })
  return { goals: all, own, fit }
}

const REPLACED = 0.8

/** They give one fact two values. */
function isContrary(a: string, b: string): boolean {
  const [, fact, value] = /^(\w+\(\w+\)|\w+) = (\w+)$/.exec(a) ?? []
  const [, other, another] = /^(\w+\(\w+\)|\w+) = (\w+)$/.exec(b) ?? []
  if (fact !== undefined && fact === other) return value !== another
  return a === `not ${b}` || b === `not ${a}`
}
