import { describe, expect, it } from 'vitest'
import { HOME_FAULT_PROFILES, type FaultKind } from '#simulation/home/fault-profile.js'
import { QUIET, type HomeScenario } from '#simulation/home/scenario.js'
import { act, homeOf, scenarioOf } from './support.js'

/** The share of trials in which an action fails, and how often the fault could have happened. */
function rateOf(
  kind: FaultKind,
  trials: number,
  trial: (home: ReturnType<typeof homeOf>) => void,
  wish: Parameters<typeof homeOf>[0] = {},
): { readonly rate: number; readonly chances: number } {
  let [chances, faults] = [0, 0]
  for (let seed = 0; seed < trials; seed++) {
    const home = homeOf({ seed, faults: { [kind]: HOME_FAULT_PROFILES.nominal[kind] }, ...wish })
    trial(home)
    chances += home.faultChances[kind]
    faults += home.faultLog.filter((event) => event.kind === kind).length
  }
  return { rate: faults / chances, chances }
}

const AT_COFFEE_TABLE = { at: 'coffee_table', robot_in: 'living_room' }
const AT_COUNTER = { at: 'counter', robot_in: 'kitchen' }

describe('faults happen as often as the profile says', () => {
  it.each([
    ['grasp', 'Pick', { item: 'apple' }, AT_COUNTER],
    ['place', 'Place', { item: 'mug', place: 'counter' }, { ...AT_COUNTER, 'location(mug)': 'gripper' }],
    ['jam', 'Open', { container: 'fridge' }, { at: 'fridge', robot_in: 'kitchen' }],
    ['drive', 'GoTo', { place: 'sofa' }, AT_COFFEE_TABLE],
    ['slip', 'GoTo', { place: 'sofa' }, { ...AT_COFFEE_TABLE, 'location(mug)': 'gripper' }],
    [
      'handover',
      'Handover',
      { item: 'mug', person: 'anna' },
      { at: 'sofa', robot_in: 'living_room', 'location(mug)': 'gripper' },
    ],
  ] as const)('%s', (kind, skill, params, start) => {
    const trials = 1_500
    const { rate, chances } = rateOf(kind, trials, (home) => act(home, skill, params), {
      start: { ...start },
    })
    const expected = HOME_FAULT_PROFILES.nominal[kind]
    expect(chances).toBe(trials)
    // within four standard deviations of the binomial
    expect(Math.abs(rate - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / trials))
    expect(rate).toBeGreaterThan(0)
  })

  it('misread: per thing and two seconds', () => {
    const { rate, chances } = rateOf('misread', 100, (home) => {
      home.step(60_000)
    })
    expect(chances).toBe(100 * 30 * 12)
    // a thing alone in its room is taken for being nowhere else: less often than the profile says, never more
    expect(rate).toBeGreaterThan(0.001)
    expect(rate).toBeLessThan(0.0045)
  })

  it('none is none, over everything that a robot can do', () => {
    const home = homeOf()
    act(home, 'GoTo', { place: 'counter' })
    act(home, 'Pick', { item: 'apple' })
    act(home, 'GoTo', { place: 'kitchen_table' })
    act(home, 'Place', { item: 'apple', place: 'kitchen_table' })
    expect(home.faultLog).toEqual([])
    expect(home.faultChances.grasp).toBe(1)
  })

  it('a slippery thing is missed more often, and what is missed is still there', () => {
    const scenario: HomeScenario = { ...QUIET, slippery: { apple: 5 } }
    const ended = Array.from({ length: 300 }, (_, seed) => {
      const home = homeOf({ seed, scenario, faults: { grasp: 0.1 }, start: AT_COUNTER })
      const { status } = act(home, 'Pick', { item: 'apple' })
      expect(home.truth().get('location(apple)')).toBe(status === 'ok' ? 'gripper' : 'counter')
      return status
    })
    const missed = ended.filter((status) => status === 'failed').length / ended.length
    expect(missed).toBeGreaterThan(0.4)
    expect(missed).toBeLessThan(0.6)
  })

  it('a thing that slips lies on the floor of the room that the robot was in', () => {
    const home = homeOf({ faults: { slip: 1 }, start: { 'location(mug)': 'gripper' } })
    expect(act(home, 'GoTo', { place: 'hall_table' }).status).toBe('ok')
    expect(home.truth().get('location(mug)')).toBe('hall_floor')
    expect(home.faultLog).toMatchObject([{ kind: 'slip', about: 'mug' }])
  })

  it('what jams at the first pull gives way at the second', () => {
    const home = homeOf({
      scenario: { ...QUIET, jams: { fridge: 1 } },
      start: { at: 'fridge', robot_in: 'kitchen' },
    })
    expect(act(home, 'Open', { container: 'fridge' }).reason).toBe('the fridge is stuck')
    expect(act(home, 'Open', { container: 'fridge' }).status).toBe('ok')
  })
})

describe('people', () => {
  const stands = (seconds: number): HomeScenario => ({
    ...QUIET,
    chores: [{ atSeconds: 0, person: 'ben', what: { kind: 'stand', door: 'kitchen_door', seconds } }],
  })

  it('somebody in the way for a while is waited for; somebody who stays ends the drive', () => {
    const [short, long] = [homeOf({ scenario: stands(10) }), homeOf({ scenario: stands(120) })]
    for (const home of [short, long]) home.step(3_000)
    expect(act(short, 'GoTo', { place: 'counter' }).status).toBe('ok')
    expect(act(long, 'GoTo', { place: 'counter' }).reason).toBe('ben stands in the way to the counter')
  })

  it('a person carries a thing to another room, through a closed door that stays open behind', () => {
    const home = homeOf({
      scenario: {
        ...QUIET,
        chores: [{ atSeconds: 1, person: 'ben', what: { kind: 'carry', item: 'bowl', to: 'desk' } }],
      },
    })
    const places: unknown[] = []
    for (let i = 0; i < 60; i++) {
      home.step(1_000)
      places.push(home.truth().get('location(bowl)'))
    }
    expect(new Set(places)).toEqual(new Set(['kitchen_table', 'ben', 'desk']))
    expect(home.truth().get('open(bedroom_door)')).toBe(true)
    expect(home.truth().get('whereabouts(ben)')).toBe('kitchen_table')
  })

  it('habits come about as often as the scenario says', () => {
    const moves = Array.from({ length: 40 }, (_, seed) => {
      const home = homeOf({ seed, scenario: scenarioOf('family') })
      let [count, walking] = [0, false]
      for (let s = 0; s < 300; s++) {
        home.step(1_000)
        const now = home.truth().get('whereabouts(ben)') === 'none'
        if (now && !walking) count++
        walking = now
      }
      return count
    })
    const mean = moves.reduce((sum, each) => sum + each, 0) / moves.length
    // 0.6 a minute over five minutes, less the time when Ben is busy already, and once in the doorway
    expect(mean).toBeGreaterThan(1.5)
    expect(mean).toBeLessThan(4.5)
  })
})
