import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { formatStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import { readDomain } from '#worlds/files/read-domain.js'
import { planGoals, type PlanLimits } from '#worlds/plan/plan-goals.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN } from '#worlds/value.js'

interface Wanted {
  readonly goals: readonly string[]
  readonly never?: readonly string[]
  readonly before?: readonly { readonly first: string; readonly then: string }[]
}

async function taskIn(world: string, wanted: Wanted): Promise<TaskDomain> {
  const domain = must(await readDomain(world), world)
  const data = { task: 'wanted', text: 'A task of the test.', ...wanted }
  return withTask(
    domain,
    must(
      taskFrom(data, () => undefined, domain),
      'a task',
    ),
  )
}

/** Fails where the twin refuses a step or a goal is missed. */
function replayed(domain: TaskDomain, steps: Parameters<typeof formatStep>[0][]): readonly string[] {
  let state = domain.initial
  for (const step of steps) {
    const tried = must(tryStep(step, state, domain), formatStep(step))
    expect(tried.ends).toHaveLength(1)
    state = tried.ends[0] ?? state
  }
  expect((domain.goal ?? []).filter((goal) => !goal.holds(state)).map(({ text }) => text)).toEqual([])
  return steps.map(formatStep)
}

describe('planGoals', () => {
  it('finds a shortest plan and says so', async () => {
    const domain = await taskIn('home', { goals: ['location(milk) = kitchen_table'] })
    const plan = must(planGoals(domain, domain.initial), 'a plan')
    expect(plan).toMatchObject({ optimal: true, atLeast: 5 })
    expect(replayed(domain, [...plan.steps])).toEqual([
      'GoTo place="fridge"',
      'Open container="fridge"',
      'Pick item="milk"',
      'GoTo place="kitchen_table"',
      'Place item="milk" place="kitchen_table"',
    ])
  })

  it('keeps what must never be and what must come before what, on the way', async () => {
    const domain = await taskIn('service', {
      goals: ['location(milk) = sink', 'location(plate) = sofa'],
      never: ['location(milk) = gripper and open(fridge) and at != fridge'],
      before: [{ first: 'location(plate) = sofa', then: 'location(milk) = gripper' }],
    })
    const plan = must(planGoals(domain, domain.initial), 'a plan')
    const steps = replayed(domain, [...plan.steps])
    expect(steps).toContain('Close container="fridge"')
    expect(steps.indexOf('PutDown item="plate" place="sofa"')).toBeLessThan(
      steps.indexOf('Grasp item="milk"'),
    )
  })

  it('has nothing to do where the goals hold', async () => {
    const domain = await taskIn('service', { goals: ['location(milk) = fridge'] })
    expect(planGoals(domain, domain.initial)).toMatchObject({ ok: true, value: { steps: [], optimal: true } })
  })

  it.each<readonly [string, Wanted, RegExp]>([
    [
      'nothing makes it so',
      { goals: ['blocked(fridge)'] },
      /nothing that can be done leads to this: blocked/,
    ],
    [
      'a constraint forbids it',
      { goals: ['location(milk) = sink'], never: ['location(milk) = gripper'] },
      /not while this is kept: location\(milk\) = gripper/,
    ],
    [
      'the goals exclude each other',
      { goals: ['location(milk) = sink', 'location(milk) = sofa'] },
      /achieves together: location\(milk\) = sink; location\(milk\) = sofa/,
    ],
    ['it is broken already', { goals: ['at = sink'], never: ['at = sofa'] }, /it is so already/],
  ])('says why there is none: %s', async (_, wanted, text) => {
    const domain = await taskIn('service', wanted)
    const found = planGoals(domain, domain.initial)
    expect(found).toMatchObject({ ok: false, error: { kind: 'none' } })
    expect(found.ok ? '' : found.error.text).toMatch(text)
  })

  it('says that a limit was reached rather than that there is no plan', async () => {
    const domain = await taskIn('home', { goals: ['location(milk) = bed', 'location(mug) = dishwasher'] })
    const none: PlanLimits = { greedy: 1, better: 1, proof: 1, breadth: 5 }
    expect(planGoals(domain, domain.initial, none)).toMatchObject({ ok: false, error: { kind: 'limit' } })
  })

  it('plans nothing on what nobody knows and no skill shows', async () => {
    const known = await taskIn('service', { goals: ['location(milk) = sink'] })
    const start = new Map([...known.initial, ['location(milk)', UNKNOWN] as const])
    const domain = withTask(known, known.task, start)
    expect(planGoals(domain, domain.initial).ok).toBe(false)
    expect(planGoals(known, known.initial).ok).toBe(true)
  })

  it('is the same each time', async () => {
    const domain = await taskIn('tabletop', {
      goals: ['exists ?i in item (location(?i) != start(location(?i)))'],
    })
    const [one, two] = [planGoals(domain, domain.initial), planGoals(domain, domain.initial)]
    expect(one.ok).toBe(true)
    expect(one).toEqual(two)
  })
})
