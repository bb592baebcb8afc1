import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import { observeFluents } from '#worlds/run/observe-fluents.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { loadTask } from '#worlds/task/load-task.js'
import { scoreOf } from '#worlds/task/score.js'
import { mindsIn } from '#worlds/task/task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import { allSteps, fold, treePlan, world } from '../data/worlds.js'

const service = world('service')

const inTask = (lines: string): TaskDomain =>
  withTask(service, must(loadTask(`task: t\ntext: A task.\n${lines}`, 't.yaml', service), 'the task'))

const go = (place: string) => ({ skill: 'MoveTo', args: { place } })
const grasp = (item: string) => ({ skill: 'Grasp', args: { item } })
const put = (item: string, place: string) => ({ skill: 'PutDown', args: { item, place } })
const open = (container: string) => ({ skill: 'Open', args: { container } })

describe('constraints of a task are enforced by whoever judges', () => {
  it('never: the command that would make it so is refused, by name', () => {
    const domain = inTask("never: [{ text: 'the fridge is open', holds: open(fridge) }]")
    const { refused } = fold(domain, [go('fridge'), open('fridge')])
    expect(refused).toEqual({
      index: 1,
      checkId: 'task.never',
      text: 'after Open container="fridge" it would be so that the fridge is open, which must never be in this task',
    })
    expect(fold(domain, [go('cupboard'), open('cupboard')]).refused).toBeUndefined()
  })

  it('never: a look may show what nobody knew, a step may not bring it about', () => {
    const text = `
domain: hall
text: A robot looks and moves.
types: { place: [hall, room] }
state:
  lit(place): { is: bool, start: unknown }
skills:
  Look: { text: look, ports: { place: place }, checks: [], effect: [], observes: ['lit(?place)'], expected: [] }
  Light: { text: light, ports: { place: place }, checks: [], effect: ['lit(?place) := true'], expected: [] }
`
    const hall = must(parseDomainText(text, 'hall.yaml'), 'the hall')
    const task = must(loadTask('task: t\ntext: Dark.\nnever: [lit(room)]', 't.yaml', hall), 'the task')
    const domain = withTask(hall, task)
    expect(fold(domain, [{ skill: 'Look', args: { place: 'room' } }]).refused).toBeUndefined()
    expect(fold(domain, [{ skill: 'Light', args: { place: 'room' } }]).refused).toMatchObject({
      checkId: 'task.never',
    })
  })

  it('before: what is to come later is refused until the other has been so, even if it no longer is', () => {
    const domain = inTask("before: [{ text: 'the apple comes first', first: held(apple), then: held(book) }]")
    const { refused } = fold(domain, [go('coffee_table'), grasp('book')])
    expect(refused).toMatchObject({ index: 1, checkId: 'task.before' })
    expect(refused?.text).toBe(
      'Grasp item="book" comes too early: the apple comes first; first see to it that held(apple)',
    )
    const steps = [go('coffee_table'), grasp('apple'), put('apple', 'coffee_table'), grasp('book')]
    expect(fold(domain, steps).refused).toBeUndefined()
  })

  it('sometime: joins the goal, and stays reached', () => {
    const domain = inTask('goals: [location(apple) = coffee_table]\nsometime: [at = sink]')
    const reached = (ends: readonly Fluents[]): unknown =>
      ends.map((end) => domain.goal?.filter((goal) => !goal.holds(end)).map(({ text }) => text))
    expect(reached(fold(domain, [go('fridge')]).ends)).toEqual([['at some time: at = sink']])
    expect(reached(fold(domain, [go('sink'), go('fridge')]).ends)).toEqual([[]])
  })

  it('the plan check reports the pair and the goal that is missed, without knowing of tasks', () => {
    const domain = inTask('never: [at = kitchen_table]\nsometime: [at = sink]')
    const report = checkPlan(treePlan(domain, 'service', 'move-water-glass'), domain.initial, domain)
    expect(report.failures.map(({ checkId }) => checkId)).toEqual(['task.never'])
    const fine = inTask('sometime: [at = sink]')
    const passes = checkPlan(treePlan(fine, 'service', 'move-water-glass'), fine.initial, fine)
    expect(passes.verdict).toBe('passes')
    expect(passes.warnings.map((one) => one.kind === 'remark' && one.text)).toEqual([
      'the plan does not achieve: at some time: at = sink',
    ])
  })

  it('what sensors see counts: a broken never is missed for ever, and does not forbid the way out', () => {
    const domain = inTask('never: [at = sink]')
    const seen = domain.follow(observeFluents(domain.initial, new Map([['at', 'sink']])).state)
    expect(domain.goal?.map((goal) => goal.holds(seen))).toEqual([false])
    const { ends, refused } = fold(domain, [go('fridge')], seen)
    expect(refused).toBeUndefined()
    expect(domain.goal?.map((goal) => goal.holds(ends[0] ?? seen))).toEqual([false])
    expect(fold(domain, [go('fridge'), go('sink')], seen).refused?.checkId).toBe('task.never')
  })

  it('goals know the start of the task', () => {
    const domain = inTask('start: { at: sink }\ngoals: [at = start(at)]')
    expect(domain.goal?.map((goal) => goal.holds(domain.initial))).toEqual([true])
    const away = fold(domain, [go('fridge')]).ends[0] ?? domain.initial
    expect(domain.goal?.map((goal) => goal.holds(away))).toEqual([false])
  })

  it('explain shows the constraints as checks; the state is described without their memory', () => {
    const domain = inTask('never: [open(fridge)]')
    const [at] = fold(domain, [go('fridge')]).ends
    const state = at ?? domain.initial
    const [command] = must(domain.intend(open('fridge'), state), 'step')
    expect(command && domain.explain(state, command).map(({ checkId, holds }) => [checkId, holds])).toEqual([
      ['same-place', true],
      ['gripper-empty', true],
      ['task.never', false],
    ])
    expect(domain.describeState?.(state)).toBe('at is fridge')
  })
})

