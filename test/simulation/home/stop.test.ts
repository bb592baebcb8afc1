import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { HOME_FAULT_PROFILES } from '#simulation/home/fault-profile.js'
import { homeOf, scenarioOf, stepsOf, treeText, TASKS } from './support.js'

const TRIALS = 500
/** what the robot declares, ms */
const STOP_MS = 400

describe('STOP', () => {
  it(`base and arm stand within ${STOP_MS} ms from every state, ${TRIALS} trials`, () => {
    const rng = stream('home-stop')
    const stands: { readonly ms: number; readonly metres: number; readonly moved: boolean }[] = []
    for (let trial = 0; trial < TRIALS; trial++) {
      const home = homeOf({
        seed: trial,
        faults: HOME_FAULT_PROFILES.nominal,
        scenario: scenarioOf(rng.pick(['as-believed', 'family'])),
        start: { 'open(bedroom_door)': true, 'open(bathroom_door)': true },
      })
      const steps = stepsOf(treeText('reference', rng.pick(TASKS)))
      const last = rng.int(steps.length)
      for (const { skill, params } of steps.slice(0, last)) {
        home.begin(skill, params)
        while (home.running !== undefined) home.step(20)
      }
      home.takeEnded()
      const step = steps[last]
      home.begin(step?.skill ?? '', step?.params ?? {})
      home.step(20 + 20 * rng.int(step?.skill === 'GoTo' ? 400 : 160))
      stands.push(stopped(home))
    }
    expect(stands).toHaveLength(TRIALS)
    expect(stands.filter(({ moved }) => moved).length).toBeGreaterThan(TRIALS / 3)
    expect(Math.max(...stands.map(({ ms }) => ms))).toBeLessThanOrEqual(STOP_MS)
    expect(Math.max(...stands.map(({ metres }) => metres))).toBeLessThanOrEqual(0.1)
  })

  it('ends the action as stopped, keeps what is held, and the next action goes on from there', () => {
    const home = homeOf({ start: { 'location(milk)': 'gripper', 'open(fridge)': true } })
    home.begin('GoTo', { place: 'kitchen_table' })
    home.step(4_000)
    home.stop()
    home.step(STOP_MS)
    expect(home.takeEnded()).toEqual([{ skill: 'GoTo', status: 'stopped' }])
    expect(home.truth().get('location(milk)')).toBe('gripper')
    expect(home.truth().get('at')).toBe('none')
    home.step(10_000)
    expect(home.moving).toBe(false)
    home.begin('GoTo', { place: 'kitchen_table' })
    while (home.running !== undefined) home.step(20)
    expect(home.truth().get('at')).toBe('kitchen_table')
  })
})

function stopped(home: ReturnType<typeof homeOf>): { ms: number; metres: number; moved: boolean } {
  const moved = home.moving
  const { x, y } = home.snapshot().base
  home.stop()
  let ms = 0
  while ((home.moving || home.running !== undefined) && ms < 5_000) {
    home.step(20)
    ms += 20
  }
  const after = home.snapshot().base
  home.step(2_000)
  const later = home.snapshot().base
  return {
    ms: later.x === after.x && later.y === after.y ? ms : Infinity,
    metres: Math.hypot(after.x - x, after.y - y),
    moved,
  }
}
