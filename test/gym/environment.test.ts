import { describe, expect, it, vi } from 'vitest'
import { must } from '#base/result.js'
import { OBSERVATION, sizeOf } from '#lab/gym/environment/observation.js'
import { TASKS } from '#lab/gym/tasks/table.js'
import { Physics } from '#tabletop/physics/physics.js'
import { needs } from '../needs/needs.js'
import { environmentOf, hex, mujoco, played } from './support/gym.js'

const NAMES = TASKS.map(({ name }) => name)
const IDLE = [0, 0, 0, 0]

describe('an environment of the gym', needs('MuJoCo'), () => {
  it.each(NAMES)('%s: the same seed and actions give the same bytes, whatever came before', async (name) => {
    const [fresh, used] = [await environmentOf(name), await environmentOf(name)]
    played(used, 99, 30)
    const first = played(fresh, 5, 40)
    expect(played(used, 5, 40).bytes).toBe(first.bytes)
    expect(played(used, 6, 40).bytes).not.toBe(first.bytes)
    fresh.close()
    used.close()
  })

  it('observations are as long as the layout says, in every task, and finite', async () => {
    for (const name of NAMES) {
      const environment = await environmentOf(name)
      const { observation, goal } = must(environment.reset(1), 'reset')
      expect([name, observation.length, goal.length]).toEqual([name, sizeOf(OBSERVATION), 3])
      expect([...observation, ...goal].every(Number.isFinite)).toBe(true)
      environment.close()
    }
  })

  it.each(NAMES)('%s: the gripper begins where the task says, whatever the seed', async (name) => {
    const environment = await environmentOf(name)
    for (let seed = 0; seed < 20; seed++) {
      const { observation } = must(environment.reset(seed), 'reset')
      for (const [index, [low, high]] of environment.task.begin.entries()) {
        expect(observation[index]).toBeGreaterThan(low - 0.004)
        expect(observation[index]).toBeLessThan(high + 0.004)
      }
    }
    environment.close()
  })

  it('frees the scene of each episode: hundreds of resets need no more memory', async () => {
    const environment = await environmentOf('stack')
    const module = await mujoco()
    const bytes = (): number => {
      const physics = new Physics(module)
      const { byteLength } = physics.arrays.qpos.buffer
      physics.close()
      return byteLength
    }
    for (let seed = 0; seed < 20; seed++) must(environment.reset(seed), 'reset')
    const before = bytes()
    for (let seed = 0; seed < 300; seed++) must(environment.reset(seed), 'reset')
    expect(bytes()).toBe(before)
    environment.close()
  })

  it('an action out of reach is cut short: the gripper stays in its volume', async () => {
    const environment = await environmentOf('reach')
    for (const corner of [
      [1, 1, 1, 0],
      [-1, -1, -1, 0],
      [1, -1, -1, 1],
      [-1, 1, 1, -1],
    ]) {
      // prettier-ignore
      must(environment.reset(2), 'reset')
      let at: number[] = []
      for (let count = 0; count < 60; count++) {
        const step = environment.step(corner)
        if (step.ok) at = [...step.value.observation.subarray(0, 3)]
      }
      for (const [index, [low, high]] of environment.task.volume.entries()) {
        expect(at[index]).toBeGreaterThan(low - 0.01)
        expect(at[index]).toBeLessThan(high + 0.01)
      }
    }
    environment.close()
  })

  it('ends an episode once, after all its actions, and says so', async () => {
    const environment = await environmentOf('pick_lift')
    expect(environment.step(IDLE)).toMatchObject({ error: { code: 'gym.not-reset' } })
    must(environment.reset(0), 'reset')
    let steps = 0
    for (let over = false; !over; steps++) over = must(environment.step(IDLE), 'step').truncated
    expect(steps).toBe(environment.task.actions)
    expect(environment.step(IDLE)).toMatchObject({ error: { code: 'gym.over' } })
    expect(environment.reset(1).ok).toBe(true)
    environment.close()
  })
})

describe('physics that becomes unstable', needs('MuJoCo'), () => {
  it('ends the episode without success, at the worst reward, with the last stable observation', async () => {
    const environment = await environmentOf('push')
    must(environment.reset(3), 'reset')
    const stable = must(environment.step([0.5, 0, 0, 0]), 'step')
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its object
    const step = Physics.prototype.step
    const spy = vi.spyOn(Physics.prototype, 'step').mockImplementation(function (this: Physics, setpoint) {
      this.arrays.qvel.fill(1e30)
      step.call(this, setpoint)
    })
    try {
      const { observation, ...rest } = must(environment.step([0.5, 0, 0, 0]), 'step')
      expect(rest).toEqual({ reward: -1, sparse: 0, terminated: true, truncated: false, success: false })
      expect(hex(observation)).toBe(hex(stable.observation))
      expect(environment.step(IDLE)).toMatchObject({ error: { code: 'gym.over' } })
    } finally {
      spy.mockRestore()
    }
    must(environment.reset(3), 'reset')
    expect(hex(must(environment.step([0.5, 0, 0, 0]), 'step').observation)).toBe(hex(stable.observation))
    environment.close()
  })
})

describe('bad input to an environment', needs('MuJoCo'), () => {
  const WRONG: readonly (readonly [string, unknown])[] = [
    ['NaN', [0, NaN, 0, 0]],
    ['infinite', [0, 0, 0, Infinity]],
    ['out of range', [0, 0, 1.01, 0]],
    ['too short', [0, 0, 0]],
    ['too long', [0, 0, 0, 0, 0]],
    ['empty', []],
    ['text', ['0', 0, 0, 0]],
    ['no list', 'left'],
    ['nothing', undefined],
  ]

  it.each(WRONG)('an action that is %s is refused, and nothing has moved', async (_, action) => {
    const [one, other] = [await environmentOf('push'), await environmentOf('push')]
    must(one.reset(3), 'reset')
    must(other.reset(3), 'reset')
    expect(one.step(action as number[])).toMatchObject({ ok: false, error: { code: 'gym.action' } })
    const [a, b] = [must(one.step(IDLE), 'step'), must(other.step(IDLE), 'step')]
    expect(hex(a.observation)).toBe(hex(b.observation))
    one.close()
    other.close()
  })

  it.each([-1, 0.5, NaN, Infinity, 2 ** 53, '7', null])('%s is no seed', async (seed) => {
    const environment = await environmentOf('reach')
    must(environment.reset(1), 'reset')
    expect(environment.reset(seed as number)).toMatchObject({ ok: false, error: { code: 'gym.seed' } })
    expect(environment.step(IDLE).ok).toBe(true)
    environment.close()
  })
})
