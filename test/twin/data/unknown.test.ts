import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import type { PlanNode } from '#twin/plan/plan-node.js'
import type { DataDomain } from '#worlds/assemble.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { observeFluents, readFluents } from '#worlds/run/observe-fluents.js'
import { UNKNOWN } from '#worlds/value.js'
import { fold } from './worlds.js'

/** A robot that does not know where the mug is, nor how heavy the box is. */
const TEXT = `domain: search
text: A robot looks for a mug.
types:
  room: [hall, kitchen, study]
  item: [mug, key]
  hand: [gripper]
state:
  at: { is: room, start: hall }
  location(item): { is: room | hand, start: { mug: unknown, key: hall } }
  locked(room): { is: bool, start: { study: unknown, else: false } }
  grams: { is: 0..999, start: unknown }
  tea: { is: bool, start: false }
skills:
  Look:
    text: look for a thing
    ports: { item: item }
    checks: [{ id: one, text: it is not in the hand, holds: not (location(?item) = gripper) or known(location(?item)) or true }, { id: two, text: it is dry, holds: not tea }]
    observes: [location(?item)]
    expected: [known(location(?item))]
  Go:
    text: go to a room
    ports: { room: room }
    done: at = ?room
    checks:
      - { id: unlocked, text: the room is not locked, holds: not locked(?room) }
      - { id: dry, text: it is dry, holds: not tea }
    effect: [at := ?room]
    expected: [at = ?room]
  Take:
    text: take a thing
    ports: { item: item }
    checks:
      - { id: here, text: the thing is where the robot is, holds: location(?item) = at }
      - { id: light, text: the thing is light, holds: grams < 500 or ?item = mug }
    effect: [location(?item) := gripper]
    expected: [location(?item) = gripper]
  Weigh:
    text: weigh
    checks: [{ id: a, text: a, holds: not tea }, { id: b, text: b, holds: at = hall }]
    observes: [grams]
    expected: [known(grams)]
  GiveAway:
    text: give a thing to a person, who carries it off
    ports: { item: item }
    checks: [{ id: a, text: a, holds: not tea }, { id: b, text: b, holds: location(?item) = gripper }]
    effect: [location(?item) := unknown]
    expected: [not known(location(?item))]
goal: [{ text: the robot has the mug, holds: location(mug) = gripper }]
`

const load = (text = TEXT): DataDomain => must(parseDomainText(text, 'search.yaml'), 'the world')
const domain = load()
const step = (skill: string, args: Record<string, string> = {}) => ({ skill, args })

describe('what nobody has seen is unknown', () => {
  it('is neither true nor false: the goal is not reached, and the belief says so', () => {
    expect(domain.initial.get('location(mug)')).toBe(UNKNOWN)
    expect(domain.goal?.map((goal) => goal.holds(domain.initial))).toEqual([false])
    expect(domain.describeState?.(domain.initial)).toBe('at is hall, grams is unknown, tea is no')
  })

  it('a check that depends on it refuses as unknown, and names fact and skill that observes it', () => {
    expect(fold(domain, [step('Take', { item: 'mug' })]).refused).toEqual({
      index: 0,
      checkId: 'unknown',
      text:
        'Take needs that the thing is where the robot is, and location(mug) is unknown: ' +
        'put Look item="mug" before it, which observes it',
    })
    expect(fold(domain, [step('Go', { room: 'study' })]).refused).toEqual({
      index: 0,
      checkId: 'unknown',
      text:
        'Go needs that the room is not locked, and locked(study) is unknown: ' +
        'no skill observes it, so only sensors can say',
    })
  })

  it('a check that is decided without it is not unknown', () => {
    // light: grams is unknown, and ?item = mug decides; here: false for the key
    expect(
      fold(domain, [step('Go', { room: 'kitchen' }), step('Take', { item: 'key' })]).refused?.checkId,
    ).toBe('here')
    expect(fold(domain, [step('Take', { item: 'key' })]).refused?.checkId).toBe('unknown')
  })

  it('a step that observes has an outcome for each value; a known fact keeps its value', () => {
    const { ends } = fold(domain, [step('Look', { item: 'mug' })])
    expect(ends.map((end) => end.get('location(mug)'))).toEqual(['hall', 'kitchen', 'study', 'gripper'])
    expect(fold(domain, [step('Look', { item: 'key' })]).ends).toHaveLength(1)
  })

  it('says when what is observed has too many values', () => {
    expect(fold(domain, [step('Weigh')]).refused).toEqual({
      index: 0,
      checkId: 'has-outcome',
      text:
        'Weigh observes grams, and with its 1000 values there are more than 256 outcomes: ' +
        'observe fewer facts at a time, or facts with fewer values',
    })
  })

  it('a skill can make a fact unknown', () => {
    const start = new Map([...domain.initial, ['location(mug)', 'gripper']])
    const { ends } = fold(domain, [step('GiveAway', { item: 'mug' })], start)
    expect(ends.map((end) => end.get('location(mug)'))).toEqual([UNKNOWN])
  })

  it('the plan check takes every branch of an observation', () => {
    const plan = (...steps: ReturnType<typeof step>[]): PlanNode => ({
      kind: 'in-order',
      until: 'failure',
      children: steps.map((one, index) => ({ kind: 'step', step: { ...one, path: `/${index}` } })),
    })
    const look = step('Look', { item: 'mug' })
    const report = checkPlan(plan(look, step('Take', { item: 'mug' })), domain.initial, domain)
    expect(report.verdict).toBe('fails')
    expect(new Set(report.failures.map(({ checkId }) => checkId))).toEqual(new Set(['here']))
    expect(report.failures[0]?.branch[0]).toMatch(/^outcome \d of 4 of Look item="mug"$/)
    const blind = checkPlan(plan(step('Take', { item: 'mug' })), domain.initial, domain)
    expect(blind.failures[0]?.because?.believed.map(({ fact }) => fact)).toContain('location(mug) is unknown')
  })

  it('explain shows the values and the advice', () => {
    const [command] = must(domain.intend(step('Take', { item: 'mug' }), domain.initial), 'step')
    const [first] = command === undefined ? [] : domain.explain(domain.initial, command)
    expect(first).toMatchObject({
      checkId: 'here',
      holds: false,
      advice: expect.stringContaining('put Look') as unknown,
    })
  })
})

