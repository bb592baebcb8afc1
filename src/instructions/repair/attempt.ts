import { LEAST } from '#detector/detect.js'
import { judgeAfter, judgeBefore } from '#detector/judge.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { Evidence, StepJudgement } from '#worlds/run/judgement.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'

/** A skill and what it is done to. */
export type Step = Pick<PlannedStep, 'skill' | 'args'>

/**
 * `done`: everything expected is seen; `failed`: reported as failed, or seen otherwise than expected; `refused`: it was
 * not permitted, so nothing has moved; `unproved`: reported as done, but nobody has seen whether it is so.
 */
type AttemptOutcome = 'done' | 'failed' | 'refused' | 'unproved'

/** What was to be true after a step, and whether it is. */
interface OutcomeSeen {
  readonly text: string
  readonly holds: boolean | 'unknown'
}

/** A step that was tried, and what came of it. */
export interface Attempt extends Step {
  /** what was believed */
  readonly before: Fluents
  /** what was seen */
  readonly after: Fluents
  readonly expected: readonly OutcomeSeen[]
  readonly outcome: AttemptOutcome
  /** why it was not done, as the robot, the twin or the expected outcome says it; empty when it was done */
  readonly reason: string
  /** by what was seen before and after it; absent where it was refused, and in records of earlier versions */
  readonly judged?: StepJudgement
}

/** What a robot says of a step, and what is seen then. */
export interface Sight {
  readonly reported: 'done' | 'failed' | 'refused'
  /** the facts that are seen: what is missing here is as it was believed to be */
  readonly seen: Fluents
  /** who has read them, and how sure that is; without it `seen` is what sensors tell */
  readonly evidence?: Evidence
  /** what was seen before the step */
  readonly seenBefore?: Evidence
  /** somebody has judged it by what could be seen then; `null`: nobody has, and what was seen is not known any more */
  readonly judged?: StepJudgement | null
  readonly reason?: string
}

/**
 * Holds what was expected of a step against what is seen (PRAG-03): the report of the robot alone proves nothing. Where
 * nobody can see it, it is as it is believed.
 */
export function attemptOf(domain: TaskDomain, step: Step, before: Fluents, sight: Sight): Attempt {
  const { reported, seen, evidence = new Map() } = sight
  const after = domain.follow(new Map([...before, ...seen, ...believable(evidence)]))
  const { skill, args } = step
  if (reported === 'refused') {
    const reason = sight.reason ?? reasonOf(step, [])
    return { skill, args, before, after, expected: [], outcome: 'refused', reason }
  }
  const judged = sight.judged === undefined ? judgementOf(domain, step, before, sight) : sight.judged
  const expected = outcomesSeen(domain, step, before, after)
  const outcome = judged?.after.answer === 'no' ? 'failed' : outcomeOf(reported, expected)
  const reason = outcome === 'done' ? '' : (sight.reason ?? reasonOf(step, expected))
  return { skill, args, before, after, expected, outcome, reason, ...(judged !== null && { judged }) }
}

function judgementOf(domain: TaskDomain, step: Step, before: Fluents, sight: Sight): StepJudgement {
  const { seen, evidence = sensed(seen), seenBefore = new Map() } = sight
  return {
    before: judgeBefore(domain, step, { evidence: seenBefore, before }),
    after: judgeAfter(domain, step, { evidence, before }),
  }
}

/** What is seen, where nobody says by whom, is what sensors tell. */
export const sensed = (seen: Fluents): Evidence =>
  new Map(
    [...seen].flatMap(([fact, value]) =>
      value === UNKNOWN ? [] : [[fact, { fact, value, confidence: 1, source: 'sensor' }] as const],
    ),
  )

/** Readings that are wrong as often as right are not believed. */
const believable = (evidence: Evidence): Fluents =>
  new Map(
    [...evidence.values()].flatMap(({ fact, value, confidence }) =>
      confidence < LEAST ? [] : [[fact, value] as const],
    ),
  )

function outcomeOf(reported: 'done' | 'failed', expected: readonly OutcomeSeen[]): AttemptOutcome {
  if (expected.some(({ holds }) => holds === false)) return 'failed'
  if (expected.some(({ holds }) => holds === 'unknown')) return reported === 'done' ? 'unproved' : 'failed'
  // what was wanted is so, whatever the robot thinks of its attempt
  return reported === 'done' || expected.length > 0 ? 'done' : 'failed'
}

function reasonOf({ skill }: Step, expected: readonly OutcomeSeen[]): string {
  const missed = expected.filter(({ holds }) => holds === false)
  if (missed.length > 0) return `it has not come true that ${missed.map(({ text }) => text).join(' and ')}`
  const unseen = expected.filter(({ holds }) => holds === 'unknown')
  if (unseen.length > 0) return `nobody has seen whether ${unseen.map(({ text }) => text).join(' and ')}`
  return `${skill} was reported as failed`
}

/** The expected outcomes of a step (`done:`, `expected:`), and which of them are seen to hold. */
function outcomesSeen(
  domain: TaskDomain,
  step: Step,
  before: Fluents,
  after: Fluents,
): readonly OutcomeSeen[] {
  const commands = domain.intend(step, before)
  const [command] = commands.ok ? commands.value : []
  const verdict = command === undefined ? undefined : domain.judge(before, command)
  if (verdict?.ok !== true) return []
  const rules = domain.rules.skills.find(({ name }) => name === step.skill)
  const ask = (formula: string | undefined): boolean | 'unknown' =>
    formula === undefined
      ? false
      : (domain.conditions.holds({ formula, args: argsIn(formula, step, rules?.ports ?? []) }, after) ??
        false)
  const expected = verdict.value.expected.map((one, at): OutcomeSeen => ({
    text: one.text,
    // what does not hold, and is not known to be false, is unknown
    holds: one.holds(after) || (ask(rules?.expected[at]?.holds) === 'unknown' ? 'unknown' : false),
  }))
  const done = rules?.done
  if (done === undefined || rules?.expected.some(({ holds }) => holds === done) === true) return expected
  return [...expected, { text: `nothing is left to do for ${step.skill}`, holds: ask(done) }]
}

/** The ports that a formula names, one that was left out with the value that it then has. */
function argsIn(
  formula: string,
  { args }: Step,
  ports: readonly { readonly name: string; readonly default?: string }[],
): Step['args'] {
  const named = ports.filter(({ name }) => new RegExp(`\\?${name}\\b`).test(formula))
  return Object.fromEntries(named.map((port) => [port.name, args[port.name] ?? port.default ?? 'none']))
}
