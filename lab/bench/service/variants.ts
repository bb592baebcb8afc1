import type { PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import { attemptOf, type Sight, type Step } from '#instructions/repair/attempt.js'
import type { PursuitEvent } from '#instructions/repair/events.js'
import { isReached } from '#instructions/repair/proof.js'
import { pursuit } from '#instructions/repair/pursuit.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import type { SimulatedWorld } from './simulated-world.js'

/** What a variant is given. */
export interface ServiceTrial {
  readonly domain: TaskDomain
  readonly steps: readonly PlannedStep[]
  readonly start: Fluents
  readonly world: SimulatedWorld
  /** steps after which it is over */
  readonly limit: number
}

/** What came of it besides what the world can tell. */
export interface TrialCounts {
  readonly repairs: number
  readonly replans: number
  /** steps that the twin refused and that the robot was therefore never asked for */
  readonly refused: number
}

/** Ways to execute a plan, as the paper takes its architecture apart (modular.txt, IV.C), and a baseline. */
export const VARIANTS: Readonly<Record<string, (trial: ServiceTrial) => TrialCounts>> = {
  Plan: blindly,
  Retry: retrying,
  EO: expecting,
  FB: (trial) => pursuing(trial, believing(trial)),
  Full: (trial) => pursuing(trial, (step) => trial.world.execute(step)),
}

const NONE: TrialCounts = { repairs: 0, replans: 0, refused: 0 }

/** The plan, step by step, whatever comes of it. */
function blindly({ steps, world, limit }: ServiceTrial): TrialCounts {
  for (const step of steps.slice(0, limit)) world.execute(step)
  return NONE
}

/** A step is repeated until the robot reports it as done: search with retry only. */
function retrying({ steps, world, limit }: ServiceTrial): TrialCounts {
  return repeated(
    steps,
    (step) => world.tried < limit && world.execute(step).reported !== 'done',
    world,
    limit,
  )
}

/** A step is repeated until what is expected of it is seen; nobody says why it is not. */
function expecting({ domain, steps, start, world, limit }: ServiceTrial): TrialCounts {
  let belief = start
  return repeated(
    steps,
    (step) => {
      const { outcome, after } = attemptOf(domain, step, belief, { ...world.execute(step), reported: 'done' })
      belief = after
      return outcome !== 'done'
    },
    world,
    limit,
  )
}

function repeated(
  steps: readonly PlannedStep[],
  isToRepeat: (step: Step) => boolean,
  world: SimulatedWorld,
  limit: number,
): TrialCounts {
  let repairs = 0
  for (const step of steps) while (world.tried < limit && isToRepeat(step)) repairs++
  return { ...NONE, repairs }
}

/** The robot's report is believed: what it says it has done is as the twin has predicted. */
function believing({ domain, start, world }: ServiceTrial): (step: Step) => Sight {
  let belief = start
  return (step) => {
    const sight = world.execute(step)
    const tried = tryStep(step, belief, domain)
    const [end] = tried.ok ? tried.value.ends : []
    belief = sight.reported === 'done' && end !== undefined ? end : sight.seen
    return { ...sight, seen: belief }
  }
}

/** Plan, step, look, repair. Nobody is there to be asked. */
function pursuing(
  { domain, steps, start, limit }: ServiceTrial,
  execute: (step: Step) => Sight,
): TrialCounts {
  const events: PursuitEvent[] = []
  const run = pursuit({ domain, steps, listen: (event) => events.push(event) }, start, {
    steps: limit,
    repairs: limit,
    questions: 0,
  })
  for (let next = run.next(); ;) {
    if (next.done === true) return next.value.counts
    const demand = next.value
    next = run.next(
      demand.kind === 'execute'
        ? { kind: 'sight', sight: execute(demand.step) }
        : { kind: 'answer', answer: { kind: 'stop' }, belief: start },
    )
  }
}

/** Whether the goals hold in the world as it is. */
export const isAchieved = ({ domain, world }: ServiceTrial): boolean =>
  isReached(domain, domain.follow(new Map([...domain.initial, ...world.truth])))
