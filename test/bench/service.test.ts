import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { serviceCsv } from '../../lab/bench/service/page.js'
import { serviceFigures, type ServiceRun } from '../../lab/bench/service/figures.js'
import { runServiceBench } from '../../lab/bench/service/run-service-bench.js'
import { VARIANTS } from '../../lab/bench/service/variants.js'

const bench = (report: 'reported' | 'silent', grasp: number, slip: number) =>
  must(
    runServiceBench({
      ...{ tasks: 2, seeds: [9], report, signal: new AbortController().signal },
      faults: { grasp, slip, declared: true },
      progress: () => ({ step: () => undefined, done: () => undefined }),
    }),
    'the bench',
  )

const successesOf = (runs: readonly ServiceRun[], variant: string): number =>
  runs.filter((run) => run.variant === variant && run.success).length

describe('graft bench service', () => {
  it('finds all variants equally good where nothing fails', () => {
    const { runs } = bench('reported', 0, 0)
    expect(runs).toHaveLength(2 * 3 * Object.keys(VARIANTS).length)
    const planned = runs.filter((run) => run.planned > 0)
    expect(planned).toHaveLength(runs.length)
    expect(planned.every((run) => run.success && run.steps <= run.planned && run.forbidden === 0)).toBe(true)
  })

  it('is the same again, stops after twice the steps, and keeps a full pursuit from what is forbidden', () => {
    const [once, again] = [bench('silent', 0.4, 0.3), bench('silent', 0.4, 0.3)]
    expect(serviceCsv(again.runs)).toBe(serviceCsv(once.runs))
    expect(serviceCsv(once.runs).split('\n')).toHaveLength(once.runs.length + 2)
    expect(once.runs.every((run) => run.steps <= 2 * run.planned)).toBe(true)
    const forbidden = (variant: string): number =>
      once.runs.filter((run) => run.variant === variant).reduce((sum, run) => sum + run.forbidden, 0)
    expect(forbidden('Full')).toBe(0)
    expect(forbidden('Plan')).toBeGreaterThan(0)
    expect(successesOf(once.runs, 'Full')).toBeGreaterThan(successesOf(once.runs, 'Plan'))
  })

  it('pairs the runs of a task, and gives the interval of a share', () => {
    const run = { seed: 1, wording: 0, isRead: true, planned: 4, steps: 4, forbidden: 0 }
    const none = { repairs: 0, replans: 0, refused: 0 }
    const runs = [0, 1, 2, 3].flatMap((task): ServiceRun[] => [
      { ...run, ...none, variant: 'A', task, success: task === 0 },
      { ...run, ...none, variant: 'B', task, success: true },
    ])
    const { variants, against } = serviceFigures(['A', 'B'], runs)
    expect(against[0]?.gain.mean).toBe(0.75)
    expect(variants[0]?.successes).toBe(1)
    // Clopper and Pearson's interval of 1 in 4
    expect(variants[0]?.interval[0]).toBeCloseTo(0.0063, 3)
    expect(variants[0]?.interval[1]).toBeCloseTo(0.8059, 3)
  })
})
