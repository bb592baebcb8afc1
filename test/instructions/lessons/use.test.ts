import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tryStep } from '#twin/plan/try-step.js'
import { searchPlan } from '#worlds/search/search-plan.js'
import { UNKNOWN } from '#worlds/value.js'
import { sayLesson } from '#instructions/lessons/say-lesson.js'
import { keyOf } from '#instructions/lessons/scene.js'
import { guesses } from '#instructions/lessons/use/believed.js'
import { received, released } from '#instructions/lessons/use/foreign.js'
import { costOf, isProved, planWithLessons, withLessons } from '#instructions/lessons/use/plan-with.js'
import { cosine, relevant, type Embedder } from '#instructions/lessons/use/relevant.js'
import type { ReadyLesson } from '#instructions/lessons/check-lesson.js'
import { goalsIn, home, lessonOf, readyOf, stateOf, tabletop } from './support/lessons.js'

const SIDE = {
  for: { item: 'cube' },
  prefer: 'Pick item=?item approach=from_side',
  over: 'Pick item=?item approach=from_above',
}
const DOOR = {
  for: { button: 'button' },
  when: 'not open(door)',
  first: 'Open closure=door',
  before: 'Press button=?button',
}

const steps = (goals: readonly string[], lessons: readonly ReadyLesson[], never: readonly string[] = []) => {
  const domain = goalsIn(tabletop, goals, never)
  const plan = planWithLessons(
    domain,
    domain.initial,
    lessons,
    (inside) => searchPlan(inside, inside.initial, () => 0)?.steps,
  )
  const text = plan?.steps.map(({ skill, args }) => [skill, ...Object.values(args)].join(' ')).join(', ')
  return { text, plan, domain }
}

