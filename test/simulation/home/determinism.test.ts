import { describe, expect, it } from 'vitest'
import { HOME_FAULT_PROFILES } from '#simulation/home/fault-profile.js'
import type { HomeWorld } from '#simulation/home/home.js'
import { homeOf, play, scenarioOf, stepsOf, taskOf, treeText } from './support.js'

const busyHome = (wish: { readonly seed?: number; readonly episode?: number } = {}): HomeWorld =>
  homeOf({
    task: 'tidy',
    start: taskOf('tidy').start,
    scenario: scenarioOf('family'),
    faults: HOME_FAULT_PROFILES.rough,
    ...wish,
  })
const steps = stepsOf(treeText('reference', 'tidy'))

describe('a home is deterministic', () => {
  it('the same seed, task and episode give the same state to the last bit; others do not', () => {
    const [a, b, c, d] = [busyHome(), busyHome(), busyHome({ seed: 2 }), busyHome({ episode: 2 })]
    for (const home of [a, b, c, d]) play(home, steps)
    expect(b.snapshot()).toEqual(a.snapshot())
    expect(c.snapshot()).not.toEqual(a.snapshot())
    expect(d.snapshot()).not.toEqual(a.snapshot())
  })

  it('steps of any length make the same home: what is left over counts for the next', () => {
    const [a, b] = [busyHome(), busyHome()]
    a.begin('GoTo', { place: 'dishwasher' })
    b.begin('GoTo', { place: 'dishwasher' })
    for (let i = 0; i < 700; i++) a.step(10)
    for (let i = 0; i < 1000; i++) b.step(7)
    expect(b.snapshot()).toEqual(a.snapshot())
  })

  it('a snapshot goes round exactly: at any moment, through JSON, into another home', () => {
    const home = busyHome()
    const moments: { readonly saved: ReturnType<HomeWorld['snapshot']>; readonly after: string }[] = []
    for (const { skill, params } of steps.slice(0, 4)) {
      home.begin(skill, params)
      home.step(1_340)
      const saved = home.snapshot()
      home.step(9_000)
      moments.push({ saved, after: JSON.stringify(home.snapshot()) })
      while (home.running !== undefined) home.step(20)
    }
    expect(moments).toHaveLength(4)
    for (const { saved, after } of moments) {
      const other = busyHome({ seed: 1 })
      other.restore(JSON.parse(JSON.stringify(saved)) as typeof saved)
      expect(other.snapshot()).toEqual(saved)
      other.step(9_000)
      expect(JSON.stringify(other.snapshot())).toBe(after)
    }
  })

  it('a snapshot is a copy: what happens later does not change it', () => {
    const home = busyHome()
    const saved = home.snapshot()
    const text = JSON.stringify(saved)
    home.begin('GoTo', { place: 'fridge' })
    home.step(5_000)
    expect(JSON.stringify(saved)).toBe(text)
  })
})
