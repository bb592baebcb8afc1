import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { troubleList } from '#report/overview/trouble.js'
import { writeReport } from '#report/write-report.js'
import { fixtureRecords, writeFixtureRun } from './fixture.js'

it('what raised an alarm is among what went wrong, however much else costs more points', () => {
  const record = fixtureRecords().find(({ reports }) => reports.at(-1)?.issues.length !== 0)
  const final = record?.reports.at(-1)
  const issue = final?.issues[0]
  const issues = Array.from({ length: 12 }, (_, n) => ({
    ...{ ...issue, grounded: 'confirmed', explanation: `finding ${n}`, impact: 'style' },
    severity: n < 10 ? 0.4 : 0.6,
  }))
  const many = { ...record, reports: [{ ...final, mode: 'final', issues }] } as EpisodeRecord
  // in many episodes, what is minor costs more
  const minor = {
    ...many,
    reports: [{ ...final, mode: 'final', issues: issues.slice(0, 10) }],
  } as EpisodeRecord
  const listed = [...troubleList([many, minor, minor]).markup.matchAll(/finding \d+/g)].map(([text]) => text)
  expect(listed).toHaveLength(8)
  expect(listed).toEqual(expect.arrayContaining(['finding 10', 'finding 11']))
})

it('a run that was interrupted and resumed says which episodes it played again', async () => {
  const folder = await writeFixtureRun()
  const pageOf = async (): Promise<string> =>
    readFileSync(must(await writeReport(folder), 'the report'), 'utf8').replaceAll(/\s+/g, ' ')
  expect(await pageOf()).not.toContain('interrupted and resumed')
  for (const name of ['02', '02-2']) mkdirSync(join(folder, 'interrupted', name), { recursive: true })
  expect(await pageOf()).toContain('The run was interrupted and resumed: it played episode 2 again.')
  rmSync(dirname(folder), { recursive: true })
})
