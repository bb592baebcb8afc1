import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkLesson } from '#instructions/lessons/check-lesson.js'
import { afterTask, merged, pruned, type EndedTask } from '#instructions/lessons/learn/after-task.js'
import { lessonsFrom, type Attempt } from '#instructions/lessons/learn/from-attempts.js'
import { scopeOf } from '#instructions/lessons/learn/scope.js'
import { adviceText, type Lesson } from '#instructions/lessons/lesson.js'
import { sayLesson } from '#instructions/lessons/say-lesson.js'
import { UNKNOWN } from '#worlds/value.js'
import { attemptsOf, home, lessonOf, stateOf, tabletop, where } from './support/lessons.js'

const start = stateOf(tabletop)
const rules = (lessons: readonly Lesson[]): readonly string[] =>
  lessons.map(
    ({ scope, when, advice }) =>
      `${Object.entries(scope)
        .map(([name, range]) => `${name} in ${range}`)
        .join(', ')}: when ${when} ${adviceText(advice)}`,
  )
const learned = (...steps: Parameters<typeof attemptsOf> extends [unknown, ...infer S] ? S : never) =>
  rules(lessonsFrom(attemptsOf(start, ...steps), where(tabletop)))

const grasp = (item: string): readonly Attempt[] =>
  attemptsOf(
    start,
    [`Pick item=${item}`, 'failed'],
    [`Pick item=${item} approach=from_side`, { [`location(${item})`]: 'gripper' }],
  )
const task = (attempts: readonly Attempt[], more: Partial<EndedTask> = {}): EndedTask => ({
  ...where(tabletop),
  number: 1,
  attempts,
  recalled: [],
  completed: true,
  ...more,
})

describe('PRAG-07: what a failed step and the repair that worked teach', () => {
  it('another manner of the same step', () =>
    expect(rules(lessonsFrom(grasp('ball'), where(tabletop)))).toEqual([
      'item in ball: when true prefer Pick item=?item approach=from_side over Pick item=?item approach=from_above',
    ]))

  it('a step in between that changed the state', () =>
    expect(
      learned(
        ['Press button=red_button', 'failed'],
        ['Open closure=door', { 'open(door)': true }],
        ['Press button=red_button', { 'pressed(red_button)': true }],
      ),
    ).toEqual([
      'button in red_button, closure in door: when not open(?closure) first Open closure=?closure before Press button=?button',
    ]))

  it('of several steps in between, the one after the last failure', () =>
    expect(
      learned(
        ['Press button=red_button', 'failed'],
        ['Open closure=window', { 'open(window)': true }],
        ['Press button=red_button', 'failed'],
        ['Open closure=door', { 'open(door)': true }],
        ['Press button=red_button', { 'pressed(red_button)': true }],
      ),
    ).toEqual([expect.stringContaining('closure in door: when not open(?closure) first Open')]))

  it('a second try of the same step', () =>
    expect(
      learned(['Open closure=drawer', 'failed'], ['Open closure=drawer', { 'open(drawer)': true }]),
    ).toEqual(['closure in drawer: when true first Open closure=?closure before Open closure=?closure']))

  it('another skill with the same thing', () =>
    expect(
      learned(['Pick item=ball', 'failed'], ['Push item=ball towards=mat', { 'location(ball)': 'mat' }]),
    ).toEqual([
      'item in ball, towards in mat: when true prefer Push item=?item towards=?towards over Pick item=?item',
    ]))

  it('from what reached the aim after all, not from what was done meanwhile and undone', () =>
    expect(
      learned(
        ['Pick item=ball', { 'location(ball)': 'gripper' }],
        ['Place item=ball place=mat', 'failed'],
        ['Place item=ball place=table', { 'location(ball)': 'table' }],
        ['Open closure=box_lid', { 'open(box_lid)': true }],
        ['Pick item=ball', { 'location(ball)': 'gripper' }],
        ['Place item=ball place=mat', { 'location(ball)': 'mat' }],
      ),
    ).toEqual([
      'item in ball, place in mat, closure in box_lid: when not open(?closure) ' +
        'first Open closure=?closure before Place item=?item place=?place',
    ]))

  it('nothing where nothing worked, and nothing from what the twin refused', () => {
    expect(learned(['Pick item=ball', 'failed'], ['Pick item=ball', 'failed'])).toEqual([])
    expect(
      learned(
        ['Pick item=ball', 'refused'],
        ['Pick item=ball approach=from_side', { 'location(ball)': 'gripper' }],
      ),
    ).toEqual([])
  })

  it('where a thing was found that nobody knew of', () => {
    const hidden = stateOf(home, { 'location(milk)': UNKNOWN })
    const attempts = attemptsOf(hidden, ['Find item=milk', { 'location(milk)': 'fridge' }])
    const found = lessonsFrom(attempts, where(home))
    expect(rules(found)).toEqual([
      'item in milk, location in fridge: when true believe location(?item) = ?location',
    ])
  })

  it('whatever is tried, each lesson makes sense in its world and names its objects alone', () => {
    let count = 0
    const steps = tabletop.steps(20_000).filter(({ skill }) => skill !== 'Jog')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.boolean(), fc.nat()), { maxLength: 8 }), (script) => {
        let state = start
        const attempts = script.map(([at, works, again]): Attempt => {
          const step = steps[(again % 3 === 0 ? 5 : at) % steps.length]
          const { skill, args } = step ?? { skill: '', args: {} }
          const commands = tabletop.intend({ skill, args }, state)
          const [command] = commands.ok ? commands.value : []
          const verdict = command && tabletop.judge(state, command)
          const before = state
          if (verdict?.ok !== true) return { skill, args, before, after: before, outcome: 'refused' }
          if (works) [state] = verdict.value.outcomes
          return { skill, args, before, after: state, outcome: works ? 'done' : 'failed' }
        })
        for (const lesson of lessonsFrom(attempts, where(tabletop))) {
          count++
          expect(checkLesson(lesson, tabletop)).toMatchObject({ ok: true })
          expect(sayLesson(lesson, tabletop)).not.toMatch(/[?_]/)
        }
      }),
      { numRuns: 200, seed: 3 },
    )
    expect(count).toBeGreaterThan(20)
  })
})

