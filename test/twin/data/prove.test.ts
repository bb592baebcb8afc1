import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { formatStep } from '#twin/domain/domain.js'
import type { DataDomain } from '#worlds/assemble.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { planFor } from '#worlds/prove/plan-for.js'
import { proveWorld, describeExample } from '#worlds/prove/prove-world.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask } from '#worlds/task/with-task.js'
import { fold, world, worldText, WORLDS } from './worlds.js'

const service = world('service')
const aim = (goals: readonly string[], more: object = {}): DataDomain =>
  withTask(
    service,
    must(
      taskFrom({ task: 't', text: 't', goals, ...more }, () => undefined, service),
      'task',
    ),
  )

describe('planFor', () => {
  it.each(WORLDS)(
    'finds a shortest strong plan for %s, and the twin agrees that it reaches the goal',
    (name) => {
      const domain = world(name)
      const plan = must(planFor(domain, { limit: 5_000 }), 'plan')
      expect(plan).toMatchObject({ strong: true, shortest: true })
      const { ends, refused } = fold(domain, plan.steps)
      expect(refused).toBeUndefined()
      expect(ends.every((end) => domain.goal?.every((goal) => goal.holds(end)))).toBe(true)
    },
  )

  it('finds a long plan in a world of many things, without a step too many', () => {
    const domain = aim([
      'location(milk) = dining_table',
      'location(water_glass) = coffee_table',
      'not open(fridge)',
    ])
    const plan = must(planFor(domain, { limit: 20_000 }), 'plan')
    expect(plan).toMatchObject({ strong: true, shortest: false })
    expect(plan.steps).toHaveLength(10)
    expect(fold(domain, plan.steps).ends.map((end) => domain.goal?.map((goal) => goal.holds(end)))).toEqual([
      [true, true, true],
    ])
  })

  it('keeps to the constraints of the task', () => {
    const free = must(planFor(aim(['at = sink']), { limit: 2_000 }), 'plan')
    expect(free.steps.map(formatStep)).toEqual(['MoveTo place="sink"'])
    const bound = aim(['at = sink'], { before: [{ first: 'at = fridge', then: 'at = sink' }] })
    const plan = must(planFor(bound, { limit: 2_000 }), 'plan')
    expect(plan.steps.map(formatStep)).toEqual(['MoveTo place="fridge"', 'MoveTo place="sink"'])
  })

  it('says that there is no plan, or that none was found', () => {
    const never = planFor(aim(['blocked(sofa)']), { limit: 500 })
    expect(never.ok ? null : never.error.kind).toBe('limit')
    const small = parseDomainText(
      `domain: d
text: A lamp.
types: { t: [a] }
state: { lamp: { is: bool, start: false }, other: { is: bool, start: false } }
skills: { On: { text: on, checks: [{ id: a, text: a, holds: not lamp }], effect: [lamp := true], expected: [lamp] } }
goal: [other]
`,
      'd.yaml',
    )
    const none = planFor(must(small, 'world'), { limit: 500 })
    expect(none.ok ? null : none.error).toEqual({
      kind: 'none',
      text: 'no sequence of steps achieves: other',
      states: 4,
    })
    const { goal: _, ...aimless } = service
    const odd = planFor(aimless, { limit: 5 })
    expect(odd.ok ? null : odd.error.kind).toBe('no-goal')
  })

  it('what is not followed because it has too many outcomes is no proof that there is no plan', () => {
    const text = `domain: scale
text: A scale.
types: { x: [y] }
state: { grams: { is: 0..99, start: unknown }, shipped: { is: bool, start: false } }
skills:
  Weigh: { text: weigh, checks: [], observes: [grams], expected: [known(grams)] }
  Ship:
    text: ship
    checks: [{ id: weighed, text: weighed, holds: known(grams) }]
    effect: [shipped := true]
    expected: [shipped]
goal: [shipped]
`
    const plan = planFor(must(parseDomainText(text, 'scale.yaml'), 'world'), { limit: 2_000 })
    expect(must(plan, 'plan').steps.map(formatStep)).toEqual(['Weigh', 'Ship'])
  })

  it('a plan that needs luck is found, and called weak', () => {
    const text = `domain: dice
text: A die.
types: { side: [one, six] }
state: { up: { is: side, start: one } }
skills:
  Roll:
    text: roll
    checks: [{ id: a, text: a, holds: up = one }, { id: b, text: b, holds: up != six }]
    outcomes: [{ each: '?s in side', effect: ['up := ?s'] }]
    expected: [up in side]
goal: [up = six]
`
    const plan = must(planFor(must(parseDomainText(text, 'dice.yaml'), 'world'), { limit: 100 }), 'plan')
    expect(plan).toMatchObject({ strong: false })
    expect(plan.steps.map(formatStep)).toEqual(['Roll'])
  })
})

describe('proveWorld', () => {
  it.each([
    ['service', ['fact-untouched']],
    ['task-board', []],
  ])('%s: every check passes somewhere and fails somewhere; the findings are %j', (name, codes) => {
    const domain = world(name)
    const proof = proveWorld(domain, { limit: 2_000 })
    expect(proof.plan.ok).toBe(true)
    expect(proof.checks.filter(({ passes, fails }) => passes === undefined || fails === undefined)).toEqual(
      [],
    )
    expect(proof.findings.map(({ code }) => code)).toEqual(codes)
    const [check] = proof.checks
    expect(check?.fails && describeExample(domain, check.fails)).toMatch(/ where /)
  })

  it.each([
    ['holds: hand_free', 'holds: hand_free or at in place', 'check-never-fails'],
    [
      'holds: at = location(?item)',
      'holds: at = location(?item) and not at in place',
      'skill-never-applicable',
    ],
    ['- at := ?place', '- at := at', 'expectation-missed'],
    ['- open(?container) := true', '- open(?container) := open(?container)', 'expectation-missed'],
    ['holds: location(water_glass) = coffee_table', 'holds: blocked(sofa)', 'no-plan'],
    ['holds: location(water_glass) = coffee_table', 'holds: at = sofa', 'goal-at-start'],
  ])('%s → %s is found out: %s', (from, to, code) => {
    const text = worldText('service')
    expect(text).toContain(from)
    const loaded = must(
      parseDomainText(
        text.replace(from, () => to),
        'w.yaml',
      ),
      'world',
    )
    expect(proveWorld(loaded, { limit: 400 }).findings.map((finding) => finding.code)).toContain(code)
  })
})

it('nothing is told that nobody can act on: GoTo of the home says what it changes', () => {
  const { findings } = proveWorld(world('home'), { limit: 60 })
  expect(findings.filter(({ text }) => text.includes('GoTo expects'))).toEqual([])
})

it.each([
  ['effect: []', []],
  ['effect: [lit := lit]', ['skill-changes-nothing']],
])(
  'a skill that is declared to change nothing is no finding, one that does not do what it says is: %s',
  (effect, codes) => {
    const text = `
domain: lamp
text: A lamp.
types: {}
state: { lit: { is: bool, start: false, text: whether it is lit } }
skills:
  Light: { text: light it, done: lit, checks: [], effect: [lit := true], expected: [lit] }
  Look: { text: look at it, checks: [{ id: dark, text: it is dark, holds: not lit }], ${effect}, expected: [not lit] }
goal: [{ text: it is lit, holds: lit }]
`
    const found = proveWorld(must(parseDomainText(text, 'world.yaml'), 'lamp'), { limit: 50 }).findings
    expect(found.map(({ code }) => code).filter((code) => code === 'skill-changes-nothing')).toEqual(codes)
  },
)
