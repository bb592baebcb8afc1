import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { gather } from '#detector/evidence.js'
import { attemptOf, type Attempt, type Sight, type Step } from '#instructions/repair/attempt.js'
import { sayDone, sayEvent, type PursuitEvent } from '#instructions/repair/events.js'
import { goOn } from '#instructions/repair/go-on.js'
import { pursuit } from '#instructions/repair/pursuit.js'
import { tryStep } from '#twin/plan/try-step.js'
import type { Evidence } from '#worlds/run/judgement.js'
import { UNKNOWN, valuesOf, type Fluents, type Value } from '#worlds/value.js'
import { but, smallTask, STORE } from './small-worlds.js'

/** A spot that the camera does not see from where the robot works, and a skill that goes and looks. */
const HIDDEN = STORE.replace('FAILS', '[]').concat(`  Look:
    text: look where a box is
    ports:
      box: { is: box, text: which }
    done: known(place(?box))
    checks: [{ id: free, text: the gripper is free, holds: free }]
    effect: []
    observes: [place(?box)]
    expected: [{ text: 'it is known', holds: known(place(?box)) }]
`)
const blind = smallTask(STORE.replace('FAILS', '[]'), ['place(red) = shelf'])
const seeing = smallTask(HIDDEN, ['place(red) = shelf'])
const PUT: Step = { skill: 'Put', args: { box: 'red', spot: 'shelf' } }
const held = but(blind.initial, { 'held(red)': true })
const put = but(blind.initial, { 'place(red)': 'shelf' })

const evidence = (facts: Readonly<Record<string, Value>>, confidence = 0.95): Evidence =>
  gather(blind.sorts, {
    sensor: [],
    sight: Object.entries(facts).map(([fact, value]) => ({ fact, value, confidence })),
  }).evidence
/** The robot says that it has put the box down; a picture shows this much. */
const putDown = (shown: Readonly<Record<string, Value>>, confidence?: number): Attempt =>
  attemptOf(blind, PUT, held, { reported: 'done', seen: put, evidence: evidence(shown, confidence) })

describe("PRAG-03: the robot's word against what is seen", () => {
  it('has done what a picture shows', () => {
    const attempt = putDown({ 'place(red)': 'shelf' })
    expect(attempt).toMatchObject({ outcome: 'done', judged: { after: { answer: 'yes', by: ['sight'] } } })
    expect(attempt.judged?.after.confidence).toBeCloseTo(0.95)
  })

  it('has failed where a picture shows otherwise, and that is believed', () => {
    const attempt = putDown({ 'place(red)': 'left' })
    expect(attempt).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('not come true that the red box is at the shelf') as string,
      judged: { after: { answer: 'no', what: 'the red box is at the shelf' } },
    })
    expect(attempt.after.get('place(red)')).toBe('left')
  })

  it('does not mind a picture that is wrong as often as right', () => {
    expect(putDown({ 'place(red)': 'left' }, 0.4)).toMatchObject({
      outcome: 'done',
      judged: { after: { answer: 'not to be seen', what: 'the red box is at the shelf' } },
    })
  })

  it('is believed where nobody can see it, and that is said', () => {
    const attempt = putDown({})
    expect(attempt).toMatchObject({
      outcome: 'done',
      judged: { after: { answer: 'not to be seen', by: [], unseen: ['place(red)'] } },
    })
    expect(sayEvent({ kind: 'attempt', attempt })).toBe('done (nobody has seen it): Put: red, shelf')
  })

  it('needs more than the word of the robot where nothing of it is believed', () => {
    // reported as done, and nothing has happened
    const nothing = attemptOf(blind, PUT, held, { reported: 'done', seen: held })
    expect(nothing).toMatchObject({ outcome: 'failed', judged: { after: { answer: 'no', by: ['sensor'] } } })
  })

  it('is judged as before where sensors show everything, whatever is done in whatever state', () => {
    const steps = seeing.steps(200)
    const facts = [...seeing.sorts.keys()]
    const state = fc
      .tuple(...facts.map((fact) => fc.constantFrom(...values(fact), UNKNOWN)))
      .map(
        (values): Fluents =>
          new Map([...seeing.initial, ...facts.map((fact, at) => [fact, values[at] ?? UNKNOWN] as const)]),
      )
    let judgedNo = 0
    fc.assert(
      fc.property(state, state, fc.constantFrom(...steps), (before, seen, step) => {
        const tried = tryStep(step, before, seeing)
        // a step for which nothing was left to do is never sent
        fc.pre(tried.ok && tried.value.commands.length > 0)
        const asked = attemptOf(seeing, step, before, { reported: 'done', seen })
        const unasked = attemptOf(seeing, step, before, { reported: 'done', seen, judged: null })
        if (asked.judged?.after.answer === 'no') judgedNo++
        expect(asked.outcome).toBe(unasked.outcome)
      }),
      { numRuns: 400 },
    )
    expect(judgedNo).toBeGreaterThan(20)
  })
})

function values(fact: string): readonly Value[] {
  const sort = seeing.sorts.get(fact)
  return sort === undefined ? [] : valuesOf(sort)
}