describe('a plan with lessons', () => {
  it('takes the manner that is preferred', () =>
    expect(steps(['location(red_cube) = left_tray'], [readyOf(SIDE)]).text).toBe(
      'Pick red_cube from_side, Place red_cube left_tray',
    ))

  it('makes a learned condition true first, by whatever steps the twin has for it', () => {
    const { text, plan } = steps(['pressed(red_button)'], [readyOf(DOOR)])
    expect(text).toBe('Open door, Press red_button')
    expect(plan?.followed).toHaveLength(1)
  })

  it('tries twice what takes a second try, once there is more than one case of it', () => {
    const repeat = {
      for: { closure: 'closure' },
      first: 'Open closure=?closure',
      before: 'Open closure=?closure',
    }
    expect([...(steps(['open(drawer)'], [readyOf(repeat)]).plan?.tries ?? [])]).toEqual([[0, 2]])
    const once = readyOf({ ...repeat, evidence: { held: 1, failed: 0 } })
    expect(steps(['open(drawer)'], [once]).plan?.tries.size).toBe(0)
  })

  it('lets go of a lesson that leaves no way, and of one that a constraint forbids to follow', () => {
    const avoid = readyOf({ for: { item: 'item' }, avoid: 'Pick item=?item' })
    const { text, plan } = steps(['location(ball) = mat'], [avoid])
    expect(text).toBe('Pick ball, Place ball mat')
    expect(plan?.ignored).toEqual([avoid])
    expect(steps(['pressed(red_button)'], [readyOf(DOOR)], ['open(door)']).text).toBe('Press red_button')
  })

  it('of two lessons that contradict each other the better founded counts', () => {
    const other = readyOf({
      for: SIDE.for,
      prefer: SIDE.over,
      over: SIDE.prefer,
      evidence: { held: 1, failed: 0 },
    })
    for (const lessons of [
      [readyOf(SIDE), other],
      [other, readyOf(SIDE)],
    ])
      expect(steps(['location(red_cube) = left_tray'], lessons).text).toContain('Pick red_cube from_side')
  })

  it('never overrides the twin: whatever the lessons, the plan is permitted, reaches its goals and keeps to `never`', () => {
    const calls = [
      'Pick item=?item',
      'Pick item=?item approach=from_side',
      'Place item=?item',
      'Open closure=drawer',
    ]
    const call = fc.constantFrom(...calls)
    const scope = fc.constantFrom('item', 'cube', 'object', 'ball')
    const when = fc.constantFrom('true', 'not open(drawer)', 'location(?item) = table', 'open(door)')
    const advice = fc.oneof(
      call.map((avoid) => ({ avoid })),
      fc.tuple(call, call).map(([prefer, over]) => ({ prefer, over })),
      fc.tuple(call, call).map(([first, before]) => ({ first, before })),
    )
    const lesson = fc
      .tuple(scope, when, advice)
      .map(([item, holds, rule]) => readyOf({ for: { item }, when: holds, ...rule }))
    let planned = 0
    fc.assert(
      fc.property(
        fc.array(lesson, { maxLength: 4 }),
        fc.constantFrom('ball', 'red_cube'),
        (lessons, item) => {
          const goals = [`location(${item}) = drawer_inside`, 'not open(drawer)']
          const { plan, domain } = steps(goals, lessons, ['open(window)'])
          expect(plan).not.toBeNull()
          let state = domain.initial
          for (const step of plan?.steps ?? []) {
            const tried = tryStep(step, state, domain)
            expect(tried.ok).toBe(true)
            if (tried.ok) state = tried.value.ends[0] ?? state
            expect(state.get('open(window)')).toBe(false)
          }
          expect([state.get(`location(${item})`), state.get('open(drawer)')]).toEqual([
            'drawer_inside',
            false,
          ])
          expect(isProved(domain, domain.initial, plan?.steps ?? [])).toBe(true)
          planned++
        },
      ),
      { numRuns: 25, seed: 11 },
    )
    expect(planned).toBeGreaterThanOrEqual(25)
  }, 120_000)

  it('any other search can plan in the world as lessons describe it', () => {
    const domain = goalsIn(tabletop, ['pressed(red_button)'])
    const inside = withLessons(domain, [readyOf(DOOR)])
    expect(searchPlan(inside, inside.initial, () => 0)?.steps.map(({ skill }) => skill)).toEqual([
      'Open',
      'Press',
    ])
    expect(searchPlan(domain, domain.initial, () => 0)?.steps.map(({ skill }) => skill)).toEqual(['Press'])
  })

  it('costs more where lessons warn and less where they advise', () => {
    const domain = goalsIn(tabletop, ['open(door)'])
    const cost = (args: Record<string, string>) =>
      costOf({ skill: 'Pick', args }, domain.initial, [readyOf(SIDE)], domain)
    expect(cost({ item: 'red_cube' })).toBeGreaterThan(0)
    expect(cost({ item: 'red_cube', approach: 'from_side' })).toBeLessThan(0)
    expect(cost({ item: 'ball' })).toBe(0)
  })
})

