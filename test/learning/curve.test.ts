import { describe, expect, it } from 'vitest'
import { bestOf } from '#learning/episode.js'
import { summarise } from '#learning/curve.js'
import { closingLines } from '#terminal/closing.js'
import { NO_PAINT } from '#terminal/paint.js'
import { fixtureRecords } from '../report/fixture.js'

describe('the figures of a run', () => {
  const records = fixtureRecords()
  const summary = summarise(records, { episodes: records.length })

  it('VRL-20: scores, confidence and alarms are those of the records', () => {
    const reports = records.flatMap((record) => record.reports)
    expect(summary.scores).toEqual(records.map(({ score }) => score.total))
    expect(summary.meanConfidence).toBeCloseTo(reports.reduce((sum, { c }) => sum + c, 0) / reports.length, 3)
    expect(summary.best?.score).toBe(Math.max(...summary.scores))
    expect(summary.gain).toBeCloseTo(summary.scores.slice(-3).reduce((a, b) => a + b) / 3 - summary.first, 3)
    expect(summary.complete).toBe(true)
    expect(summarise(records, { episodes: records.length + 1 }).complete).toBe(false)
  })

  it('AMB-22: alarms are counted for each call of the critic and for each episode', () => {
    const alarms = records.reduce((sum, record) => sum + record.alarms.length, 0)
    const calls = records.reduce((sum, record) => sum + record.reports.length, 0)
    expect(alarms).toBeGreaterThan(0)
    expect(summary.alarmsPerCall).toBeCloseTo(alarms / calls, 3)
    expect(summary.episodesWithAlarm).toBe(records.filter((record) => record.alarms.length > 0).length)
  })

  it('an episode that was cut short is neither the best nor the last that was needed', () => {
    const last = records.at(-1)
    const total = (summary.best?.score ?? NaN) + 1000
    const cut = {
      ...last,
      endReason: 'operator-stop',
      score: { ...last?.score, total },
    } as (typeof records)[0]
    const shown = summarise([...records.slice(0, -1), cut], { episodes: records.length })
    expect(shown.best?.score).toBe(Math.max(...summary.scores.slice(0, -1)))
    expect(shown.lastThree).toBeLessThan(total / 3)
    expect(shown.complete).toBe(false)
    expect(summarise([cut], { episodes: 1 })).toMatchObject({ best: null, complete: false })
  })

  it('of equal ones the first is the best, and of none that ended on its own there is no best', () => {
    expect(bestOf([-4.6, -33.1, -46.7], ['access-lost', 'tree-failure', 'tree-failure'])).toMatchObject({
      episode: 2,
      score: -33.1,
    })
    expect(bestOf([1, 5, 5], ['tree-success', 'tree-success', 'tree-success'])?.episode).toBe(2)
    expect(bestOf([9], ['operator-stop'])).toBeUndefined()
  })

  it('of a run in which every episode was interrupted it says that none counted', () => {
    const cut = records.map((record) => ({ ...record, endReason: 'link-lost' as const }))
    const linesOf = (of: typeof records): string =>
      closingLines(
        { summary: summarise(of, { episodes: 9 }), records: of, reportPath: undefined },
        { paint: NO_PAINT, unicode: false },
      ).join('\n')
    expect(linesOf(cut)).toContain('none counted: every episode was interrupted')
    expect(linesOf(cut)).not.toContain('best')
    expect(linesOf([...cut, ...records.slice(0, 1)])).toContain('in episode 1')
  })

  it('has nothing to say of a run without an episode', () => {
    expect(() => summarise([], { episodes: 10 })).toThrow(RangeError)
  })
})