/** Plays a pursuit in which the picture never shows the shelf, but a look does. */
function pursued(domain: typeof blind, look: (truth: Fluents) => Sight, puts = true) {
  const events: PursuitEvent[] = []
  const given: string[] = []
  let truth: Fluents = domain.initial
  const execute = (step: Step): Sight => {
    given.push([step.skill, ...Object.values(step.args)].join(' '))
    if (step.skill === 'Look') return look(truth)
    const tried = tryStep(step, truth, domain)
    const after = (tried.ok ? tried.value.ends[0] : undefined) ?? truth
    // the first time it drops the box beside the shelf, and does not know
    const isLost = step.skill === 'Put' && !puts && given.filter((one) => one.startsWith('Put')).length === 1
    truth = isLost ? new Map([...after, ['place(red)', 'left']]) : after
    const shown = [...truth].filter(([fact]) => !fact.startsWith('place('))
    return {
      reported: 'done',
      seen: after,
      evidence: gather(domain.sorts, {
        sensor: [],
        sight: shown.flatMap(([fact, value]) =>
          domain.sorts.has(fact) ? [{ fact, value, confidence: 0.95 }] : [],
        ),
      }).evidence,
    }
  }
  const run = pursuit({ domain, listen: (event) => events.push(event) }, domain.initial, LIMITS)
  for (let next = run.next(); ;) {
    if (next.done === true)
      return { end: next.value, given, words: events.flatMap((event) => sayEvent(event) ?? []) }
    if (next.value.kind !== 'execute') throw new Error('nobody is to be asked')
    next = run.next({ kind: 'sight', sight: execute(next.value.step) })
  }
}
const LIMITS = { steps: 20, repairs: 10, questions: 0 }
const shows = (truth: Fluents): Sight => ({
  reported: 'done',
  seen: new Map([...truth].filter(([fact]) => fact === 'place(red)')),
})
const showsNothing = (): Sight => ({ reported: 'done', seen: new Map() })

describe('PRAG-03: what nobody has seen is looked at', () => {
  it('where there is a look, before it counts as done', () => {
    const { given, end, words } = pursued(seeing, shows)
    expect(given).toEqual(['Pick red', 'Put red shelf', 'Look red'])
    expect(end.kind).toBe('done')
    expect(words).toContain('I look: Look: red')
  })

  it('and is repaired where the look shows otherwise', () => {
    const { given, end } = pursued(seeing, shows, false)
    expect(given.slice(0, 3)).toEqual(['Pick red', 'Put red shelf', 'Look red'])
    expect(given.slice(3)).toEqual(['Pick red', 'Put red shelf', 'Look red'])
    expect(end.kind).toBe('done')
  })

  it('is as it was believed where the look shows nothing, or there is none', () => {
    expect(pursued(seeing, showsNothing).given).toEqual(['Pick red', 'Put red shelf', 'Look red'])
    expect(pursued(seeing, showsNothing).end.kind).toBe('done')
    expect(pursued(blind, shows).given).toEqual(['Pick red', 'Put red shelf'])
  })
})

describe('PRAG-03: what comes after a tree of which nobody has seen the end', () => {
  const believed = (domain: typeof blind): Attempt =>
    attemptOf(domain, PUT, but(domain.initial, { 'held(red)': true }), {
      reported: 'done',
      seen: but(domain.initial, { 'place(red)': 'shelf' }),
      evidence: evidence({}),
    })
  const at = (domain: typeof blind) => but(domain.initial, { 'place(red)': 'shelf' })

  it('is a look, and the end where there is none: that is said', () => {
    expect(goOn(seeing, [believed(seeing)], at(seeing))).toMatchObject({
      kind: 'plan',
      steps: [{ skill: 'Look', args: { box: 'red' } }],
      why: 'Nobody has seen whether the red box is at the shelf. I look: Look: red',
    })
    const further = goOn(blind, [believed(blind)], at(blind))
    expect(further).toEqual({ kind: 'done', unseen: ['the red box is at the shelf'] })
    expect(sayDone(['the red box is at the shelf'])).toBe(
      'It is done, as far as I can tell: nobody has seen whether the red box is at the shelf.',
    )
  })

  it('is the end once the look was made, whatever it has shown of it', () => {
    const look: Step = { skill: 'Look', args: { box: 'red' } }
    const unknown = new Map([...at(seeing), ['place(red)', UNKNOWN] as const])
    const saw = attemptOf(seeing, look, unknown, { reported: 'done', seen: at(seeing) })
    expect(goOn(seeing, [believed(seeing), saw], at(seeing))).toEqual({ kind: 'done', unseen: [] })
    const saw0 = attemptOf(seeing, look, unknown, { reported: 'done', seen: new Map() })
    expect(goOn(seeing, [believed(seeing), saw0], unknown)).toEqual({
      kind: 'done',
      unseen: ['the red box is at the shelf'],
    })
    const other = but(seeing.initial, { 'place(red)': 'left' })
    const sawOther = attemptOf(seeing, look, unknown, { reported: 'done', seen: other })
    expect(goOn(seeing, [believed(seeing), sawOther], other)).toMatchObject({ kind: 'plan', steps: [{}, {}] })
  })

  it('does not matter where the goals do not need it', () => {
    const blue = smallTask(HIDDEN, ['place(blue) = right'])
    expect(goOn(blue, [believed(blue)], at(blue))).toEqual({ kind: 'done', unseen: [] })
    expect(must(seeing.intend(PUT, seeing.initial), 'a step')).toHaveLength(1)
  })
})
