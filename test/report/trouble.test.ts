import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ms } from '#base/units.js'
import type { TraceEvent } from '#bt/trace.js'
import { must } from '#base/result.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { troubleList } from '#report/overview/trouble.js'
import { writeReport } from '#report/write-report.js'
import { fixtureRecords, writeFixtureRun } from './fixture.js'

const played = (record: EpisodeRecord, trace: readonly TraceEvent[] = []) => ({ record, trace })

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
  const listed = [
    ...troubleList([many, minor, minor].map((each) => played(each))).markup.matchAll(/finding \d+/g),
  ].map(([text]) => text)
  expect(listed).toHaveLength(8)
  expect(listed).toEqual(expect.arrayContaining(['finding 10', 'finding 11']))
})

it('names what was lost or failed, by its cause, and is not silent because nothing else went wrong', () => {
  const [, , , , calm] = fixtureRecords()
  if (calm === undefined) throw new Error('the fixture has five episodes')
  const said = (...episodes: Parameters<typeof troubleList>[0]): string =>
    troubleList(episodes)
      .markup.replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
  expect(said(played(calm))).toContain('Nothing: ')
  const lost = 'cup 3 lost the block of zone 7'
  const recheck = { verdict: 'passes', text: null } as const
  const drifts = [{ t: ms(1000), kind: 'block-lost', text: lost, recheck }]
  const ending = (reason: string): TraceEvent => ({
    ...{ seq: 1, t: ms(1), path: '/0', node: 'MoveToZone', args: { zone: '2' } },
    ...{ from: 'RUNNING', to: 'FAILURE', attempt: 1, reason },
  })
  const failed = (episode: number) => played({ ...calm, episode }, [ending('exec_fail: it was blocked')])
  const text = said(failed(1), played({ ...calm, episode: 3, drifts }), failed(4))
  expect(text).not.toContain('Nothing')
  expect(text).toMatch(
    /cup 3 lost the block of zone 7 in 1 episode: 3 .*MoveToZone zone=2 failed: it was blocked in 2 episodes: 1 4 /,
  )
  expect(said(played(calm, [ending('twin_reject: too far')]))).toContain('Nothing: ')
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

it('a run that was interrupted in its first episode does not ask which one to look at', async () => {
  const folder = await writeFixtureRun({ episodes: 1 })
  const page = readFileSync(must(await writeReport(folder), 'the report'), 'utf8')
  expect(page).not.toContain('What should I look at?')
  expect(page).toContain('What went into this run')
  rmSync(dirname(folder), { recursive: true })
})
