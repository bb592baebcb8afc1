import { expect, test } from 'vitest'
import { status as showStatus } from '#console-cli/show/status.js'
import { BARE } from '#console-cli/text/look.js'
import { StatusReporter } from '#service/show/status-reporter.js'
import { shownField } from '#service/show/shown-episode.js'
import { fakePublisher } from '../dashboard/status-source.js'
import { Reflex } from '#runtime/reflex.js'
import { initialStatus } from '#runtime/status/initial-status.js'
import { manifestOf, recordOf } from '../store/site/support/record.js'
import { preparedEpisode, setup } from './support/prepared.js'

test('an episode that is armed while an operator holds the robot is shown as paused', () => {
  const parts = preparedEpisode()
  let held = false
  const statusPublisher = fakePublisher()
  const reporter = new StatusReporter({
    ...{ statusPublisher, manifest: manifestOf(), device: null, before: [] },
    now: () => 0,
    held: () => held,
  })
  const shown = [true, false].flatMap((now) => {
    held = now
    reporter.prepared(shownField(parts, setup.map))
    const prepared = statusPublisher.status().activity
    // the critic warned, and somebody was asked
    statusPublisher.set({ activity: 'waiting-for-arm' })
    reporter.listen({ kind: 'mode', change: { from: 'ARMED', to: 'RUNNING', by: 'anna' } }, 1)
    return [prepared, statusPublisher.status().activity]
  })
  parts.body.close()
  expect(shown).toEqual(['paused', 'paused', 'running', 'running'])
})

test.each([
  ['up', 'none'],
  ['lost', 'lost'],
] as const)(
  'a link that was %s when we closed it is shown as %s, whatever its session says then',
  (was, then) => {
    const parts = preparedEpisode()
    const statusPublisher = fakePublisher()
    const { link } = initialStatus({ body: 'virtual', pace: 'fast', device: null }, 'auto')
    let status: 'up' | 'lost' = was
    const reporter = new StatusReporter({
      ...{ statusPublisher, manifest: manifestOf(), device: null, before: [] },
      ...{ now: () => 0, held: () => false },
    })
    reporter.prepared({ ...shownField(parts, setup.map), link: () => ({ ...link, status }) })
    expect(statusPublisher.status().link.status).toBe(was)
    reporter.unlinked()
    parts.body.close()
    status = 'lost'
    reporter.episode(recordOf(1))
    expect(statusPublisher.status().link.status).toBe(then)
  },
)

test('a cable that is pulled is a lost link, also once the run is over, and nobody believes that the robot moves', async () => {
  const parts = preparedEpisode()
  let now = 1_000
  const statusPublisher = fakePublisher({}, () => now)
  const reporter = new StatusReporter({
    ...{ statusPublisher, manifest: manifestOf(), device: null, before: [] },
    ...{ now: () => 0, held: () => false },
  })
  const shown = shownField(parts, setup.map)
  reporter.prepared(shown)
  now = 2_000
  expect(statusPublisher.status().link).not.toHaveProperty('lostAt')
  shown.unplug?.()
  expect(await new Reflex(parts).turn()).toEqual({ kind: 'link-lost' })
  reporter.episode(recordOf(1, { endReason: 'link-lost' }))
  parts.body.close()
  reporter.unlinked()
  now = 3_000
  reporter.close()
  statusPublisher.set({ mode: 'SAFE', activity: 'idle' })
  const status = statusPublisher.status()
  expect(status.link).toMatchObject({ status: 'lost', lostAt: 2_000 })
  expect(status.facts[0]?.text).toMatch(/, not connected$/)
  const text = showStatus(status, BARE).join(' ').replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/LOST at \d\d:\d\d:\d\d/)
  expect(text).toContain(`continue with run --resume ${manifestOf().key}`)
})
