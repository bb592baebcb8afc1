import type { MainModule } from '@mujoco/mujoco'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import type { Vector } from '#tabletop/arm/pose.js'
import { Environment } from '../environment/environment.js'
import type { Task } from '../tasks/task.js'
import { BASELINES } from './baselines.js'
import { randomPolicy, type Policy } from './policy.js'

export type PolicyName = 'baseline' | 'random'

/** How an episode of a policy has gone. */
export interface Trial {
  readonly seed: number
  readonly success: boolean
  readonly actions: number
  /** the sum of the dense rewards */
  readonly reward: number
}

/** Plays one episode. @returns or why the physics has failed */
export function tryPolicy(
  mujoco: MainModule,
  task: Task,
  { policy, seed }: { readonly policy: PolicyName; readonly seed: number },
): Result<Trial, Diagnostic> {
  const environment = new Environment(mujoco, task)
  try {
    return play(environment, policyFor(task, policy, seed), seed)
  } finally {
    environment.close()
  }
}

function play(environment: Environment, choose: Policy, seed: number): Result<Trial, Diagnostic> {
  const start = environment.reset(seed)
  if (!start.ok) return start
  const goal = [...start.value.goal] as unknown as Vector
  let { observation } = start.value
  let reward = 0
  for (let actions = 1; ; actions++) {
    const step = environment.step(choose(observation, goal))
    if (!step.ok) return step
    observation = step.value.observation
    reward += step.value.reward
    const { terminated, truncated, success } = step.value
    if (terminated || truncated) return ok({ seed, success, actions, reward })
  }
}

const policyFor = (task: Task, name: PolicyName, seed: number): Policy =>
  (name === 'baseline' ? BASELINES[task.name]?.() : undefined) ?? randomPolicy(seed)
