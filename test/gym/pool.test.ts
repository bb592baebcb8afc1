import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { randomPolicy } from '#lab/gym/policies/policy.js'
import { Pool } from '#lab/gym/pool/pool.js'
import type { Batch } from '#lab/gym/pool/messages.js'
import { needs } from '../needs/needs.js'
import { environmentOf, hex } from './support/gym.js'

const ENVS = 5

/** Everything that some steps of a pool have answered. */
async function answers(task: string, workers: number, steps: number): Promise<string[]> {
  const pool = must(await Pool.open({ task, envs: ENVS, workers }), 'pool')
  const shown = (batch: Batch): string => Object.values(batch).map((each) => [...(each as Uint8Array)].join()).join('|') // prettier-ignore
  const choose = randomPolicy(1)
  const all = [shown(must(await pool.reset(11), 'reset'))]
  for (let step = 0; step < steps; step++) {
    const actions = Array.from({ length: ENVS }, () => choose(new Float32Array(), [0, 0, 0]))
    all.push(shown(must(await pool.step(actions), 'step')))
  }
  await pool.close()
  return all
}

describe('a pool of environments', needs('MuJoCo'), () => {
  it('answers the same, to the last bit, with one, two and three workers, beyond the end of episodes', async () => {
    const one = await answers('reach', 1, 70)
    expect(await answers('reach', 2, 70)).toEqual(one)
    expect(await answers('reach', 3, 70)).toEqual(one)
  })

  it('environment i begins with the seed and i, and its next episode with as many more as there are', async () => {
    const pool = must(await Pool.open({ task: 'pick_lift', envs: 2, workers: 2 }), 'pool')
    const environment = await environmentOf('pick_lift')
    const first = must(await pool.reset(20), 'reset')
    expect(hex(first.observations.slice(30))).toBe(hex(must(environment.reset(21), 'reset').observation))
    let batch = first
    let last: Float32Array = new Float32Array()
    do {
      batch = must(await pool.step([[0, 0, 0, 0], [0, 0, 0, 0]]), 'step') // prettier-ignore
      last = must(environment.step([0, 0, 0, 0]), 'step').observation
    } while (batch.truncated[1] !== 1)
    expect(hex(batch.finals.slice(30))).toBe(hex(last))
    expect(hex(batch.observations.slice(30))).toBe(hex(must(environment.reset(23), 'reset').observation))
    environment.close()
    await pool.close()
  })

  it('training never gets into the seeds of evaluation, nor the other way round', async () => {
    const pool = must(await Pool.open({ task: 'reach', envs: 2, workers: 2 }), 'pool')
    const environment = await environmentOf('reach')
    const begins = (seed: number): string => hex(must(environment.reset(seed), 'reset').observation)
    const last = 2 ** 32 - 1
    const trained = must(await pool.reset(last), 'reset').observations
    expect([trained.slice(0, 30), trained.slice(30)].map(hex)).toEqual([begins(last), begins(0)])
    const judged = must(await pool.reset(last, 'evaluation'), 'reset').observations
    expect([judged.slice(0, 30), judged.slice(30)].map(hex)).toEqual([begins(2 ** 33 - 1), begins(2 ** 32)])
    environment.close()
    await pool.close()
  })

  it('refuses what it cannot do, and goes on', async () => {
    const pool = must(await Pool.open({ task: 'reach', envs: 2, workers: 1 }), 'pool')
    const idle = [0, 0, 0, 0]
    expect(await pool.step([idle, idle])).toMatchObject({ error: { code: 'gym.not-reset' } })
    expect(await pool.reset(2 ** 32)).toMatchObject({ error: { code: 'gym.seed' } })
    must(await pool.reset(0), 'reset')
    expect(await pool.step([idle])).toMatchObject({ error: { code: 'gym.action' } })
    expect(await pool.step([idle, [0, 0, 0, NaN]])).toMatchObject({ error: { code: 'gym.action' } })
    expect((await pool.step([idle, idle])).ok).toBe(true)
    await pool.close()
    expect(await pool.step([idle, idle])).toMatchObject({ error: { code: 'gym.worker' } })
  })

  it('does not open for a task that there is not, or a count that cannot be', async () => {
    expect(await Pool.open({ task: 'juggle', envs: 1, workers: 1 })).toMatchObject({
      error: { code: 'gym.task' },
    })
    for (const [envs, workers] of [
      [0, 1],
      [1, 0],
      [2000, 1],
      [1.5, 1],
      [1, NaN],
    ] as const)
      // prettier-ignore
      expect(await Pool.open({ task: 'reach', envs, workers })).toMatchObject({ error: { code: 'gym.count' } })
  })
})
