import type { Result } from '#base/result.js'
import { formatStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import { explore, untouched, type ExploreOptions, type Explored } from './explore.js'
import { planFor, type NoPlan, type PlanFound } from './plan-for.js'
import { Tally, type CheckProof, type Example, type Finding } from './tally.js'

/** What a bounded search has found out about a world. */
export interface WorldProof {
  readonly plan: Result<PlanFound, NoPlan>
  readonly checks: readonly CheckProof[]
  readonly findings: readonly Finding[]
  /** what was looked at */
  readonly explored: Explored
  /** states that were looked at */
  readonly states: number
  /** these are all that can be reached; if not, what was not found may still exist */
  readonly complete: boolean
}

/** Proves what a bounded search can about a world: the goal can be reached, and every rule has a use. */
export function proveWorld(domain: DataDomain, options: ExploreOptions): WorldProof {
  const plan = planFor(domain, { limit: options.limit })
  const explored = explore(domain, options)
  const { states, steps, complete } = explored
  const tally = new Tally(domain)
  for (const [index, state] of states.entries()) {
    options.onProgress?.('states looked at', index, states.length)
    for (const step of steps) tally.look(state, step)
  }
  const findings = [
    ...(plan.ok || plan.error.kind === 'no-goal'
      ? []
      : [{ code: 'no-plan' as const, text: plan.error.text }]),
    ...tally.checks().flatMap(checkFindings),
    ...tally.findings(),
    ...untouched(domain).map((name) => ({
      code: 'fact-untouched' as const,
      text: `no skill changes ${name} and none observes it: only sensors can say how it is`,
    })),
    ...goalsAtStart(domain),
  ]
  return { plan, checks: tally.checks(), findings, explored, states: states.length, complete }
}

const checkFindings = ({ skill, checkId, passes, fails }: CheckProof): readonly Finding[] => [
  ...(passes === undefined
    ? [
        {
          code: 'check-never-passes' as const,
          text: `the check ${checkId} of ${skill} passes in no state found`,
        },
      ]
    : []),
  ...(fails === undefined
    ? [
        {
          code: 'check-never-fails' as const,
          text: `the check ${checkId} of ${skill} fails in no state found`,
        },
      ]
    : []),
]

const goalsAtStart = ({ goal = [], initial }: DataDomain): readonly Finding[] =>
  goal
    .filter((one) => one.holds(initial))
    .map(({ text }) => ({ code: 'goal-at-start', text: `the goal is reached already at the start: ${text}` }))

/** For messages: a step and what is so where it was looked at. */
export const describeExample = (domain: DataDomain, { state, step }: Example): string =>
  `${formatStep(step)} where ${domain.describeState?.(state) ?? 'it was tried'}`
