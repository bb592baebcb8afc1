import type { EndedLine } from './order-lines.js'
import { omittedValue } from '#instructions/lessons/holds.js'
import { attemptOf, type Attempt, type Sight } from '#instructions/repair/attempt.js'
import type { EpisodeRecord, TriedStep } from '#learning/episode.js'
import { believedAround } from '#runtime/world/tried-steps.js'
import type { StepJudgement } from '#worlds/run/judgement.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'

type Tried = Pick<TriedStep, 'skill' | 'args' | 'result'> & {
  readonly text?: string | undefined
  readonly judged?: StepJudgement | undefined
}
type Believed = Readonly<Record<string, Value>>

/** The steps of an episode as short-term memory keeps them. */
export function attemptsIn(
  domain: TaskDomain,
  { tried = [] }: Pick<EpisodeRecord, 'tried'>,
): readonly Attempt[] {
  const around = believedAround(tried)
  return tried.flatMap((step, at) => {
    const facts = around[at]
    return facts === undefined ? [] : [attemptFrom(domain, step, facts)]
  })
}

/** The same of the steps in the log of an order. */
export const attemptsOf = (domain: TaskDomain, ended: readonly EndedLine[]): readonly Attempt[] =>
  ended.map((line) => attemptFrom(domain, line, { before: asRead(line.before), after: asRead(line.after) }))

/** As a plan writes a step: a robot reports every port, and what it was given by default is no other step. */
export const withoutDefaults = (
  domain: TaskDomain,
  skill: string,
  args: TriedStep['args'],
): TriedStep['args'] =>
  Object.fromEntries(
    Object.entries(args).filter(([port, value]) => omittedValue(domain, skill, port) !== value),
  )

function attemptFrom(
  domain: TaskDomain,
  { skill, args, result, text, judged }: Tried,
  { before, after }: { readonly before: Believed; readonly after: Believed },
): Attempt {
  const step = { skill, args: withoutDefaults(domain, skill, args) }
  const reason = text === undefined ? {} : { reason: text }
  const sight = { reported: REPORTED[result], seen: mapOf(after), judged: judged ?? null, ...reason }
  return attemptOf(domain, step, domain.follow(mapOf(before)), sight)
}

const mapOf = (facts: Believed): Fluents => new Map(Object.entries(facts))

/** What files write for a fact that nobody knows. */
const asRead = (facts: Believed): Believed =>
  Object.fromEntries(
    Object.entries(facts).map(([fact, value]) => [fact, value === 'unknown' ? UNKNOWN : value]),
  )

const REPORTED: Readonly<Record<TriedStep['result'], Sight['reported']>> = {
  done: 'done',
  twin_reject: 'refused',
  exec_fail: 'failed',
  eo_fail: 'failed',
}