describe('sensors make facts known', () => {
  it('which is no drift; what was believed otherwise is', () => {
    const readings = {
      'location(mug)': { value: 'study', confidence: 0.9 },
      'location(key)': { value: 'kitchen', confidence: 0.4 },
      'locked(study)': false,
    }
    const all = observeFluents(domain.initial, must(readFluents(readings, domain.sorts), 'readings'))
    expect([all.state.get('location(mug)'), all.state.get('locked(study)')]).toEqual(['study', false])
    expect(all.drifts.map(({ text }) => text)).toEqual(['location(key) was hall and is kitchen'])
  })

  it('a fact can be lost again, and a bad confidence is reported', () => {
    const lost = must(readFluents({ 'location(key)': 'unknown' }, domain.sorts), 'readings')
    expect(observeFluents(domain.initial, lost).drifts.map(({ text }) => text)).toEqual([
      'location(key) was hall and is unknown',
    ])
    expect(readFluents({ at: { value: 'hall', confidence: 2 } }, domain.sorts)).toEqual({
      ok: false,
      error: ['the confidence of at is not a number from 0 to 1'],
    })
  })
})

describe('mistakes', () => {
  it.each([
    ['observes: [grams]', 'observes: [gram]', 'search.yaml:40:16: error domain.not-observable: gram is no fact that can be observed\n  expected: a state variable: at, location, locked, grams, tea\n  got:      gram'],
    ['observes: [grams]', 'observes: [grams < 3]', 'search.yaml:40:16: error domain.not-observable: grams < 3 is no fact that can be observed\n  expected: a state variable: at, location, locked, grams, tea\n  got:      grams < 3'],
    ['observes: [location(?item)]', 'observes: [location(at)]', 'search.yaml:18:25: error domain.argument-type: at does not fit in location(…)\n  expected: an item\n  got:      a room'],
    ['[known(grams)]', '["known(grams, at)"]', 'search.yaml:41:17: error domain.arity: known takes 1 argument, not 2\n  expected: known(…)\n  got:      known(grams, at)'],
  ])('%s → %s', (from, to, golden) => {
    const loaded = parseDomainText(TEXT.replace(from, () => to), 'search.yaml')
    expect(loaded.ok ? [] : loaded.error.map(formatDiagnostic)).toEqual([golden])
  }) // prettier-ignore

  it('an object called unknown means itself, as in every world file so far', () => {
    const text = TEXT.replace('[hall, kitchen, study]', '[hall, kitchen, study, unknown]')
    const world = load(text)
    expect(world.initial.get('location(mug)')).toBe('unknown')
    expect(world.initial.get('grams')).toBe(UNKNOWN)
  })

  it('a world may have a fact of its own called known', () => {
    const text = TEXT.replace('  tea: {', '  known(item): { is: bool, start: false }\n  tea: {').replace(
      / {4}expected: \[(not )?known\(.*\n/g,
      '',
    )
    const world = load(text.replace('or known(location(?item)) or true', 'or known(?item) or true'))
    expect(world.initial.get('known(mug)')).toBe(false)
  })
})