describe('PDDL 3 on random walks', () => {
  it('agrees with the trajectory looked at as a whole, over 300 walks', () => {
    const text = `before: [{ first: at = sink, then: at = fridge }, { first: held(apple), then: held(book) }]
never: [open(drawer), at = bedside_table]
sometime: [held(apple), at = cupboard]`
    const domain = inTask(text)
    const steps = allSteps(service)
    let [refusals, reached] = [0, 0]
    for (let walk = 0; walk < 300; walk++) {
      const rng = stream('pddl3', walk)
      let state = domain.initial
      const states = [state]
      for (let step = 0; step < 25; step++) {
        const [command] = must(domain.intend(rng.pick(steps), state), 'step')
        if (command === undefined) continue
        const [plain, verdict] = [service.judge(state, command), domain.judge(state, command)]
        const wanted = plain.ok ? plain.value.outcomes.every((after) => lawful([...states, after])) : false
        expect(verdict.ok).toBe(wanted)
        if (plain.ok && !verdict.ok) refusals++
        if (verdict.ok) states.push((state = rng.pick(verdict.value.outcomes)))
      }
      const held = states.some((at) => at.get('location(apple)') === 'gripper')
      const there = states.some((at) => at.get('at') === 'cupboard')
      if (there) reached++
      expect(domain.goal?.map((goal) => goal.holds(state))).toEqual([held, there, true, true, true, true])
    }
    expect(refusals).toBeGreaterThan(100)
    expect(reached).toBeGreaterThan(5)
  })
})

/** The constraints of the walk, on the whole line of states. */
function lawful(states: readonly Fluents[]): boolean {
  const first = (test: (state: Fluents) => boolean): number => {
    const found = states.findIndex(test)
    return found === -1 ? Infinity : found
  }
  const at = (place: string) => first((state) => state.get('at') === place)
  const held = (item: string) => first((state) => state.get(`location(${item})`) === 'gripper')
  const inOrder = (one: number, two: number): boolean => two === Infinity || one < two
  const never = [at('bedside_table'), first((state) => state.get('open(drawer)') === true)]
  return (
    never.every((one) => one === Infinity) &&
    inOrder(at('sink'), at('fridge')) &&
    inOrder(held('apple'), held('book'))
  )
}

describe('the score of a task', () => {
  const task = must(
    loadTask(
      `task: t
text: A task.
preferences: [{ text: the fridge is closed, holds: not open(fridge), penalty: 2.5 }]
score:
  - { label: milk, points: 10, holds: location(milk) = sofa }
  - { label: moved, points: 2, count: 'count ?i in item (location(?i) != start(location(?i)))' }
perSecond: -0.5
limitSeconds: 60
overLimit: -5
minds: [{ text: the fridge stands open, holds: open(fridge) }]
`,
      't.yaml',
      service,
    ),
    'task',
  )
  const start = service.initial
  const end: Fluents = new Map([
    ...start,
    ['location(milk)', 'sofa'],
    ['location(mug)', 'sink'],
    ['open(fridge)', true],
  ])

  it('counts points once, for each, for time, and for wishes', () => {
    expect(scoreOf(task, { start, end, seconds: 61 })).toEqual({
      lines: [
        { label: 'milk', count: 1, points: 10 },
        { label: 'moved', count: 2, points: 4 },
        { label: 'not achieved: the fridge is closed', count: 1, points: -2.5 },
        { label: 'seconds', count: 61, points: -30.5 },
        { label: 'longer than 60 s', count: 1, points: -5 },
      ],
      total: -24,
    })
    expect(scoreOf(task, { start, end: start, seconds: 0 }).total).toBe(0)
  })

  it('says what people mind', () => {
    expect(mindsIn(task, end, start)).toEqual(['the fridge stands open'])
    expect(mindsIn(task, start, start)).toEqual([])
  })
})
