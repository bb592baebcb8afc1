import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import type { DataDomain } from '#worlds/assemble.js'
import { planGoals } from '#worlds/plan/plan-goals.js'
import { searchPlan, type FoundPlan } from '#worlds/search/search-plan.js'
import { taskFrom } from '#worlds/task/load-task.js'
import type { Task } from '#worlds/task/task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import type { ReadyLesson } from './lessons/check-lesson.js'
import { asksOnly, isQuestion } from './answer.js'
import { isAllNamed, overlooked } from './doubts/named.js'
import { whichOf, whyUnsure } from './why-unsure.js'
import { advised, type Advised } from './lessons/use/advised.js'
import { meaningsIn, readingKey } from './meanings.js'
import type { Goal } from './read/meaning.js'
import type { Reading, Understood } from './understand.js'
import {
  refuseImmovable,
  refuseUnclear,
  refuseUnknown,
  refuseUnreachable,
  type Refusal,
} from './unreached/refusals.js'
import { whyNot } from './unreached/why-not.js'

/** What is done about an order, before anything moves. */
export type Decision =
  | { readonly kind: 'plan'; readonly found: Planned }
  | { readonly kind: 'holds'; readonly reading: Reading }
  | { readonly kind: 'ask'; readonly why: string; readonly choices: readonly (Planned | Held)[] }
  | Refusal

/** A reading with a plan that the twin has found, as data and checked. */
export interface Planned {
  readonly reading: Reading
  readonly order: OrderedTask
  readonly domain: TaskDomain
  readonly plan: FoundPlan
  /** what experience has to do with the plan */
  readonly advice?: Omit<Advised, 'plan'>
}

/** A reading that is true already. */
interface Held {
  readonly reading: Reading
  readonly plan: undefined
}

/** A task in the form of a task file. */
type OrderedTask = ReturnType<typeof taskData> & {
  /** where it begins, where that is not as in the world file */
  readonly start?: Readonly<Record<string, Value>>
}

/** Where to look from. */
export interface Situation {
  readonly order: string
  readonly domain: DataDomain
  /** what is believed now */
  readonly state: Fluents
  /** what is remembered of orders like this one: it advises, and no more */
  readonly lessons?: readonly ReadyLesson[]
  /** below which fit a person is asked; UNLIKELY without it */
  readonly unlikely?: number
}

const LIKELY = 0.85
/** Chosen on orders of its own (docs/instructions.md): below it more is done otherwise than meant than is worth it. */
export const UNLIKELY = 0.7
const MOST_TRIED = 6

/**
 * Decides by search in the twin: of several readings those that can be reached count, and where two of them remain, or
 * words are left over that may change what is meant, a person is asked.
 */
export function decide(understood: Understood, situation: Situation): Decision {
  const { readings, unclear, question } = understood
  const [best] = readings
  const { immovable } = understood
  // where something else is understood of it, that is looked at first
  if (
    immovable !== undefined &&
    (best === undefined || overlooked(best, [immovable]).length > 0 || onlyGoes(best))
  )
    return refuseImmovable(immovable)
  if (question !== undefined) return { kind: 'ask', why: question, choices: [] }
  if (unclear !== undefined || best === undefined) return refuseUnclear(unclear, situation)
  const [unknown] = best.unknown ?? []
  if (unknown !== undefined) return refuseUnknown(unknown, situation.domain)
  const near = readings.filter(({ fit }) => fit >= LIKELY * best.fit).slice(0, MOST_TRIED)
  const tried = near.map((reading) => tryReading(reading, situation))
  const possible = distinct(tried, situation)
  if (possible.length === 0) return refuseUnreachable(tried[0]?.kind === 'none' ? tried[0].why : undefined)
  if (possible.length > 1) return ofSeveral(possible, understood, situation)
  const [only] = possible
  if (only === undefined) return refuseUnclear(undefined, situation)
  const doubt = doubtOf(only.reading, understood, situation)
  if (doubt !== undefined && !isAnswered(only, understood, situation))
    return { kind: 'ask', why: doubt, choices: [only] }
  return only.kind === 'holds' ? only : { kind: 'plan', found: only }
}

/** The robot is to be somewhere, and nothing else. */
const onlyGoes = ({ goals }: Reading): boolean => goals.every(({ formula }) => /^\w+ = \w+$/.test(formula))

