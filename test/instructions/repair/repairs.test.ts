import { describe, expect, it } from 'vitest'
import { attemptOf, type Attempt, type Sight, type Step } from '#instructions/repair/attempt.js'
import { planThrough } from '#instructions/repair/proof.js'
import type { Repair } from '#instructions/repair/ranking.js'
import { repairsFor } from '#instructions/repair/repairs.js'
import { ShortTermMemory } from '#instructions/repair/short-term-memory.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import { but, smallTask, STORE } from './small-worlds.js'

const CHANCE = '[{ text: the fingers close beside it, chance: 0.2, effect: [] }]'
const worldOf = (fails: string): string => STORE.replace('FAILS', fails)
const failed = (seen: Fluents): Sight => ({ reported: 'failed', seen, reason: 'it did not move' })

/** What is done about a step that fails and leaves a state behind. */
function afterFailure(domain: TaskDomain, step: Step, seen: Fluents = domain.initial, from = domain.initial) {
  const memory = new ShortTermMemory(domain)
  const attempt = attemptOf(domain, step, from, failed(seen))
  memory.record(attempt)
  return { memory, attempt, repairs: repairsFor(attempt, attempt.after, { domain, memory }) }
}

const kinds = (repairs: readonly Repair[]): string[] => repairs.map(({ kind }) => kind)
const firstOf = (repairs: readonly Repair[], kind: Repair['kind']): string => {
  const found = repairs.find((repair) => repair.kind === kind)
  if (found === undefined || found.kind === 'ask') return ''
  return found.steps.map(({ skill, args }) => `${skill} ${Object.values(args).join(' ')}`).join(', ')
}
const PICK: Step = { skill: 'Pick', args: { box: 'red' } }
const PUSH: Step = { skill: 'Push', args: { box: 'red', spot: 'right' } }

describe('PRAG-04: what was tried in a task', () => {
  it('refuses the same step in the same state once it has failed, and permits it when the state differs', () => {
    const domain = smallTask(worldOf('[]'), ['place(red) = shelf'])
    const { memory } = afterFailure(domain, PICK)
    expect(memory.refusal(PICK, domain.initial)).toContain('failed once in the same state: it did not move')
    expect(memory.refusal({ skill: 'Pick', args: { box: 'blue' } }, domain.initial)).toBeUndefined()
    // the place of the other box is nothing that Pick looks at
    expect(memory.refusal(PICK, but(domain.initial, { 'place(blue)': 'shelf' }))).toBeDefined()
    expect(memory.refusal(PICK, but(domain.initial, { rod_held: true }))).toBeUndefined()
    memory.forgive(PICK)
    expect(memory.refusal(PICK, domain.initial)).toBeUndefined()
  })

  it('permits what the world declares as chance again, but not for ever', () => {
    const domain = smallTask(worldOf(CHANCE), ['place(red) = shelf'])
    const memory = new ShortTermMemory(domain)
    let tries = 0
    for (; memory.refusal(PICK, domain.initial) === undefined && tries < 50; tries++)
      memory.record(attemptOf(domain, PICK, domain.initial, failed(domain.initial)))
    expect(tries).toBeGreaterThanOrEqual(3)
    expect(tries).toBeLessThanOrEqual(8)
  })

  it('MOD-13: tells done, failed and unproved apart by what is seen, not by what is reported', () => {
    const domain = smallTask(worldOf('[]'), ['place(red) = shelf'])
    const outcome = (sight: Sight): Attempt['outcome'] =>
      attemptOf(domain, PICK, domain.initial, sight).outcome
    const held = but(domain.initial, { 'held(red)': true })
    expect(outcome({ reported: 'done', seen: held })).toBe('done')
    expect(outcome({ reported: 'failed', seen: held })).toBe('done')
    expect(outcome({ reported: 'done', seen: domain.initial })).toBe('failed')
    expect(outcome({ reported: 'done', seen: but(domain.initial, { 'held(red)': '?' }) })).toBe('unproved')
    expect(outcome({ reported: 'refused', seen: held })).toBe('refused')
  })
})

