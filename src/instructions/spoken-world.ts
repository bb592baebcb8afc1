import type { DataDomain } from '#worlds/assemble.js'
import { factName, NONE, valuesOf, type Fluents, type Sort } from '#worlds/value.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { framesOf, statesOf, type Frame, type StateFrame } from './frames.js'
import { meaningsIn, type Meanings } from './meanings.js'
import { quoted } from './order-text.js'
import { NO_LEXICON, type Lexicon } from './words/lexicon.js'
import { stemsOf, wordsOf } from './words/tokens.js'

/** A world as people speak of it: things, kinds of things, what can be asked for, and what is where now. */
export interface SpokenWorld {
  readonly things: readonly Thing[]
  readonly kinds: readonly Kind[]
  readonly frames: readonly Frame[]
  readonly states: readonly StateFrame[]
  /** who could have given the order: people of the world, or the one who did */
  readonly speakers: readonly string[]
  readonly people: readonly string[]
  readonly lexicon: Lexicon
  /** whether a thing has to do with another one: it is there, it belongs to it, it is in that room */
  readonly isOf: (thing: string, other: string) => boolean
  /** the values that facts about a thing have now */
  readonly valuesOf: (thing: string) => readonly string[]
  readonly meanings: Meanings
  /** whether a formula holds now; undefined: nobody knows, or it makes no sense */
  readonly holds: (formula: string) => boolean | undefined
}

export interface Thing {
  readonly name: string
  /** what it is called: its name, and other words of the world file */
  readonly calls: readonly Call[]
}

export interface Call {
  readonly words: readonly string[]
  readonly stems: readonly string[]
}

interface Kind {
  readonly name: string
  readonly stems: readonly string[]
  readonly members: readonly string[]
}

export interface Speaking {
  /** the person who gives the order, if that is known */
  readonly speaker?: string
  /** what is believed now; the start of the world without it */
  readonly state?: Fluents
  readonly lexicon?: Lexicon
}

const PEOPLE = new Set(['person', 'people', 'human', 'user', 'guest', 'resident'])

export function spokenWorld(
  domain: DataDomain,
  { speaker, state = domain.initial, lexicon = NO_LEXICON }: Speaking = {},
): SpokenWorld {
  const { objects, vocabulary } = domain
  const kinds = [...vocabulary.types].flatMap(([name, sort]): Kind[] => {
    const members = membersOf(sort)
    return members.length === 0 ? [] : [{ name, stems: stemsOf(name), members }]
  })
  const people = peopleIn(domain)
  const states = statesOf(domain)
  const named = [...objects].map(([name, { also }]) => ({ name, calls: [name, ...also].map(callOf) }))
  const facts = states.flatMap(({ thing }) => (thing === undefined ? [] : [thing]))
  const related = relationsIn(domain, state)
  return {
    things: [...named, ...facts.map((name) => ({ name, calls: [callOf(name)] }))],
    kinds,
    frames: framesOf(domain),
    states,
    people,
    speakers: speaker === undefined ? people : [speaker],
    lexicon,
    isOf: (thing, other) => related.get(thing)?.has(other) === true,
    valuesOf: (thing) => [...(related.get(thing) ?? [])],
    meanings: meaningsIn(domain),
    holds: (formula) => {
      const answers = asked(domain, formula, state)
      return answers.length === 0 ? undefined : answers.every((holds) => holds)
    },
  }
}

/** Why somebody cannot have given an order in a world; undefined: one of its people has, or nobody is named. */
export function speakerProblem(domain: DataDomain, speaker: string | undefined): Diagnostic | undefined {
  const people = peopleIn(domain)
  if (speaker === undefined || people.includes(speaker)) return undefined
  return {
    code: 'order.speaker',
    severity: 'error',
    message: `there is nobody called ${quoted(speaker)} in this world`,
    expected: people.length === 0 ? 'no speaker: this world has no people' : people.join(', '),
    got: quoted(speaker),
    hint:
      people.length === 0 ? 'leave --speaker out' : 'write the name as in the world file, or leave it out',
  }
}

const peopleIn = ({ vocabulary }: DataDomain): readonly string[] => [
  ...new Set([...vocabulary.types].flatMap(([name, sort]) => (PEOPLE.has(name) ? membersOf(sort) : []))),
]

const asked = (domain: DataDomain, formula: string, state: Fluents): boolean[] => {
  try {
    return domain.ask?.({ formula, args: {} }, state).map(({ holds }) => holds) ?? []
  } catch {
    return []
  }
}

const callOf = (name: string): Call => ({ words: wordsOf(name), stems: stemsOf(name) })

const membersOf = (sort: Sort): string[] => (sort.kind === 'objects' ? valuesOf(sort).map(String) : [])

/** By thing, the things that facts and constants about it name, and what those name in turn. */
function relationsIn({ vocabulary }: DataDomain, state: Fluents): ReadonlyMap<string, ReadonlySet<string>> {
  const direct = new Map<string, Set<string>>()
  const now = new Map<string, Set<string>>()
  for (const { name, parameters, constants } of vocabulary.variables.values()) {
    const [parameter, ...others] = parameters
    if (parameter === undefined || others.length > 0) continue
    for (const thing of membersOf(parameter)) {
      const value = (constants ?? state).get(factName(name, [thing]))
      if (typeof value !== 'string' || value === NONE || !vocabulary.objects.has(value)) continue
      direct.set(thing, (direct.get(thing) ?? new Set()).add(value))
      if (constants === undefined) now.set(thing, (now.get(thing) ?? new Set()).add(value))
    }
  }
  // what a thing is in is in a room; what a room has besides has nothing to do with the thing
  const next = (thing: string): string[] =>
    [...(now.get(thing) ?? [])].flatMap((one) => [...(direct.get(one) ?? [])])
  return new Map([...direct].map(([thing, own]) => [thing, new Set([...own, ...next(thing)])] as const))
}

/** A name as people read it: `coffee table`. */
export const spoken = (name: string): string => name.replaceAll('_', ' ')
