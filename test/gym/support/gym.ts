import type { MainModule } from '@mujoco/mujoco'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { must } from '#base/result.js'
import { Environment, type Step } from '#lab/gym/environment/environment.js'
import { randomPolicy } from '#lab/gym/policies/policy.js'
import { taskNamed } from '#lab/gym/tasks/table.js'

/** An environment with a task, in a MuJoCo that all tests of the process share. */
export async function environmentOf(task: string): Promise<Environment> {
  return new Environment(await mujoco(), must(taskNamed(task), task))
}

export const mujoco = async (): Promise<MainModule> => must(await loadMujoco(), 'MuJoCo')

/** The bytes of all observations of an episode with random actions, and its last step. */
export function played(
  environment: Environment,
  seed: number,
  actions: number,
): { readonly bytes: string; readonly last: Step | undefined } {
  const start = must(environment.reset(seed), 'reset')
  const seen = [hex(start.observation), hex(start.goal)]
  const choose = randomPolicy(seed)
  let last: Step | undefined
  for (let count = 0; count < actions && last?.terminated !== true && last?.truncated !== true; count++) {
    last = must(environment.step(choose(start.observation, [0, 0, 0])), 'step')
    seen.push(hex(last.observation), String(last.reward))
  }
  return { bytes: seen.join('\n'), last }
}

export const hex = (values: Float32Array): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('hex')
