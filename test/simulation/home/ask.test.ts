import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { hasValue, type Value } from '#worlds/value.js'
import type { FactValue } from '#simulation/home/fact.js'
import type { HomeWorld } from '#simulation/home/home.js'
import { QUIET } from '#simulation/home/scenario.js'
import { act, domain, homeOf, scene, scenarioOf } from './support.js'

const ITEMS = Object.keys(scene.items)
const SEATS = { anna: 'sofa', ben: 'kitchen_table' } as const
const ROOMS = { anna: 'living_room', ben: 'kitchen' } as const
type Person = keyof typeof SEATS
const PEOPLE = Object.keys(SEATS) as Person[]
const before = (person: Person) => ({ at: SEATS[person], robot_in: ROOMS[person] })
const told = (home: HomeWorld): ReadonlyMap<string, FactValue> =>
  new Map(home.sense().map(({ fact, value }) => [fact, value]))
const askFor = (home: HomeWorld, item: string, person: string) => act(home, 'AskWhere', { item, person })
const UNKNOWN_START = Object.fromEntries(ITEMS.map((item) => [`location(${item})`, 'unknown']))

describe('asking a person where a thing is', () => {
  it('the answer is where the thing is, or that the person does not know: then they neither put it there nor see it', () => {
    let [answered, unanswered] = [0, 0]
    for (let seed = 1; seed <= 60; seed++) {
      const rng = stream(seed, 'ask')
      const [person, item] = [rng.pick(PEOPLE), rng.pick(ITEMS)]
      const home = homeOf({ seed, start: { ...UNKNOWN_START, ...before(person) } })
      const { place = '', putBy } = home.scene().state.items[item] ?? {}
      const isShut = scene.containers[place] !== undefined && home.truth().get(`open(${place})`) !== true
      const knows = putBy === person || (roomOf(place) === ROOMS[person] && !isShut)
      const isSeen = told(home).has(`location(${item})`)
      const reason = `${person} does not know where the ${item.replace('_', ' ')} is`
      expect(askFor(home, item, person)).toEqual(
        knows ? { skill: 'AskWhere', status: 'ok' } : { skill: 'AskWhere', status: 'failed', reason },
      )
      const now = told(home)
      const truth = home.truth()
      // whatever is reported is so
      expect([...now].filter(([fact, value]) => truth.get(fact) !== value)).toEqual([])
      expect(now.get(`cannot_tell(${person}, ${item})`)).toBe(!knows)
      expect(now.get(`location(${item})`)).toBe(knows || isSeen ? place : undefined)
      if (knows) answered++
      else unanswered++
    }
    expect(answered).toBeGreaterThan(15)
    expect(unanswered).toBeGreaterThan(15)
  })

  it('only who has put it there can tell, until the robot has moved it out of sight of everybody', () => {
    const scenario = scenarioOf('lost-keys')
    const ask = (person: Person, start: Readonly<Record<string, FactValue>> = {}): string =>
      askFor(
        homeOf({ scenario, start: { 'location(keys)': 'unknown', ...before(person), ...start } }),
        'keys',
        person,
      ).status
    expect([ask('anna'), ask('ben')]).toEqual(['failed', 'ok'])

    const start = { 'location(keys)': 'counter', 'open(fridge)': true, at: 'counter', robot_in: 'kitchen' }
    const home = homeOf({ scenario: { ...QUIET, putBy: { keys: 'ben' } }, start })
    expect(act(home, 'Pick', { item: 'keys' }).status).toBe('ok')
    expect(act(home, 'GoTo', { place: 'fridge' }).status).toBe('ok')
    expect(act(home, 'Place', { item: 'keys', place: 'fridge' }).status).toBe('ok')
    expect(act(home, 'Close', { container: 'fridge' }).status).toBe('ok')
    expect(act(home, 'GoTo', { place: 'kitchen_table' }).status).toBe('ok')
    expect(askFor(home, 'keys', 'ben').status).toBe('failed')
  })

  it('a person holds it: the answer is that person', () => {
    const home = homeOf({ start: { ...before('ben'), 'location(keys)': 'ben' } })
    expect(askFor(home, 'keys', 'ben').status).toBe('ok')
    expect(told(home).get('location(keys)')).toBe('ben')
  })

  it('an answer ages, and is not repeated for long', () => {
    const home = homeOf({
      start: { ...before('ben'), 'location(book)': 'cabinet' },
      scenario: { ...QUIET, putBy: { book: 'ben' } },
    })
    askFor(home, 'book', 'ben')
    const heard = (): readonly number[] =>
      home.sense().flatMap(({ fact, ageMs }) => (fact === 'location(book)' ? [ageMs] : []))
    expect(heard()).toEqual([0])
    home.step(2_000)
    expect(heard()).toEqual([2_000])
    home.step(2_000)
    expect(heard()).toEqual([])
  })
})

describe('what a task does not know', () => {
  const start = { ...UNKNOWN_START, 'open(cabinet)': 'unknown', 'whereabouts(ben)': 'unknown' }
  const drawn = (seed: number, episode: number): Record<string, Value> =>
    Object.fromEntries(homeOf({ seed, episode, start }).truth())

  it('is drawn once for a run: the same in every episode, another with another seed, and always something that can be', () => {
    const places = new Set<Value | undefined>()
    for (let seed = 1; seed <= 12; seed++) {
      const truth = drawn(seed, 1)
      expect(drawn(seed, 7)).toEqual(truth)
      const wrong = Object.entries(truth).filter(([fact, value]) => {
        const sort = domain.sorts.get(fact)
        return sort === undefined || !hasValue(sort, value)
      })
      expect(wrong).toEqual([])
      expect(truth['whereabouts(ben)']).not.toBe(truth['whereabouts(anna)'])
      places.add(truth['location(keys)'])
    }
    expect(places.size).toBeGreaterThan(5)
  })
})

const roomOf = (place: string): string | undefined => {
  const at = (scene.surfaces[place] ?? scene.containers[place])?.at
  if (at === undefined) return undefined
  return Object.entries(scene.rooms).find(
    ([, { from, to }]) => at.x > from.x && at.x < to.x && at.y > from.y && at.y < to.y,
  )?.[0]
}