/** A person chooses, unless nothing would move whichever it is and one of them alone has all that was named. */
function ofSeveral(choices: readonly Reached[], understood: Understood, situation: Situation): Decision {
  const { named = [] } = understood
  const [first] = choices
  const held = choices.filter((one) => one.kind === 'holds')
  if (first?.kind === 'holds' && choices.every((one) => isAnswered(one, understood, situation))) return first
  const whole = held.filter(({ reading }) => overlooked(reading, named).length === 0)
  const [only, another] = held.length === choices.length ? whole : []
  const isPlain = only?.reading.left.length === 0 && !only.reading.isUnsafe
  if (only !== undefined && another === undefined && isPlain) return only
  const readings = choices.map(({ reading }) => reading)
  return { kind: 'ask', why: whichOf(readings, understood), choices }
}

/** A question is answered whatever words were left over: nothing moves, and the answer says what it was taken for. */
const isAnswered = ({ kind, reading }: Reached, { named = [] }: Understood, { order }: Situation): boolean =>
  kind === 'holds' &&
  !reading.isUnsafe &&
  asksOnly(reading) &&
  isQuestion(order) &&
  isAllNamed(reading, named) &&
  overlooked(reading, named).length === 0

/** Those that can be reached, each once: `plugged in` may be the same as `in its socket`. */
function distinct(tried: readonly Tried[], { domain }: Situation): Reached[] {
  const reached = tried.filter((one) => one.kind !== 'none')
  if (reached.length < 2) return reached
  const keys = reached.map(({ reading }) => readingKey(reading, meaningsIn(domain)))
  return reached.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}

type Reached = Exclude<Tried, { readonly kind: 'none' }>

type Tried =
  | ({ readonly kind: 'planned' } & Planned)
  | ({ readonly kind: 'holds' } & Held)
  | { readonly kind: 'none'; readonly reading: Reading; readonly why: string }

function tryReading(reading: Reading, { order, domain, state, lessons = [] }: Situation): Tried {
  const data = taskData(order, reading)
  const task: Result<Task, readonly Diagnostic[]> = taskFrom(data, () => undefined, domain)
  if (!task.ok)
    return { kind: 'none', reading, why: task.error[0]?.message ?? 'it cannot be said in this world' }
  const inside = withTask(domain, task.value, state)
  if ((inside.goal ?? []).every((goal) => goal.holds(inside.initial)))
    return { kind: 'holds', reading, plan: undefined }
  const found = planGoals(inside, inside.initial)
  if (found.ok) {
    const first = { steps: found.value.steps, points: 0, waitsFor: [] }
    const { plan, ...advice } = advised(inside, first, lessons)
    return { kind: 'planned', reading, order: data, domain: inside, plan, advice }
  }
  // where it depends on what nobody knows yet, the plan ends with a look
  const until = [...state.values()].includes(UNKNOWN) ? searchPlan(inside, inside.initial, () => 0) : null
  return until === null
    ? { kind: 'none', reading, why: whyNot({ world: domain, task: task.value, state }, found.error) }
    : { kind: 'planned', reading, order: data, domain: inside, plan: until }
}

/** A reading as a task file has it. */
const taskData = (order: string, { goals, never, order: before }: Reading) => ({
  task: 'order',
  text: order,
  goals: goals.map(shortOf),
  ...(never.length > 0 && { never: never.map(shortOf) }),
  ...(before.length > 0 && {
    before: before.map(([first, then]) => ({
      first: goals[first]?.formula ?? 'true',
      then: goals[then]?.formula ?? 'true',
    })),
  }),
})

const shortOf = ({ formula, text }: Goal): { readonly text: string; readonly holds: string } => ({
  text,
  holds: formula,
})

function doubtOf(
  reading: Reading,
  understood: Understood,
  { domain, state, unlikely = UNLIKELY }: Situation,
): string | undefined {
  const { fit, left, isUnsafe, isDoubted, assumes } = reading
  const wrong = assumes.find(
    ({ formula }) => !domain.ask?.({ formula, args: {} }, state).some(({ holds }) => holds),
  )
  if (wrong !== undefined) return `I believed otherwise than this: ${wrong.text}`
  // a word that nothing accounts for may be what matters
  if (!isUnsafe && isDoubted !== true && fit >= unlikely && left.length === 0) return undefined
  return whyUnsure(reading, understood, meaningsIn(domain))
}
