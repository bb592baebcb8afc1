import fc from 'fast-check'
import { expect, it } from 'vitest'
import { alarmsOfRun } from '#learning/alarms.js'
import { ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { Status } from '#bt/status.js'
import type { EpisodeData } from '#report/run-data.js'
import { scrubOf } from '#report/scrubber/scrub-data.js'
import { pickList } from '#report/overview/picks.js'
import { apart, unitRows } from '#report/sections/gantt.js'
import { spansOf } from '#report/sections/spans.js'
import { timeline } from '#report/sections/timeline.js'
import { recordOf } from '../store/site/support/record.js'

const event = (t: number, path: NodePath, from: Status, to: Status): EpisodeData['trace'][number] => ({
  ...{ seq: t, t: ms(t), path, node: 'Fetch', args: {}, from, to, attempt: 1 },
})

it('time counts from the first tick, as the seconds of the score do', () => {
  const alarm = { mode: 'final', step: 0, reasons: ['severity'], s: 1, c: 1, text: 'spilt' } as const
  const last = { ...alarm, t: ms(2450), reasons: ['low_confidence'] } as const
  const record = recordOf(1, { alarms: [{ ...alarm, t: ms(0) }, last] })
  const trace = [event(1150, '/0', 'IDLE', 'RUNNING'), event(2450, '/0', 'RUNNING', 'SUCCESS')]
  const steps = [{ kind: 'X', unit: '/0', label: 'Fetch', status: 'SUCCESS', episode: 1, t: 2450 }]
  const none = { frames: [], notes: [], tree: undefined, nextTree: undefined }
  const page = timeline(
    { record, trace, steps, ...none } as unknown as EpisodeData,
    alarmsOfRun([record])[0] ?? [],
  ).markup
  expect(page).toContain('Fetch: SUCCESS, 0.0–1.3 s')
  expect(page).toContain('1.3 s: alarm (critic unsure)')
  expect(page).toContain('0.0 s: alarm (severe)')
  expect(page).toContain('1.15 s on the episode’s clock')
})

it('what a critic said after the end of an episode stands at its end, in the timeline as well as in the scrubber', () => {
  const alarm = { mode: 'final', step: 0, reasons: ['severity'], s: 1, c: 1, text: 'spilt' } as const
  const record = recordOf(1, { alarms: [{ ...alarm, t: ms(31_000) }] })
  const trace = [event(1000, '/0', 'IDLE', 'RUNNING'), event(21_000, '/0', 'RUNNING', 'SUCCESS')]
  const report = { ...record.reports[0], mode: 'final', summary: 'all spilt', frames: ['f9'] }
  const episode = {
    ...{ record, trace, frames: [], notes: [], tree: undefined, nextTree: undefined },
    moments: {
      nodes: [],
      changes: [
        { t: 21_500, frame: 'f9' },
        { t: 30_000, pose: [1, 2, 0] },
      ],
    },
    steps: [{ kind: 'F', report, endReason: 'tree-success', episode: 1, t: 31_000 }],
  } as unknown as EpisodeData
  const alarms = alarmsOfRun([record])[0] ?? []
  const { markup } = timeline(episode, alarms)
  expect(markup).toContain('at the end: alarm (severe): spilt')
  expect(markup).not.toContain('30.0 s')
  const scrub = scrubOf(episode, alarms, { marks: [], field: undefined })
  const { to, words, frame, said, pose } = scrub?.data ?? {}
  expect(to).toBe(21_000)
  expect([frame?.[0], pose?.[0], said?.[0]]).toEqual([21_000, 21_000, 21_000])
  expect(words).toEqual(expect.arrayContaining(['at the end: all spilt', 'at the end: severe: spilt']))
})

it('the signs of moments stand side by side, in order, none beyond the chart', () => {
  const at = fc.array(fc.double({ min: 250, max: 1000, noNaN: true }), { maxLength: 20 })
  fc.assert(
    fc.property(at, (all) => {
      const placed = apart(all, 1006)
      const sorted = [...placed].sort((a, b) => a - b)
      expect(sorted.slice(1).filter((x, i) => x - (sorted[i] ?? 0) <= 11.9)).toEqual([])
      expect(Math.max(0, ...placed)).toBeLessThanOrEqual(1006)
      const rank = (of: readonly number[]): number[] =>
        of.map((_, i) => i).sort((a, b) => (of[a] ?? 0) - (of[b] ?? 0))
      expect(rank(placed)).toEqual(rank(all))
    }),
  )
})

it('what was under way when the link was lost has its row, though it never came to its end', () => {
  const record = recordOf(1)
  const trace = [
    event(0, '/', 'IDLE', 'RUNNING'),
    event(1, '/0', 'IDLE', 'RUNNING'),
    event(9200, '/0', 'RUNNING', 'SUCCESS'),
    event(9201, '/1', 'IDLE', 'RUNNING'),
    event(9202, '/1/0', 'IDLE', 'RUNNING'),
    event(11_000, '/1/0', 'RUNNING', 'SUCCESS'),
    event(11_001, '/1/1', 'IDLE', 'RUNNING'),
    event(14_900, '/1/1', 'RUNNING', 'FAILURE'),
  ]
  const steps = [{ kind: 'X', unit: '/0', label: 'Fetch', status: 'SUCCESS', episode: 1, t: 9200 }]
  const rowsOf = (of: typeof steps): unknown =>
    unitRows({ record, trace, steps: of } as unknown as EpisodeData, spansOf(trace)).map(
      ({ path, leaves }) => [path, leaves.map((leaf) => leaf.path)],
    )
  expect(rowsOf(steps)).toEqual([
    ['/0', ['/0']],
    ['/1', ['/1/0', '/1/1']],
  ])
  expect(rowsOf([])).toEqual([['/', ['/0', '/1/0', '/1/1']]])
})

it('of an episode that was cut short, what to look at is what cut it short', () => {
  const worst = recordOf(2, { score: -20, endReason: 'link-lost' })
  const { markup } = pickList([recordOf(1), worst])
  expect(markup.replaceAll(/\s+/g, ' ')).toContain(
    'It ended because the link was lost, and counts for nothing.',
  )
})
