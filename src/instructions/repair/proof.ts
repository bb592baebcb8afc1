import { err } from '#base/result.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import { planGoals } from '#worlds/plan/plan-goals.js'
import { MeansEnds, type Target } from '#worlds/search/means-ends.js'
import { searchPlan } from '#worlds/search/search-plan.js'
import { observedBy, untilLook, type UntilLook } from '#worlds/search/until-look.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'
import type { Step } from './attempt.js'
import { commandOf, type ShortTermMemory } from './short-term-memory.js'

/** Steps that the twin has gone through from what is believed, to the goals or to a look on which the rest depends. */
export interface ProvedPlan {
  readonly steps: readonly PlannedStep[]
  /** the facts that its last step makes known, and on which it depends what comes then; none: it reaches the goals */
  readonly waitsFor: readonly string[]
  /** seconds that it is expected to take, with what is lost by failures that the world declares */
  readonly cost: number
}

/** The world as somebody sees it who has tried things: what has failed in the same state is refused like a check. */
export function remembering(
  domain: TaskDomain,
  memory: Pick<ShortTermMemory, 'refusal'>,
  avoids: (step: Step) => boolean = () => false,
): TaskDomain {
  return {
    ...domain,
    steps: (limit) => domain.steps(limit).filter((step) => !avoids(step)),
    judge: (state, command) => {
      const step = { skill: command.skill, args: command.written }
      const why = avoids(step) ? 'it is to be done without it' : memory.refusal(step, state)
      return why === undefined
        ? domain.judge(state, command)
        : err({ checkId: 'tried-before', text: `${domain.describeCommand(command)}: ${why}` })
    },
  }
}

/**
 * A plan that begins with these steps; undefined where none is found. It is looked for backwards from the goals, which
 * is quick also where there is none: of many repairs most are not possible.
 */
export function planThrough(
  domain: TaskDomain,
  belief: Fluents,
  first: readonly Step[] = [],
): ProvedPlan | undefined {
  const begun: PlannedStep[] = []
  let state = belief
  for (const step of first) {
    const tried = tryStep(step, state, domain)
    const [end] = tried.ok ? tried.value.ends : []
    if (end === undefined) return undefined
    begun.push({ skill: step.skill, args: step.args, path: '' })
    const waitsFor = observedBy(domain, state, step)
    if (waitsFor.length > 0) return proved(domain, belief, begun, waitsFor)
    state = end
  }
  const rest = restOf(domain, state)
  return rest === undefined ? undefined : proved(domain, belief, [...begun, ...rest.steps], rest.waitsFor)
}

/**
 * The best plan there is: with the fewest steps that are found, and none is missed within the limits of the search.
 * Where it depends on what nobody knows, it ends with a look. It may take seconds where there is no plan.
 */
export function planHard(domain: TaskDomain, belief: Fluents): ProvedPlan | undefined {
  const found = planGoals(domain, belief)
  if (found.ok) return proved(domain, belief, found.value.steps, [])
  if (![...belief.values()].includes(UNKNOWN)) return undefined
  const until = searchPlan(domain, belief, () => 0)
  return until === null ? undefined : proved(domain, belief, until.steps, until.waitsFor)
}

/** Steps after which all of this is true at once; undefined where none are found quickly. */
export const stepsFor = (
  domain: TaskDomain,
  from: Fluents,
  targets: readonly Target[],
): readonly PlannedStep[] | undefined => new MeansEnds(domain, QUICK).reach(from, targets)?.steps

/** Subgoals that are tried before a repair is given up. */
const QUICK = { depth: 6, steps: 30, tries: 400, means: 6 }

function restOf(domain: TaskDomain, state: Fluents): UntilLook | undefined {
  if (isReached(domain, state)) return { steps: [], waitsFor: [] }
  const targets = (domain.goal ?? []).map((goal, at): Target => ({
    key: `goal ${at}`,
    holds: (after) => goal.holds(after),
  }))
  const steps = stepsFor(domain, state, targets)
  return steps === undefined ? undefined : untilLook(domain, state, steps, targets)
}

/** Goes through all steps again: what a search has put together is not yet proved. */
export function proved(
  domain: TaskDomain,
  belief: Fluents,
  steps: readonly PlannedStep[],
  waitsFor: readonly string[],
): ProvedPlan | undefined {
  let [state, cost] = [belief, 0]
  for (const step of steps) {
    const tried = tryStep(step, state, domain)
    const [end] = tried.ok ? tried.value.ends : []
    if (end === undefined) return undefined
    cost += costOf(domain, step, state)
    state = end
  }
  return waitsFor.length > 0 || isReached(domain, state) ? { steps, waitsFor, cost } : undefined
}

/** What is believed without these facts. */
export const forgetting = (belief: Fluents, doubts: readonly string[]): Fluents =>
  new Map([...belief].map(([fact, value]) => [fact, doubts.includes(fact) ? UNKNOWN : value]))

export const isReached = ({ goal = [] }: TaskDomain, state: Fluents): boolean =>
  goal.every((one) => one.holds(state))

/** How long a step takes where the world does not say, s. */
const SECONDS = 10
/** A step that fails more often is not reckoned to be repeated more often. */
const MOST_LOST = 0.9

/** The seconds of a step, as often as it has to be tried on average. */
function costOf(domain: TaskDomain, step: Step, state: Fluents): number {
  const command = commandOf(domain, step, state)
  if (command === undefined) return 0
  const { seconds = SECONDS, ways } = domain.about(state, command)
  const lost = ways.reduce((sum, { fails, chance = 0 }) => sum + (fails ? chance : 0), 0)
  return seconds / (1 - Math.min(MOST_LOST, lost))
}
