import { describe, expect, it } from 'vitest'
import { act, homeOf, scenarioOf } from './support.js'

const seen = (home: ReturnType<typeof homeOf>): Map<string, unknown> =>
  new Map(home.sense().map(({ fact, value }) => [fact, value]))

describe('what the sensors of the home see', () => {
  it('unseen things stay unseen: at the dock nothing of the other rooms is reported', () => {
    const facts = [...seen(homeOf()).keys()]
    expect(facts.filter((fact) => fact.startsWith('location('))).toEqual([])
    expect(facts).toEqual(expect.arrayContaining(['at', 'robot_in', 'open(bathroom_door)']))
    expect(facts).not.toContain('open(fridge)')
    expect(facts).not.toContain('whereabouts(ben)')
  })

  it('the inside of a container is seen only while it is open', () => {
    const home = homeOf({ start: { at: 'fridge', robot_in: 'kitchen' } })
    expect(seen(home).has('location(milk)')).toBe(false)
    expect(home.inView()).not.toContain('fridge')
    act(home, 'Open', { container: 'fridge' })
    expect(seen(home).get('location(milk)')).toBe('fridge')
    expect(seen(home).get('open(fridge)')).toBe(true)
    expect(home.inView()).toContain('fridge')
  })

  it('a thing that is not where the task believes it to be is seen where it is, and missed where it is not', () => {
    const home = homeOf({
      scenario: scenarioOf('moved-things'),
      start: { at: 'counter', robot_in: 'kitchen' },
    })
    expect(home.truth().get('location(milk)')).toBe('counter')
    expect(seen(home).get('location(milk)')).toBe('counter')
    const table = homeOf({
      scenario: scenarioOf('moved-things'),
      start: { at: 'coffee_table', robot_in: 'living_room' },
    })
    expect(table.inView()).toContain('coffee_table')
    expect(seen(table).has('location(plate)')).toBe(false)
  })

  it('no wall is seen through: from before a closed door nothing behind it, through an open one something', () => {
    const start = { at: 'bedroom_door', robot_in: 'hall', 'location(keys)': 'bedroom_floor' }
    const [shut, open] = [homeOf({ start }), homeOf({ start: { ...start, 'open(bedroom_door)': true } })]
    expect(seen(shut).has('location(keys)')).toBe(false)
    expect(seen(open).get('location(keys)')).toBe('bedroom_floor')
    for (const home of [shut, open]) expect(seen(home).has('location(toy_car)')).toBe(false)
  })

  it('without misreads every reading is true; with them some are not, and those are less certain', () => {
    const at = { at: 'counter', robot_in: 'kitchen' }
    const [exact, rough] = [homeOf({ start: at }), homeOf({ start: at, faults: { misread: 0.3 } })]
    let wrong = 0
    for (let i = 0; i < 60; i++) {
      for (const home of [exact, rough]) home.step(2_000)
      const truth = exact.truth()
      expect(exact.sense().filter(({ fact, value }) => truth.get(fact) !== value)).toEqual([])
      const mistakes = rough.sense().filter(({ fact, value }) => rough.truth().get(fact) !== value)
      expect(mistakes.filter(({ confidence }) => confidence > 0.8)).toEqual([])
      wrong += mistakes.length
    }
    expect(wrong).toBeGreaterThan(5)
  })

  it('looking changes nothing', () => {
    const home = homeOf({ start: { at: 'counter', robot_in: 'kitchen' } })
    const before = home.snapshot()
    home.sense()
    home.inView()
    home.truth()
    expect(home.snapshot()).toEqual(before)
  })
})
