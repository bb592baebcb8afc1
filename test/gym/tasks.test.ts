import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { BASELINES } from '#lab/gym/policies/baselines.js'
import { tryPolicy, type PolicyName } from '#lab/gym/policies/trial.js'
import { taskNamed, TASKS } from '#lab/gym/tasks/table.js'
import { needs } from '../needs/needs.js'
import { mujoco } from './support/gym.js'

const NAMES = TASKS.map(({ name }) => name)

async function successes(name: string, policy: PolicyName, seeds: number): Promise<number> {
  const task = must(taskNamed(name), name)
  let count = 0
  for (let seed = 0; seed < seeds; seed++)
    if (must(tryPolicy(await mujoco(), task, { policy, seed }), 'trial').success) count++
  return count
}

describe('the tasks of the gym', () => {
  it('are ten, each with a name of its own and a scripted policy', () => {
    expect(new Set(NAMES).size).toBe(10)
    expect(Object.keys(BASELINES).sort()).toEqual([...NAMES].sort())
  })

  it('an unknown one is an error that helps', () => {
    expect(taskNamed('pick_plce')).toMatchObject({
      ok: false,
      error: { code: 'gym.task', hint: 'did you mean pick_place?' },
    })
  })
})

describe('the physics of the tasks', needs('MuJoCo'), () => {
  it.each(NAMES)('%s: the scripted policy solves at least four of five', async (name) => {
    expect(await successes(name, 'baseline', 5)).toBeGreaterThanOrEqual(4)
  })

  it.each(['pick_lift', 'pick_place', 'stack'])('%s: random actions solve none of 30', async (name) => {
    expect(await successes(name, 'random', 30)).toBe(0)
  })
})
