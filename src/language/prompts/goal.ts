import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { spokenWorld, type SpokenWorld } from '#instructions/spoken-world.js'
import type { Reading } from '#instructions/understand.js'
import { isGrave } from '#instructions/words/thesaurus.js'
import { tokensOf } from '#instructions/words/tokens.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import type { Prompt } from '../ports.js'
import { readReply } from '../schema/read-reply.js'
import { integer, list, object, one, ref, text, type Schema } from '../schema/schema.js'
import { describeWorld } from '../world/describe.js'
import { formsOf, schemaFor, statementDefs } from '../world/forms.js'
import { goalOf, problemsOf, type Statement } from '../world/statement.js'
import { exampleOrders } from './examples.js'

/** Who says what, where. */
export interface Order {
  readonly order: string
  readonly domain: DataDomain
  /** what is believed now */
  readonly state: Fluents
  /** the person of the world who gives the order, if that is known */
  readonly speaker?: string
}

/** What a chat model takes an order to mean. */
export interface ReadByModel {
  /** formulas of the world that type-check there; the likeliest first */
  readonly readings: readonly Reading[]
  /** the part that means nothing here, as the model says */
  readonly unclear: string | undefined
  /** readings that were dropped, with the reason: what a model cannot say in this world */
  readonly dropped: readonly Diagnostic[]
}

const MOST = { readings: 3, goals: 8, others: 4 } as const

/** Asks what an order means, in statements of the world. */
export function goalPrompt({ order, domain, state, speaker }: Order): Prompt {
  return {
    system: `${RULES}\n\n${describeWorld(domain, state)}\n\nExamples of orders and replies:\n${exampleOrders(domain)}`,
    user: [
      ...(speaker === undefined ? [] : [`"I" and "me" are ${speaker}.`]),
      `Order: ${oneLine(order)}`,
      'Reply:',
    ].join('\n'),
    schema: goalSchema(domain),
    maxTokens: 900,
  }
}

/** What a person said, as one line that cannot pose as part of the prompt. */
export const oneLine = (said: string): string =>
  JSON.stringify(said.replaceAll(/\s+/g, ' ').trim().slice(0, 600))

const RULES = `You turn an order that a person gives a robot into statements about how the world shall be
afterwards. You do not plan: how it is done is found by search later. Reply with one JSON object and nothing else:
{"thought":"…","readings":[{"goals":[…],"never":[…],"assumes":[…],"before":[…],"not_used":[…],"sure":true}],
"unclear":""}
- thought: one sentence on what is asked for.
- goals: what shall be true in the end, each a statement such as {"fact":"F","of":"X","is":"V"}. A fact
  without arguments has no "of"; a second argument is "and", a third one "also". Instead of "is" there may
  be "is_not", "at_least", "at_most", or "known":true where somebody only wants to know. {"any":[…,…]}
  means that one of several is enough.
- never: statements that must not become true at any time on the way ("without …", "do not …", "leave …
  alone").
- assumes: what the order takes for granted of the world now ("the one on the …"). It is compared with
  what is believed.
- before: pairs of goals by their numbers, from 1, where one has to come first ("first …, then …"):
  {"first":1,"then":2}
- not_used: words of the order that change what is meant and that no statement accounts for. Never leave
  out "not", "only", "except", "until", "other" or a number in silence.
- sure: false where you had to guess.
Write two or three readings only where the order really has two or three meanings here: two things of that
name, say. Where the order asks for something that no statement can say, write no reading, and into
unclear the words that have no meaning here. Never choose a thing that is only similar to what was asked
for. Use names exactly as they are written below.`

/** The form of the reply: only what can be said in this world. */
export const goalSchema = (domain: DataDomain): Schema =>
  schemaFor(domain, 'goal', () => {
    const number = integer(1, MOST.goals)
    const reading = object({
      goals: list(ref('statement'), [1, MOST.goals]),
      never: list(ref('statement'), [0, MOST.others]),
      assumes: list(ref('statement'), [0, MOST.others]),
      before: list(object({ first: number, then: number }), [0, MOST.others]),
      not_used: list(text(40), [0, 8]),
      sure: one(true, false),
    })
    return {
      ...object({ thought: text(240), readings: list(reading, [0, MOST.readings]), unclear: text(120) }),
      $defs: statementDefs(domain, formsOf(domain)),
    }
  })

interface GoalReply {
  readonly readings: readonly {
    readonly goals: readonly Statement[]
    readonly never: readonly Statement[]
    readonly assumes: readonly Statement[]
    readonly before: readonly { readonly first: number; readonly then: number }[]
    readonly not_used: readonly string[]
    readonly sure: boolean
  }[]
  readonly unclear: string
}

/** Reads the reply to `goalPrompt`. Every reading that comes out can be said in the world; texts are made by rule. */
export function readGoals(reply: string, { order, domain, speaker }: Order): Result<ReadByModel, Diagnostic> {
  const read = readReply<GoalReply>(reply, goalSchema(domain))
  if (!read.ok) return read
  const world = spokenWorld(domain, speaker === undefined ? {} : { speaker })
  const dropped: Diagnostic[] = []
  const readings = read.value.readings.flatMap((one) => {
    const reading = readingOf(one, { order, domain, world })
    const problems = problemsOf(
      [...reading.goals, ...reading.never, ...reading.assumes].map(({ formula }) => formula),
      domain,
    )
    dropped.push(...problems)
    return problems.length === 0 ? [reading] : []
  })
  const unclear = read.value.unclear.trim()
  return ok({ readings, unclear: unclear === '' ? undefined : unclear, dropped })
}

/** How likely a reading is that a model is sure of, and one that it guessed. */
const FIT = { sure: 0.9, guessed: 0.6 } as const

function readingOf(
  { goals, never, assumes, before, not_used: notUsed, sure }: GoalReply['readings'][number],
  {
    order,
    domain,
    world,
  }: { readonly order: string; readonly domain: DataDomain; readonly world: SpokenWorld },
): Reading {
  const forms = formsOf(domain)
  const said = (all: readonly Statement[]) => all.map((each) => goalOf(each, forms, world))
  const words = new Set(notUsed.flatMap((part) => tokensOf(part).map(({ stem }) => stem)))
  const left = tokensOf(order).filter(({ stem, text }) => words.has(stem) && /\w/.test(text))
  return {
    goals: said(goals),
    never: said(never),
    assumes: said(assumes),
    order: before
      .filter(({ first, then }) => first !== then && first <= goals.length && then <= goals.length)
      .map(({ first, then }) => [first - 1, then - 1] as const),
    fit: sure ? FIT.sure : FIT.guessed,
    left: left.map((token) => token.text),
    isUnsafe: left.some(({ stem }) => isGrave(stem)),
  }
}
