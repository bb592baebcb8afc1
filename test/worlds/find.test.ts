import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { formatStep, type PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import { loadWorld } from '#app/world/load-world.js'
import { loadTask } from '#worlds/task/load-task.js'
import { endOf, searchPlan } from '#worlds/search/search-plan.js'
import { stepsToKnow } from '#worlds/search/until-look.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, valuesOf, type Value } from '#worlds/value.js'
import { homeOf } from '../simulation/home/support.js'
import { learn } from './support/learn-home.js'

const home = must(await loadWorld({ world: 'home', task: 'find' }), 'find')
const find = withTask(home.domain, home.task)

const step = (skill: string, args: PlannedStep['args']): PlannedStep => ({ skill, args, path: '' })
const PICK = step('Pick', { item: 'keys' })
const seconds = (): number => 8
const written = (steps: readonly PlannedStep[] | null | undefined): readonly string[] =>
  (steps ?? []).map(formatStep)

/** The task with some facts at its start known better. */
const knowing = (facts: Readonly<Record<string, Value>>): TaskDomain =>
  withTask(home.domain, home.task, new Map([...find.start, ...Object.entries(facts)]))

describe('a check on a fact that nobody knows', () => {
  it('refuses as unknown and names the skill that observes it; after the observation it decides', () => {
    const refused = tryStep(PICK, find.initial, find)
    expect(refused.ok ? '' : refused.error).toMatchObject({
      checkId: 'unknown',
      text:
        'Pick needs that no person holds the thing, and location(keys) is unknown: ' +
        'put AskWhere item="keys" person="…" before it, which observes it',
    })
    const looks = stepsToKnow(find, find.initial, PICK)
    expect(written(looks)).toEqual(['GoTo place="sofa"', 'AskWhere item="keys" person="anna"'])
    const asked = endOf(find, find.initial, looks?.slice(0, 1) ?? []) ?? find.initial
    const ends = must(tryStep(step('AskWhere', { item: 'keys', person: 'anna' }), asked, find), 'asked').ends
    expect(ends.map((end) => end.get('location(keys)'))).toEqual(
      valuesOf(find.sorts.get('location(keys)') ?? never()),
    )
    const checks = ends.map((end) => {
      // held already: nothing is left to do
      const tried = tryStep(PICK, end, find)
      return tried.ok ? 'allowed' : tried.error.checkId
    })
    expect(new Set(checks)).toEqual(new Set(['same-place', 'allowed', 'not-with-person']))
  })

  it('of a container: a look at it says whether the thing in it can be reached', () => {
    const at = knowing({ 'location(keys)': 'drawer', at: 'drawer', robot_in: 'bedroom' })
    const refused = tryStep(PICK, at.initial, at)
    expect(refused.ok ? '' : refused.error.text).toContain(
      'open(drawer) is unknown: put Look closure="drawer" before it',
    )
    // to open it makes it known as well, and is needed if it is closed
    expect(written(stepsToKnow(at, at.initial, PICK))).toEqual(['Open container="drawer"'])
    const ends = must(tryStep(step('Look', { closure: 'drawer' }), at.initial, at), 'looked').ends
    expect(ends.map((end) => [end.get('open(drawer)'), tryStep(PICK, end, at).ok])).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('a person who has said not to know is not asked again: somebody else is', () => {
    const vain = knowing({ 'cannot_tell(anna, keys)': true })
    expect(written(stepsToKnow(vain, vain.initial, PICK)).at(-1)).toBe('AskWhere item="keys" person="ben"')
    const both = knowing({ 'cannot_tell(anna, keys)': true, 'cannot_tell(ben, keys)': true })
    expect(stepsToKnow(both, both.initial, PICK)).toBeNull()
  })
})

describe('a plan with facts that nobody knows', () => {
  it('ends with the look on which it depends how it goes on', () => {
    const plan = searchPlan(find, find.initial, seconds)
    expect(written(plan?.steps)).toEqual(['GoTo place="sofa"', 'AskWhere item="keys" person="anna"'])
    expect(plan?.waitsFor).toEqual(['location(keys)'])
    expect(plan?.points).toBe(-16)
  })

  it('reaches the goal once it is seen where the thing is, in a container of unknown state too', () => {
    const values = ['hall_table', 'fridge', 'drawer', 'medicine_cabinet', 'bedroom_floor', 'ben']
    for (const value of values) {
      const seen = knowing({ 'location(keys)': value })
      const plan = searchPlan(seen, seen.initial, seconds)
      expect([value, plan?.waitsFor]).toEqual([value, []])
      const end = endOf(seen, seen.initial, plan?.steps ?? [])
      expect(end?.get('location(keys)')).toBe('anna')
    }
  })

  it('does first what can be done anyhow', () => {
    const text = `
task: both
text: Bring Anna the keys, and put the apple on the kitchen table.
start: { location(keys): unknown }
goals:
  - { text: Anna has the keys, holds: location(keys) = anna }
  - { text: the apple is on the table, holds: location(apple) = kitchen_table }
score: [{ label: apple, points: 100, holds: location(apple) = kitchen_table }]
`
    const both = withTask(home.domain, must(loadTask(text, 'both.yaml', home.domain), 'both'))
    const plan = searchPlan(both, both.initial, seconds)
    expect(written(plan?.steps)).toContain('Place item="apple" place="kitchen_table"')
    expect(plan?.steps.at(-1)?.skill).toBe('AskWhere')
    expect(plan?.waitsFor).toEqual(['location(keys)'])
    expect(plan?.points).toBe(100)
  })

  it('is the whole plan where what is seen makes no difference', () => {
    const cabinet = knowing({ 'location(keys)': 'cabinet' })
    expect(cabinet.initial.get('open(cabinet)')).toBe(UNKNOWN)
    expect(searchPlan(cabinet, cabinet.initial, seconds)).toMatchObject({ waitsFor: [] })
  })
})

describe('the home learns to find', () => {
  it.each([1, 2, 3, 4, 5])(
    'seed %i: a tree that asks nobody, one that asks, one that brings the keys',
    async (seed) => {
      const { records } = await learn('find', seed, 'none', 5)
      const [first, ...later] = records
      expect(first?.endReason).toBe('tree-failure')
      const known = records.map(
        ({ memory }) => (memory as { facts: Record<string, Value> }).facts['location(keys)'],
      )
      // keys that the robot has seen on its way are known at once, and need no question
      const [check, advice] =
        known[0] === undefined ? ['unknown', 'put AskWhere item="keys"'] : ['same-place', 'put GoTo place=']
      expect(first?.refusals.map(({ checkId }) => checkId)).toEqual([check])
      expect(first?.refusals[0]?.text).toContain(advice)
      const asks = JSON.stringify(first?.update.patch).includes('AskWhere')
      expect(asks).toBe(known[0] === undefined)
      const start = Object.fromEntries(
        [...find.start].map(([fact, value]) => [fact, value === UNKNOWN ? 'unknown' : value]),
      )
      const truth = homeOf({ seed, task: 'find', start }).truth().get('location(keys)')
      expect(known.filter((place) => place !== undefined && place !== truth)).toEqual([])
      // from the episode on after which it is known, each brings them
      const bringing = later.filter((_, i) => known[i] !== undefined)
      expect(bringing.length).toBeGreaterThanOrEqual(2)
      for (const { endReason, score } of bringing) {
        expect(endReason).toBe('tree-success')
        expect(score.lines).toContainEqual({ label: 'keys with Anna', count: 1, points: 250 })
      }
    },
  )
})

function never(): never {
  throw new Error('the world has no such fact')
}