describe('the scope of a lesson', () => {
  it('one object is no evidence for its type, two are', () => {
    const of = (...items: string[]) =>
      scopeOf({ with: items.map((item) => ({ item })), without: [] }, tabletop)
    expect(of('red_cube')).toEqual({ item: 'red_cube' })
    expect(of('red_cube', 'blue_cube')).toEqual({ item: 'cube' })
    expect(of('red_cube', 'ball')).toEqual({ item: 'item' })
  })

  it('covers every case that held, and no case that did not if they differ', () => {
    const items = [...(home.objects.keys() ?? [])].filter((name) => home.objects.get(name)?.type === 'item')
    fc.assert(
      fc.property(fc.subarray(items, { minLength: 2 }), fc.subarray(items), (held, failed) => {
        const others = failed.filter((item) => !held.includes(item))
        const evidence = { with: held.map((item) => ({ item })), without: others.map((item) => ({ item })) }
        const range = scopeOf(evidence, home)['item'] ?? ''
        const covered = home.vocabulary.types.has(range) ? items : range.split(' | ')
        expect(held.every((item) => covered.includes(item))).toBe(true)
        expect(others.some((item) => covered.includes(item))).toBe(false)
      }),
      { seed: 5 },
    )
  })
})

describe('after a task', () => {
  it('a second object makes a type of it; a third that behaves otherwise makes names of it', () => {
    const first = afterTask([], task(grasp('red_cube'))).lessons
    expect(first.map(({ scope }) => scope)).toEqual([{ item: 'red_cube' }])
    const second = afterTask(first, task(grasp('blue_cube'))).lessons
    expect(second).toMatchObject([{ scope: { item: 'cube' }, evidence: { held: 2, failed: 0 } }])
    const works = attemptsOf(start, ['Pick item=green_cube', { 'location(green_cube)': 'gripper' }])
    const third = afterTask(second, task(works)).lessons
    expect(third).toMatchObject([{ scope: { item: 'red_cube | blue_cube' }, status: 'active' }])
  })

  it('counts what held and what misled, whoever followed it, and retires what misleads', () => {
    const lesson = lessonOf({
      for: { item: 'ball' },
      prefer: 'Pick item=?item approach=from_side',
      over: 'Pick item=?item approach=from_above',
      evidence: { held: 1, failed: 0 },
    })
    const wrong = attemptsOf(
      start,
      ['Pick item=ball approach=from_side', 'failed'],
      ['Pick item=ball', { 'location(ball)': 'gripper' }],
    )
    const [after] = afterTask([lesson], task(wrong, { recalled: [lesson.id], number: 8 })).lessons
    expect(after).toMatchObject({
      evidence: { held: 1, failed: 2 },
      status: 'retired',
      use: { times: 1, last: 8 },
    })
    const [again] = afterTask([after as Lesson], task(grasp('ball'), { number: 9 })).lessons
    expect(again).toMatchObject({ evidence: { held: 2, failed: 2 }, status: 'retired' })
  })

  it('does not grow over objects for which the step worked, also before it was about them', () => {
    const worked = ['Pick item=green_cube', { 'location(green_cube)': 'gripper' }] as const
    const first = afterTask([], task([...grasp('red_cube'), ...attemptsOf(start, worked)])).lessons
    expect(first).toMatchObject([{ evidence: { held: 1, failed: 0, without: [{ item: 'green_cube' }] } }])
    const second = afterTask(first, task(grasp('blue_cube'))).lessons
    expect(second).toMatchObject([
      { scope: { item: 'red_cube | blue_cube' }, evidence: { held: 2, failed: 0 } },
    ])
  })

  it('learns nothing new from a task that was not completed', () =>
    expect(afterTask([], task(grasp('ball'), { completed: false })).lessons).toEqual([]))

  it('the same task again counts and adds nothing', () => {
    const once = afterTask([], task(grasp('ball'))).lessons
    const twice = afterTask(once, task(grasp('ball'))).lessons
    expect(twice).toMatchObject([{ scope: { item: 'ball' }, evidence: { held: 2, failed: 0 } }])
    expect(merged(twice, lessonsFrom(grasp('ball'), where(tabletop)), tabletop)).toEqual(twice)
  })

  it('PRAG-21: of too many lessons those of least use go first, the retired before all others', () => {
    const of = (item: string, times: number, status = 'active'): Lesson =>
      lessonOf({ avoid: `Pick item=${item}`, use: { times, last: times }, status })
    const all = [of('ball', 3), of('can', 9, 'retired'), of('cup', 0), of('plate', 5)]
    expect(pruned(all, 2).map(({ use }) => use.times)).toEqual([3, 5])
    expect(pruned(all, 3).map(({ use }) => use.times)).toEqual([3, 0, 5])
    expect(pruned(all, 4)).toBe(all)
  })
})
