import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { BASELINES } from '#lab/gym/policies/baselines.js'
import { tryPolicy, type PolicyName, type Trial } from '#lab/gym/policies/trial.js'
import { taskNamed, TASKS } from '#lab/gym/tasks/table.js'
import { needs } from '../needs/needs.js'
import { mujoco } from './support/gym.js'

const NAMES = TASKS.map(({ name }) => name)

async function trials(name: string, policy: PolicyName, seeds: number): Promise<Trial[]> {
  const task = must(taskNamed(name), name)
  const module = await mujoco()
  return Array.from({ length: seeds }, (_, seed) => must(tryPolicy(module, task, { policy, seed }), 'trial'))
}

const successes = (played: readonly Trial[]): number => played.filter(({ success }) => success).length
const worth = (played: readonly Trial[]): number => played.reduce((total, { reward }) => total + reward, 0)

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
  it.each(NAMES)(
    '%s: the scripted policy solves at least four of five, and earns more than a random one',
    async (name) => {
      const scripted = await trials(name, 'baseline', 5)
      expect(successes(scripted)).toBeGreaterThanOrEqual(4)
      expect(worth(scripted)).toBeGreaterThan(worth(await trials(name, 'random', 5)))
    },
  )

  it.each(['pick_lift', 'pick_place', 'stack'])('%s: random actions solve none of 30', async (name) => {
    expect(successes(await trials(name, 'random', 30))).toBe(0)
  })
})
