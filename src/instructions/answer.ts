import type { DataDomain } from '#worlds/assemble.js'
import { formatValue, UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import { framesOf } from './frames.js'
import { filledIn } from './read/slots.js'
import type { Reading } from './understand.js'
import { called } from './wording.js'
import { antonymOf } from './words/thesaurus.js'

/**
 * The answer to a question, where a reading asks for facts alone and all of them are known: `the keys are at the hall
 * table`. undefined: it asks for something else, or nobody knows.
 */
export function answerOf(
  reading: Reading,
  domain: DataDomain,
  state: Fluents,
): readonly string[] | undefined {
  if (!asksOnly(reading)) return undefined
  const answers = reading.goals.flatMap(({ formula }) => {
    const fact = FOUND_OUT.exec(formula)?.[1] ?? ''
    const value = state.get(fact)
    return value === undefined || value === UNKNOWN ? [] : [sayFact(fact, value, domain)]
  })
  return answers.length === reading.goals.length ? answers : undefined
}

/** Nothing is to become otherwise: something is to be found out. */
export const asksOnly = ({ goals, never }: Pick<Reading, 'goals' | 'never'>): boolean =>
  goals.length > 0 && never.length === 0 && goals.every(({ formula }) => FOUND_OUT.test(formula))

/** It is said as a question about facts: `is there any chance of …` asks for something to be done. */
export const isQuestion = (order: string): boolean => ASKS.test(order) || WANTS_TO_KNOW.test(order)

const ASKS =
  /^\W*((now|so|ok|okay|and|but|please|hey)\W+)*(wheres?|which|what|how|(is|are)(?! there\b)|was|were|do|does|did)\b/i
const WANTS_TO_KNOW = /\b(tell|know|see|check|look|find out|wonder)\b.*\b(where|whether|if|which|what|how)\b/i

const FOUND_OUT = /^known\((\w+(?:\(\w+\))?)\)$/

function sayFact(fact: string, value: Value, domain: DataDomain): string {
  const [, name = fact, thing] = /^(\w+)\((\w+)\)$/.exec(fact) ?? []
  const words = name.replaceAll('_', ' ')
  if (typeof value === 'boolean') {
    const state = value ? words : (antonymOf(words) ?? `not ${words}`)
    return thing === undefined
      ? `it is ${value ? '' : 'not '}so: ${words}`
      : said(`the {?a} is ${state}`, { a: thing })
  }
  if (thing === undefined) return `the ${words} is ${called(formatValue(value))}`
  return placed({ name, thing, value: formatValue(value) }, domain)
}

interface Fact {
  readonly name: string
  readonly thing: string
  readonly value: string
}

/** In the words of a skill that makes it so: `{?person} has the {?item}`. */
function placed({ name, thing, value }: Fact, domain: DataDomain): string {
  for (const { goal, outcome, ports } of framesOf(domain)) {
    const [, of, own = '', other = ''] = /^(\w+)\(\?(\w+)\) = \?(\w+)$/.exec(goal.trim()) ?? []
    const isAllowed = ports.some((port) => port.name === other && port.values.has(value))
    if (of === name && isAllowed)
      return said(atPlace(outcome, other, preposition(value, domain)), { [own]: thing, [other]: value })
  }
  return said(
    /^(location|where)/.test(name) ? 'the {?a} is at the {?b}' : `the ${name} of the {?a} is {?b}`,
    {
      a: thing,
      b: value,
    },
  )
}

/** `on the sofa`, whatever a world file says of all places alike; undefined: as it says */
function preposition(place: string, { vocabulary }: DataDomain): string | undefined {
  const kinds = [...vocabulary.types].flatMap(([name, sort]) =>
    sort.kind === 'objects' && sort.of.has(place) ? [name] : [],
  )
  return kinds.map((kind) => PREPOSITIONS[kind]).find((one) => one !== undefined)
}

const PREPOSITIONS: Readonly<Record<string, string>> = {
  surface: 'on',
  floor: 'on',
  table: 'on',
  container: 'in',
  room: 'in',
}

const atPlace = (text: string, port: string, preposition: string | undefined): string =>
  preposition === undefined
    ? text
    : text.replace(new RegExp(`\\b(at|in|on) the (?=\\{\\?${port}\\})`), `${preposition} the `)

const said = (text: string, ports: Readonly<Record<string, string>>): string =>
  Object.entries(ports).reduce(
    (words, [port, thing]) =>
      filledIn({ formula: '', text: words }, [{ port, things: [thing], isAll: true, fit: 1 }])[0]?.text ??
      words,
    text,
  )
