import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'
import { isReached, planHard } from '#instructions/repair/proof.js'
import { endOf } from '#worlds/search/search-plan.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask } from '#worlds/task/with-task.js'
import { serviceCsv } from '../../lab/bench/service/page.js'
import { serviceFigures, type ServiceRun } from '../../lab/bench/service/figures.js'
import { runServiceBench } from '../../lab/bench/service/run-service-bench.js'
import { serviceWorlds } from '../../lab/bench/service/tasks.js'
import { VARIANTS } from '../../lab/bench/service/variants.js'
import { withExpectedOutcomes, writtenOut, type WritingErrors } from '../../lab/bench/service/writing.js'

const FAULTLESS: WritingErrors = { omitted: 0, mistaken: 0 }

const bench = async (
  report: 'reported' | 'silent',
  [grasp, slip]: readonly [number, number],
  writing: WritingErrors = FAULTLESS,
  read = false,
) =>
  must(
    await runServiceBench({
      ...{ tasks: 2, seeds: [9], report, writing, read, signal: new AbortController().signal },
      faults: { grasp, slip, declared: true },
      progress: () => ({ step: () => undefined, done: () => undefined }),
    }),
    'the bench',
  )

const successesOf = (runs: readonly ServiceRun[], variant: string): number =>
  runs.filter((run) => run.variant === variant && run.success).length

describe('graft bench service', () => {
  it('finds all variants equally good where nothing fails', async () => {
    const { runs } = await bench('reported', [0, 0])
    expect(runs).toHaveLength(2 * 3 * Object.keys(VARIANTS).length)
    const planned = runs.filter((run) => run.planned > 0)
    expect(planned).toHaveLength(runs.length)
    expect(planned.every((run) => run.success && run.steps <= run.planned && run.forbidden === 0)).toBe(true)
  })

  it('is the same again, stops after twice the steps, and keeps a full pursuit from what is forbidden', async () => {
    const [once, again] = [await bench('silent', [0.4, 0.3]), await bench('silent', [0.4, 0.3])]
    expect(serviceCsv(again.runs)).toBe(serviceCsv(once.runs))
    expect(serviceCsv(once.runs).split('\n')).toHaveLength(once.runs.length + 2)
    expect(once.runs.every((run) => run.steps <= 2 * run.planned)).toBe(true)
    const forbidden = (variant: string): number =>
      once.runs.filter((run) => run.variant === variant).reduce((sum, run) => sum + run.forbidden, 0)
    expect(forbidden('graft')).toBe(0)
    expect(forbidden('Plan')).toBeGreaterThan(0)
    expect(successesOf(once.runs, 'graft')).toBeGreaterThan(successesOf(once.runs, 'Plan'))
  })

  it('pairs the runs of a task, and gives the interval of a share', () => {
    const run = { seed: 1, wording: 0, isRead: true, asks: false, planned: 4, steps: 4, forbidden: 0 }
    const none = { calls: 4, repairs: 0, replans: 0, refused: 0 }
    const runs = [0, 1, 2, 3].flatMap((task): ServiceRun[] => [
      { ...run, ...none, variant: 'A', task, success: task === 0 },
      { ...run, ...none, variant: 'B', task, success: true },
    ])
    const { variants, against } = serviceFigures(['A', 'B'], [['A', 'B']], runs)
    expect(against[0]?.gain.mean).toBe(0.75)
    expect(variants[0]?.successes).toBe(1)
    // Clopper and Pearson's interval of 1 in 4
    expect(variants[0]?.interval[0]).toBeCloseTo(0.0063, 3)
    expect(variants[0]?.interval[1]).toBeCloseTo(0.8059, 3)
  })
  it('without feedback does what is forbidden where a step was left out; the twin keeps that from the robot', async () => {
    const { runs } = await bench('reported', [0, 0], { omitted: 0.4, mistaken: 0 })
    const of = (variant: string) => runs.filter((run) => run.variant === variant)
    const sum = (variant: string, key: 'forbidden' | 'refused') =>
      of(variant).reduce((total, run) => total + run[key], 0)
    expect(sum('Plan', 'forbidden')).toBeGreaterThan(0)
    for (const variant of ['FB', 'Full', 'graft']) expect(sum(variant, 'forbidden'), variant).toBe(0)
    expect(sum('FB', 'refused')).toBeGreaterThan(0)
    // whoever knows the expected outcomes leaves nothing out
    for (const variant of ['EO', 'Full', 'graft']) expect(successesOf(runs, variant)).toBe(runs.length / 6)
  })

  it('reads the goal from the wordings where that is asked for', async () => {
    const { runs } = await bench('reported', [0, 0], FAULTLESS, true)
    const asked = runs.filter(({ asks }) => asks)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThan(runs.length)
    // nobody answers
    expect(asked.every(({ success, steps }) => !success && steps === 0)).toBe(true)
  })
})

describe('whoever writes steps out', () => {
  const { known } = serviceWorlds(readFileSync(projectFile('worlds/service/world.yaml'), 'utf8'), {
    ...{ grasp: 0, slip: 0, declared: true },
  })
  const goals = [{ text: 'there', holds: 'location(milk) = sofa' }]
  const task = must(
    taskFrom({ task: 'order', text: 'x', goals }, () => undefined, known),
    'a task',
  )
  const domain = withTask(known, task, known.initial)
  const { steps } = planHard(domain, domain.initial) ?? { steps: [] }
  const written = (errors: WritingErrors, seed: number) =>
    writtenOut(steps, domain, errors, (at) => stream(seed, at))

  it('errs as often as was said, and never otherwise than in an argument', () => {
    expect(steps).toHaveLength(5)
    expect(written(FAULTLESS, 1)).toEqual(steps.map(({ skill, args }) => ({ skill, args })))
    const all = Array.from({ length: 400 }, (_, seed) =>
      written({ omitted: 0.2, mistaken: 0.3 }, seed),
    ).flat()
    const left = all.filter((step) => step === undefined).length
    const other = all.filter((step, at) => {
      const { skill, args } = steps[at % steps.length] ?? {}
      return step !== undefined && step.skill === skill && JSON.stringify(step.args) !== JSON.stringify(args)
    }).length
    expect(all.filter((step, at) => step !== undefined && step.skill !== steps[at % 5]?.skill)).toEqual([])
    expect([left / all.length, other / all.length].map((share) => Math.round(20 * share))).toEqual([4, 6])
  })

  it('writes anew what would not bring about the expected outcome, and so reaches the goal', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const own = written({ omitted: 0.3, mistaken: 0.4 }, seed)
        const end = endOf(
          domain,
          domain.initial,
          withExpectedOutcomes(own, steps, domain.initial, domain).map((step) => ({ ...step, path: '' })),
        )
        expect(end !== undefined && isReached(domain, end)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
