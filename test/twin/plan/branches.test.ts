import { describe, expect, it } from 'vitest'
import { checkPlan } from '#twin/plan/check-plan.js'
import { PLAN_LIMITS } from '#twin/plan/limits.js'
import type { PlanNode } from '#twin/plan/plan-node.js'
import { formatStep } from '#twin/domain/domain.js'
import { step, toy, toyStart, type Toy } from './toy.js'

let paths = 0
const does = (skill: string, args = {}): PlanNode => ({
  kind: 'step',
  step: step(skill, args, `/${paths++}`),
})
const go = (room: number): PlanNode => does('Go', { room: `${room}` })
const seq = (...children: PlanNode[]): PlanNode => ({ kind: 'in-order', until: 'failure', children })
const either = (...children: PlanNode[]): PlanNode => ({ kind: 'in-order', until: 'success', children })
const when = (options: Record<string, PlanNode>): PlanNode => ({
  kind: 'choice',
  options: Object.entries(options).map(([label, node]) => ({ label, node })),
})
const [succeeds, fails] = (['SUCCESS', 'FAILURE'] as const).map((end): PlanNode => ({
  kind: 'result',
  end,
})) as [PlanNode, PlanNode]
const check = (plan: PlanNode, start: Toy = toyStart) => checkPlan(plan, start, toy)
const checks = (plan: PlanNode) => {
  const { verdict, failures, warnings } = check(plan)
  return [
    verdict,
    failures.map(({ checkId }) => checkId),
    warnings.map((each) => (each.kind === 'refused' ? each.checkId : each.code)),
  ]
}

describe('MOD-02: a plan fails when a refused step makes it fail on some branch', () => {
  it('names the pair that does not chain, and a step that would mend it', () => {
    const { verdict, failures } = check(seq(go(2), does('Take')))
    expect(verdict).toBe('fails')
    expect(failures[0]).toMatchObject({
      checkId: 'at-box',
      text: 'Take after Go room="2": the box is in room 1',
      after: { skill: 'Go' },
      branch: [],
      swallowed: false,
    })
    expect(failures[0]?.fix?.map(formatStep)).toEqual(['Go room="1"'])
  })

  it('finds two steps where one does not do, and says nothing where none do', () => {
    expect(check(seq(go(2), does('Put'))).failures[0]?.fix?.map(formatStep)).toEqual(['Go room="1"', 'Take'])
    expect(check(seq(go(1), go(9))).failures[0]?.fix).toBe(null)
  })

  it('takes every option that only a running tree can choose, and says which one fails', () => {
    const plan = seq(when({ 'when it rains': go(2), 'when it shines': go(1) }), does('Take'))
    expect(check(plan)).toMatchObject({
      verdict: 'fails',
      failures: [{ branch: ['when it rains'], after: { args: { room: '2' } } }],
      ends: { success: 1, failure: 1 },
    })
  })

  it('takes every outcome of a step: a door that may swing shut', () => {
    const { failures, ends } = check(seq(go(2), does('Push'), go(3)))
    expect(ends).toEqual({ success: 1, failure: 1, skipped: 0 })
    expect(failures[0]).toMatchObject({ checkId: 'door-open', branch: ['outcome 2 of 2 of Push'] })
  })

  it.each([
    ['a fallback makes up for it', either(go(3), go(1)), 'passes', [], ['door-open']],
    ['unless all its children fail', either(go(3), does('Take')), 'fails', ['door-open', 'at-box'], []],
    [
      'ForceSuccess',
      { kind: 'becomes', success: 'SUCCESS', failure: 'SUCCESS', child: go(3) },
      'passes',
      [],
      ['door-open'],
    ],
    [
      'Inverter',
      { kind: 'becomes', success: 'FAILURE', failure: 'SUCCESS', child: go(3) },
      'passes',
      [],
      ['door-open'],
    ],
    [
      'a child that has to fail',
      { kind: 'becomes', success: 'FAILURE', failure: 'FAILURE', child: go(3) },
      'passes',
      [],
      ['door-open', 'never-succeeds'],
    ],
    ['a retry does not', { kind: 'retry', times: 5, child: go(3) }, 'fails', ['door-open'], []],
    [
      'a retry finds the same step refused after another one',
      { kind: 'retry', times: 2, child: either(seq(go(3)), seq(go(2), fails)) },
      'fails',
      ['door-open', 'door-open'],
      [],
    ],
    ['a condition that fails is no refusal', seq(fails, go(3)), 'passes', [], ['never-succeeds']],
    [
      'cleaning up does not make up for it',
      { kind: 'try', body: go(3), last: go(1) },
      'fails',
      ['door-open'],
      [],
    ],
  ] as const)('%s', (_, plan, verdict, failed, warned) => {
    expect(checks(plan as PlanNode)).toEqual([verdict, failed, warned])
  })

  it('a fallback that only sometimes makes up for it fails on the other branch', () => {
    const plan = either(go(3), when({ 'when help comes': succeeds, 'when nobody comes': fails }))
    expect(check(plan)).toMatchObject({ verdict: 'fails', failures: [{ branch: ['when nobody comes'] }] })
  })

  it('a tree that breaks fails, whatever stands around it', () => {
    const plan: PlanNode = {
      kind: 'if',
      what: 'IfThenElse',
      again: false,
      condition: { kind: 'result', end: 'SKIPPED' },
      then: succeeds,
    }
    expect(checks(either(plan, succeeds))).toEqual(['fails', ['tree-broken'], []])
  })
})

