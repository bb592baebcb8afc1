import type { PlannedStep } from '#twin/domain/domain.js'
import type { Sight, Step } from '#instructions/repair/attempt.js'
import { isReached } from '#instructions/repair/proof.js'
import { pursuit } from '#instructions/repair/pursuit.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import { withFeedback } from './feedback.js'
import { withExpectedOutcomes, type Written } from './writing.js'

/** The world as it is, whatever anybody believes. */
export interface TrialWorld {
  readonly truth: Fluents
  /** steps that the robot was asked for */
  readonly tried: number
  /** steps that were asked for where the rules forbid them */
  readonly forbidden: number
  execute(step: Step): Sight
}

/** What a variant is given. */
export interface ServiceTrial {
  readonly domain: TaskDomain
  readonly steps: readonly PlannedStep[]
  /** the steps as the execution module writes them */
  readonly written: Written
  readonly start: Fluents
  readonly world: TrialWorld
  /** calls of the execution module after which it is over */
  readonly limit: number
}

/** What came of it besides what the world can tell. */
export interface TrialCounts {
  /** calls of the execution module: one for a step of the plan, and one each time that it has to write anew */
  readonly calls: number
  readonly repairs: number
  readonly replans: number
  /** steps that the twin refused and that the robot was therefore never asked for */
  readonly refused: number
}

/**
 * The paper's architecture taken apart (modular.txt, IV.C), the baseline of a search with retry only, and what graft
 * does beyond the paper: it looks, and repairs.
 */
export const VARIANTS: Readonly<Record<string, (trial: ServiceTrial) => TrialCounts>> = {
  Plan: ({ written, ...trial }) => blindly(written, trial),
  FB: withFeedback,
  EO: (trial) => blindly(withOutcomes(trial), trial),
  Retry: retrying,
  Full: (trial) => withFeedback({ ...trial, written: withOutcomes(trial) }),
  graft: pursuing,
}

/** Pairs whose difference says what a part is worth. */
export const COMPARED: readonly (readonly [string, string])[] = [
  ['Plan', 'FB'],
  ['FB', 'EO'],
  ['EO', 'Full'],
  ['Retry', 'Full'],
  ['Full', 'graft'],
  ['Retry', 'graft'],
]

const withOutcomes = ({ written, steps, start, domain }: ServiceTrial): readonly Step[] =>
  withExpectedOutcomes(written, steps, start, domain)

/** Without feedback: what is written is done, whatever comes of it. */
function blindly(written: Written, { world, steps }: Pick<ServiceTrial, 'world' | 'steps'>): TrialCounts {
  for (const step of written) if (step !== undefined) world.execute(step)
  return { calls: steps.length, repairs: 0, replans: 0, refused: 0 }
}

/** The plan of the search, without any error of writing; a step is repeated until the robot reports it as done. */
function retrying({ steps, world, limit }: ServiceTrial): TrialCounts {
  let repairs = 0
  for (const step of steps) while (world.tried < limit && world.execute(step).reported !== 'done') repairs++
  return { calls: world.tried, repairs, replans: 0, refused: 0 }
}

/** Expected outcomes and feedback as in `Full`, but they are held against what is seen, and what failed is repaired. */
function pursuing(trial: ServiceTrial): TrialCounts {
  const { domain, start, world, limit } = trial
  const run = pursuit({ domain, steps: withPaths(withOutcomes(trial)) }, start, {
    steps: limit,
    repairs: limit,
    questions: 0,
  })
  for (let next = run.next(); ;) {
    if (next.done === true) {
      const { executed, repairs, replans, refused } = next.value.counts
      return { calls: executed + refused, repairs, replans, refused }
    }
    const demand = next.value
    next = run.next(
      demand.kind === 'execute'
        ? { kind: 'sight', sight: world.execute(demand.step) }
        : { kind: 'answer', answer: { kind: 'stop' }, belief: start },
    )
  }
}

const withPaths = (steps: readonly Step[]): readonly PlannedStep[] =>
  steps.map((step) => ({ ...step, path: '' }))

/** Whether the goals hold in the world as it is. */
export const isAchieved = ({ domain, world }: ServiceTrial): boolean =>
  isReached(domain, domain.follow(new Map([...domain.initial, ...world.truth])))