describe('PRAG-05: what can be done about a step that was not done', () => {
  it('is the step again only where the world declares its failure', () => {
    const goals = ['place(red) = shelf']
    expect(kinds(afterFailure(smallTask(worldOf(CHANCE), goals), PICK).repairs)[0]).toBe('again')
    expect(kinds(afterFailure(smallTask(worldOf('[]'), goals), PICK).repairs)).not.toContain('again')
  })

  it('is another grasp, another thing, another skill', () => {
    const shelf = afterFailure(smallTask(worldOf('[]'), ['place(red) = shelf']), PICK).repairs
    expect(firstOf(shelf, 'manner')).toBe('Pick red side, Put red shelf')
    const either = ['exists ?b in box (place(?b) = shelf)']
    const another = afterFailure(smallTask(worldOf('[]'), either), PICK).repairs
    expect(firstOf(another, 'argument')).toBe('Pick blue, Put blue shelf')
    const free = but(smallTask(worldOf('[]'), []).initial, { 'place(blue)': 'shelf' })
    const floor = afterFailure(smallTask(worldOf('[]'), ['place(red) = right']), PICK, free, free).repairs
    expect(firstOf(floor, 'skill')).toBe('Push red right')
  })

  it('is what makes a broken check true, or takes away what is in the way', () => {
    const domain = smallTask(worldOf('[]'), ['place(red) = right'])
    const believed = but(domain.initial, { 'place(blue)': 'shelf' })
    const blocked = afterFailure(domain, PUSH, but(believed, { 'place(blue)': 'right' }), believed).repairs
    expect(firstOf(blocked, 'clear')).toBe('Pick blue, Put blue shelf, Push red right')
    const shelf = smallTask(worldOf('[]'), ['place(red) = shelf'])
    const { repairs } = afterFailure(shelf, PICK, but(shelf.initial, { 'held(blue)': true }))
    expect(firstOf(repairs, 'precondition')).toBe('Put blue right, Pick red, Put red shelf')
  })

  it('is a look where something is unknown, or where all was as believed and it failed all the same', () => {
    const unknown = smallTask(
      worldOf('[]').replace(
        'whether a box is heavy, is: bool, start: false',
        'whether a box is heavy, is: bool, start: unknown',
      ),
      ['place(red) = shelf'],
    )
    expect(firstOf(afterFailure(unknown, PICK).repairs, 'look')).toBe('Weigh red')
    const doubtful = afterFailure(smallTask(worldOf('[]'), ['place(red) = shelf']), PICK).repairs
    const look = doubtful.find(({ kind }) => kind === 'look')
    expect(look).toMatchObject({ doubts: ['heavy(red)'], waitsFor: ['heavy(red)'] })
  })

  it('ends with a question in words, after all that can be done without one', () => {
    const { repairs } = afterFailure(smallTask(worldOf('[]'), ['place(red) = shelf']), PICK)
    expect(kinds(repairs).at(-1)).toBe('ask')
    expect(repairs.at(-1)).toMatchObject({
      question: {
        text: 'Pick: red was not done: it did not move. Can you help with it, so that I can go on?',
      },
    })
  })

  it('is proved in the twin, each of them, and ordered by cost', () => {
    let checked = 0
    for (const goals of [
      ['place(red) = shelf'],
      ['exists ?b in box (place(?b) = shelf)'],
      ['place(red) = right'],
    ])
      for (const fails of ['[]', CHANCE]) {
        const domain = smallTask(worldOf(fails), goals)
        const { repairs, attempt } = afterFailure(domain, PICK)
        const moves = repairs.flatMap((repair) => (repair.kind === 'ask' ? [] : [repair]))
        for (const { steps, waitsFor, doubts } of moves.filter((one) => one.doubts.length === 0)) {
          checked++
          expect(doubts).toEqual([])
          expect(planThrough(domain, attempt.after, steps)).toMatchObject({ steps, waitsFor })
        }
        const costs = moves.map(({ cost }) => cost)
        expect(costs).toEqual([...costs].sort((a, b) => a - b))
      }
    expect(checked).toBeGreaterThan(12)
  })

  it('takes the order of a model where it makes sense, and its own where it does not', () => {
    const domain = smallTask(worldOf('[]'), ['place(red) = shelf'])
    const { attempt, memory, repairs } = afterFailure(domain, PICK)
    const rank = (order: readonly number[]) =>
      repairsFor(attempt, attempt.after, { domain, memory, rank: () => order })
    expect(rank([])).toEqual(repairs)
    expect(rank([99, -1, NaN, 0.5])).toEqual(repairs)
    expect(kinds(rank([repairs.length - 1]))).toEqual(['ask', ...kinds(repairs.slice(0, -1))])
    expect(rank([1, 1, 0])).toHaveLength(repairs.length)
  })
})