describe('loops and notes', () => {
  it('a repeat of any length ends where its worlds repeat', () => {
    const carry = seq(go(1), does('Fetch', { room: '1' }), does('Put'))
    const { verdict, explored, ends } = check({ kind: 'repeat', times: 1e9, child: carry })
    expect([verdict, ends.success]).toEqual(['passes', 1])
    expect(explored.steps).toBeLessThan(20)
  })

  it('a repeat meets in its second round what the first has left', () => {
    expect(
      check({ kind: 'repeat', times: 2, child: seq(go(1), does('Fetch', { room: '1' })) }).failures[0],
    ).toMatchObject({
      checkId: 'hand-free',
      after: { skill: 'Go' },
    })
  })

  it('says when nothing ends a loop', () => {
    expect(checks(seq({ kind: 'repeat', times: null, child: go(1) }, go(3)))).toEqual([
      'passes',
      [],
      ['never-ends', 'never-succeeds'],
    ])
  })

  it('fills a step in from what was noted on its branch', () => {
    const plan = seq(when({ 'when near': noting('1'), 'when far': noting('3') }), {
      kind: 'step',
      step: step('Go', { room: '{where}' }),
      reads: { room: 'where' },
    })
    expect(check(plan).failures[0]).toMatchObject({
      text: 'Go room="3" as the first step: the door is shut: push it',
      branch: ['when far'],
    })
  })

  const noting = (value: string): PlanNode => ({
    kind: 'noting',
    before: [['where', value]],
    child: succeeds,
  })

  it('stops where only a running tree knows the argument, and says so', () => {
    expect(check(seq(does('Go', { room: '{where}' }), go(3)))).toMatchObject({
      verdict: 'passes-in-part',
      complete: false,
      gaps: ['what comes after Go room="{where}": only a running tree knows its arguments'],
    })
  })
})

describe('one body', () => {
  const parallel = (need: number | null, ...children: PlanNode[]): PlanNode => ({
    kind: 'parallel',
    children,
    need,
    limit: 1,
    skippedCounts: true,
  })

  it('steps of two children come in any order, and that is worth a warning', () => {
    expect(checks(parallel(2, seq(go(1), does('Take')), go(2)))).toEqual(['fails', ['at-box'], ['one-body']])
    expect(checks(parallel(2, seq(go(1), does('Take')), does('Wait')))).toEqual(['passes', [], ['one-body']])
  })

  it('a step beside conditions is alone', () => {
    expect(checks(parallel(2, go(1), when({ 'when warm': succeeds, 'when cold': fails })))).toEqual([
      'passes',
      [],
      [],
    ])
  })
})

describe('however a plan branches, the check ends and says what it left out', () => {
  const deep = (depth: number, leaf: PlanNode, wrap: (child: PlanNode) => PlanNode): PlanNode =>
    depth === 0 ? leaf : wrap(deep(depth - 1, leaf, wrap))
  const shuffle = (depth: number): PlanNode =>
    depth === 0
      ? when({ a: go(1), b: seq(go(2), does('Push')), c: either(does('Take'), does('Put')) })
      : { kind: 'repeat', times: 1000, child: seq(shuffle(depth - 1), shuffle(depth - 1)) }

  it('a thousand nodes of steps and choices', () => {
    const plan = seq(
      ...Array.from({ length: 250 }, (_, i) =>
        when({ x: go(1 + (i % 2)), y: either(does('Take'), does('Put'), go(1)) }),
      ),
    )
    expect(check(plan).explored.steps).toBeLessThan(PLAN_LIMITS.steps)
  })

  it('nested repeats', () => {
    const { explored, complete } = check(shuffle(5))
    expect(explored.visits).toBeLessThanOrEqual(PLAN_LIMITS.visits + 1)
    expect(complete).toBe(true)
  })

  it('a counter that never comes back: cut off, and said', () => {
    const counting = {
      ...toy,
      fingerprint: ({ room }: Toy) => `${room}`,
      judge: (state: Toy) =>
        ({ ok: true, value: { outcomes: [{ ...state, room: state.room + 1 }], expected: [] } }) as never,
    }
    const plan: PlanNode = deep(4, go(1), (child) => ({ kind: 'repeat', times: 1e6, child }))
    const report = checkPlan(plan, toyStart, counting)
    expect([report.verdict, report.complete]).toEqual(['passes-in-part', false])
    expect(report.gaps.join()).toMatch(/branches too much: more than \d+/)
  })

  it('nodes deeper inside each other than any tree', () => {
    const plan = deep(5000, go(1), (child) => seq(child, succeeds))
    expect(check(plan).gaps.join()).toMatch(/more than 1000 nodes inside each other/)
  })
})

describe('what a plan is for', () => {
  const goal = [{ text: 'the door is open', holds: ({ open }: Toy) => open }]
  const missed = (plan: PlanNode) =>
    checkPlan(plan, toyStart, { ...toy, goal }).warnings.flatMap((each) =>
      each.kind === 'remark' && each.code === 'goal-missed' ? [each.text] : [],
    )

  it('is missed for certain where no end brings it about', () => {
    expect(missed(go(2))).toEqual(['the plan does not achieve: the door is open'])
  })

  it('is missed in some worlds where an outcome may miss it', () => {
    expect(missed(seq(go(2), does('Push')))).toEqual([
      'the plan does not achieve: the door is open in 1 of 2 worlds that the plan may end in',
    ])
  })

  it('is not spoken of where it is reached, and where the plan fails anyhow', () => {
    expect(missed(seq(go(2), does('Push'), when({ open: succeeds }), does('Go', { room: '3' })))).toEqual([])
    expect(missed(does('Take'))).toEqual([])
  })
})
