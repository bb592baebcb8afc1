import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { checkLesson, type ReadyLesson } from '#instructions/lessons/check-lesson.js'
import { attemptOf, type Step } from '#instructions/repair/attempt.js'
import { goOn, type Further } from '#instructions/repair/go-on.js'
import type { Fluents } from '#worlds/value.js'
import { lessonOf } from '../lessons/support/lessons.js'
import { but, smallTask, STORE } from './small-worlds.js'

const domain = smallTask(STORE.replace('FAILS', '[]'), ['place(red) = shelf'])
const PICK: Step = { skill: 'Pick', args: { box: 'red' } }
const fails = (step: Step, state: Fluents) =>
  attemptOf(domain, step, state, { reported: 'failed', seen: state, reason: 'it is stuck' })

const stepsOf = (further: Further): string =>
  further.kind === 'plan'
    ? further.steps.map(({ skill, args }) => [skill, ...Object.values(args)].join(' ')).join(', ')
    : ''

describe('MOD-13, PRAG-05: what comes after a tree', () => {
  it('is nothing where the goals hold, whatever has failed on the way', () => {
    expect(
      goOn(domain, [fails(PICK, domain.initial)], but(domain.initial, { 'place(red)': 'shelf' })),
    ).toEqual({
      kind: 'done',
      unseen: [],
    })
  })

  it('is another way from where the robot stands, and what has failed in the same state is no part of it', () => {
    const further = goOn(domain, [fails(PICK, domain.initial)], domain.initial)
    expect(stepsOf(further)).toBe('Pick red side, Put red shelf')
    const side: Step = { skill: 'Pick', args: { box: 'red', way: 'side' } }
    const held = but(domain.initial, { 'held(red)': true })
    const put: Step = { skill: 'Put', args: { box: 'red', spot: 'shelf' } }
    const worked = attemptOf(domain, side, domain.initial, { reported: 'done', seen: held })
    expect(worked.outcome).toBe('done')
    expect(stepsOf(goOn(domain, [fails(PICK, domain.initial), worked], held))).toBe('Put red shelf')
    expect(goOn(domain, [worked, fails(put, held)], held).kind).not.toBe('done')
  })

  it('forgets what it doubts before it looks', () => {
    const side: Step = { skill: 'Pick', args: { box: 'red', way: 'side' } }
    const further = goOn(domain, [fails(side, domain.initial), fails(PICK, domain.initial)], domain.initial)
    expect(stepsOf(further)).toBe('Weigh red')
    expect(further.kind === 'plan' && further.belief.get('heavy(red)')).toBe('?')
  })

  it('follows what was learned, and does without it where no plan is left with it', () => {
    const lesson = (data: object) =>
      must(checkLesson(lessonOf({ for: { box: 'box' }, ...data }, domain), domain), 'a lesson')
    const tried = [fails(PICK, domain.initial)]
    const after = (lessons: readonly ReadyLesson[]) =>
      stepsOf(goOn(domain, tried, domain.initial, { lessons }))
    expect(after([])).toBe('Pick red side, Put red shelf')
    const weigh = lesson({ when: 'not rod_held', first: 'Weigh box=?box', before: 'Pick box=?box way=side' })
    const avoid = lesson({ avoid: 'Pick box=?box way=side' })
    const plain = lesson({ avoid: 'Push box=?box' })
    expect(after([plain])).toBe('Pick red side, Put red shelf')
    // nothing here picks up the rod, and nothing else reaches the shelf
    for (const one of [weigh, avoid])
      expect(after([one])).toMatch(/^(Weigh red|Pick red side, Put red shelf)$/)
    expect(after([avoid])).not.toBe('')
  })

  it('is a question where nothing is left to try', () => {
    const blind = smallTask(STORE.replace('FAILS', '[]').replace(/ {2}Weigh:[\s\S]*$/, ''), [
      'place(red) = shelf',
    ])
    const side: Step = { skill: 'Pick', args: { box: 'red', way: 'side' } }
    const further = goOn(blind, [fails(side, blind.initial), fails(PICK, blind.initial)], blind.initial)
    expect(further).toMatchObject({ kind: 'ask', question: { about: { kind: 'step', step: PICK } } })
  })
})
