import { describe, expect, it } from 'vitest'
import { summarise } from '#learning/curve.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { render } from '#report/html.js'
import type { RunData } from '#report/run-data.js'
import { criticSection } from '#report/sections/critic.js'
import { overview } from '#report/sections/overview.js'
import { headLines } from '#terminal/lines.js'
import { NO_PAINT } from '#terminal/paint.js'
import { fixtureRecords, manifestOf } from './fixture.js'

/** The fixture as if it had happened in a world of its own, behind a driver that only pretends. */
const records = fixtureRecords().map((record): EpisodeRecord => {
  const facts = { source: 'sensors', operatingSeconds: 10, start: {}, end: {} } as const
  return {
    ...record,
    facts,
    update: { ...record.update, decision: 'edited', why: 'the twin: a better plan' },
  }
})
const manifest = {
  ...manifestOf(),
  field: { id: 'home/tidy', setup: { world: 'home', task: 'tidy', scenario: 'family' } },
  faults: 'driver',
}
const run: RunData = {
  manifest,
  summary: summarise(records, manifest),
  episodes: records.map((record) => ({
    record,
    trace: [],
    steps: [],
    frames: [],
    notes: [],
    tree: undefined,
    nextTree: undefined,
  })),
}

describe('the report of a run in another world', () => {
  const page = render(overview(run))

  it('says nothing of blocks and fields, and what its driver pretends is not called real', () => {
    expect(page).not.toMatch(/block colours|field, seed|>real</)
    expect(page).toContain('world and task, seed')
    expect(page).toContain('family')
    expect(page).toContain('simulated by its driver')
    expect(headLines(manifest, NO_PAINT).join(' ')).toContain('simulated by its driver')
  })

  it('names who has edited the tree', () => {
    expect(page).toContain('edited by the twin: a better plan')
  })

  it('has no codes of LAGEA', () => {
    const issues = records.flatMap(({ reports }) => reports.flatMap((report) => report.issues))
    const [first] = records.filter(({ reports }) => reports.some((report) => report.issues.length > 0))
    const text = render(criticSection(first as EpisodeRecord))
    expect(issues.length).toBeGreaterThan(0)
    expect(text).not.toMatch(/drift_from_goal|wrong_object|failed_grasp/)
  })
})
