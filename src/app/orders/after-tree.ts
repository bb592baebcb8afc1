import type { Planned } from '#instructions/decide.js'
import { omittedValue } from '#instructions/lessons/holds.js'
import { attemptOf, type Attempt, type Sight } from '#instructions/repair/attempt.js'
import type { EpisodeRecord, TriedStep } from '#learning/episode.js'
import { worldOutcomeOf } from '#runtime/world/task.js'
import { believedAround } from '#runtime/world/tried-steps.js'
import type { DataDomain } from '#worlds/assemble.js'
import { withTask, worldOf, type TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'

/** The same order, as a task that begins with what is believed now. */
export function continued(planned: Planned, steps: Planned['plan']['steps'], belief: Fluents): Planned {
  const { domain, order, plan } = planned
  return {
    ...planned,
    order: { ...order, start: startOf(belief, domain) },
    domain: withTask(domain, domain.task, worldOf(belief, domain)),
    plan: { ...plan, steps, waitsFor: [] },
    // it was about the steps of the plan before
    advice: { followed: [], tries: new Map() },
  }
}

/** What is believed, as the `start` of a task file. */
export const startOf = (belief: Fluents, domain: DataDomain): NonNullable<Planned['order']['start']> =>
  Object.fromEntries([...worldOf(belief, domain)].map(([fact, value]) => [fact, written(value)]))

/** What was believed when an episode ended. */
export function believedIn({ facts }: Pick<EpisodeRecord, 'facts'>): Fluents {
  const { end, believed } = worldOutcomeOf(facts)
  return new Map(Object.entries(believed?.end ?? end))
}

/** The steps of an episode as short-term memory keeps them. */
export function attemptsIn(
  domain: TaskDomain,
  { tried = [] }: Pick<EpisodeRecord, 'tried'>,
): readonly Attempt[] {
  const around = believedAround(tried)
  return tried.flatMap(({ skill, args, result, text }, at) => {
    const facts = around[at]
    if (facts === undefined) return []
    const [before, seen] = [facts.before, facts.after].map((one): Fluents => new Map(Object.entries(one)))
    if (before === undefined || seen === undefined) return []
    const reason = text === undefined ? {} : { reason: text }
    const step = { skill, args: withoutDefaults(domain, skill, args) }
    return [attemptOf(domain, step, domain.follow(before), { reported: REPORTED[result], seen, ...reason })]
  })
}

/** As task files write it. */
const written = (value: Value): Value => (value === UNKNOWN ? 'unknown' : value)

const REPORTED: Readonly<Record<TriedStep['result'], Sight['reported']>> = {
  done: 'done',
  twin_reject: 'refused',
  exec_fail: 'failed',
  eo_fail: 'failed',
}

/** As a plan writes a step: a robot reports every port, and what it was given by default is no other step. */
const withoutDefaults = (domain: TaskDomain, skill: string, args: TriedStep['args']): TriedStep['args'] =>
  Object.fromEntries(
    Object.entries(args).filter(([port, value]) => omittedValue(domain, skill, port) !== value),
  )
