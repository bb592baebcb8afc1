import { expect, test } from 'vitest'
import { StatusReporter } from '#service/show/status-reporter.js'
import { shownField } from '#service/show/shown-episode.js'
import { fakePublisher } from '../dashboard/status-source.js'
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