describe('PRAG-08: retrieval', () => {
  const lessons = ['ball', 'can', 'cup', 'plate', 'red_cube', 'blue_cube'].map((item) =>
    lessonOf({
      for: { item },
      avoid: 'Pick item=?item',
      key: { instruction: `put the ${item.replace('_', ' ')} into the drawer`, scene: 'a table' },
    }),
  )
  // one rule for each object: in a memory they would be one
  const distinct = lessons.map((lesson, at) => ({ ...lesson, id: `${at}` }))
  const situation = (order: string) => ({
    key: keyOf(order, tabletop, tabletop.initial, ['cup']),
    domain: tabletop,
    state: tabletop.initial,
  })
  const names = (found: readonly ReadyLesson[]) => found.map(({ lesson }) => lesson.scope['item'])

  it('finds what is about the same words first, also when they are misspelt', () => {
    expect(names(relevant(distinct, situation('take the cup away'), { most: 1 }))).toEqual(['cup'])
    expect(
      names(
        relevant(distinct, { ...situation(''), key: { instruction: 'the plat', scene: '' } }, { most: 1 }),
      ),
    ).toEqual(['plate'])
  })

  it('gives as many as are asked for, and all for -1 or where there are fewer', () => {
    expect(relevant(distinct, situation('the cup'), { most: 2 })).toHaveLength(2)
    expect(relevant(distinct, situation('the cup'), { most: -1 })).toHaveLength(6)
    expect(relevant(distinct, situation('the cup'), { most: 60 })).toHaveLength(6)
    expect(relevant([], situation('the cup'))).toEqual([])
  })

  it('an embedder has a say where there is one', () => {
    const embedder: Embedder = { id: 'of a test', embed: (text: string) => [text.includes('can') ? 1 : 0, 1] }
    const wanted = { ...situation(''), key: { instruction: 'the can opener', scene: '' } }
    expect(names(relevant(distinct, wanted, { most: 1, embedder }))).toEqual(['can'])
    expect(cosine([0, 0], [1, 1])).toBe(0)
    expect(cosine([1, 0], [1, 0, 0])).toBe(0)
    expect(cosine([3, 4], [3, 4])).toBeCloseTo(1)
  })

  it('leaves out what cannot hold here, is of another world, or not in use', () => {
    const odd = [
      lessonOf({ for: { item: 'crate' }, when: 'fits(?item)', avoid: 'Push item=?item' }),
      lessonOf({ avoid: 'Fly' }),
      lessonOf({ avoid: 'Pick item=ball', status: 'retired' }),
      lessonOf({ avoid: 'Pick item=ball', status: 'quarantined' }),
    ]
    expect(relevant(odd, situation('push the crate'))).toEqual([])
    const possible = lessonOf({
      for: { closure: 'closure' },
      when: 'open(?closure)',
      avoid: 'Open closure=?closure',
    })
    expect(relevant([possible], situation('x'))).toHaveLength(1)
  })
})

describe('lessons of another robot', () => {
  const foreign = (data: object) => ({
    ...lessonOf(data),
    origin: { robot: 'other', world: 'tabletop', skills: 'x' },
  })
  const here = { robot: 'arm', domain: tabletop }

  it('PRAG-21: wait in quarantine until their skills match and the twin agrees', () => {
    const taken = received(foreign(SIDE), here)
    expect(taken.status).toBe('quarantined')
    expect(released(taken, here).status).toBe('active')
    const own = lessonOf(SIDE)
    expect(received(own, here)).toBe(own)
  })

  it.each([
    [{ avoid: 'Fly' }],
    [{ for: { item: 'ball' }, prefer: 'Push item=?item towards=mat', over: 'Pick item=?item' }],
    [
      {
        when: 'pressed(red_button) and not pressed(red_button)',
        first: 'Open closure=door',
        before: 'Open closure=window',
      },
    ],
  ])('and stay there otherwise: %j', (data) => {
    expect(released(received(foreign(data), here), here).status).toBe('quarantined')
  })
})

it('what was found before is where to look first, and proves nothing', () => {
  const believe = readyOf(
    { for: { item: 'milk', place: 'fridge' }, believe: 'location(?item) = ?place' },
    home,
  )
  const hidden = stateOf(home, { 'location(milk)': UNKNOWN })
  expect(guesses([believe], home, hidden)).toEqual([{ fact: 'location(milk)', value: 'fridge', trust: 0.75 }])
  expect(guesses([believe], home, home.initial)).toEqual([])
})

it.each([
  [SIDE, 'Pick a cube (approach: from side) rather than Pick a cube (approach: from above).'],
  [DOOR, 'While door is not open, Open (closure: door) before you Press a button.'],
  [{ for: { item: 'ball' }, avoid: 'Pick item=?item' }, 'Do not Pick the ball.'],
  [
    {
      for: { item: 'red_cube | can', place: 'mat' },
      when: 'location(?item) = ?place',
      avoid: 'Pick item=?item',
    },
    'While the location of the red cube or the can is the mat, do not Pick the red cube or the can.',
  ],
])('a lesson in words: %j', (data, words) => expect(sayLesson(lessonOf(data), tabletop)).toBe(words))
