import { expect, test } from 'vitest'
import { EpisodeMonitor } from '#service/jobs/episode-monitor.js'
import type { FieldEpisode } from '#runtime/field/prepare.js'
import type { Parts } from '#service/parts.js'
import { fakePublisher } from '../dashboard/status-source.js'
import { shownField } from '#service/show/shown-episode.js'
import { library } from '../runtime/support/loop.js'
import { manifestOf } from '../store/site/support/record.js'
import { preparedEpisode, setup } from './support/prepared.js'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('an episode is recorded once the repair of older recordings is over, and not before', async () => {
  let repaired = (): void => undefined
  const repair = new Promise<void>((resolve) => (repaired = resolve))
  const recorded: number[] = []
  const parts = {
    ...{
      statusPublisher: fakePublisher(),
      config: { robot: { body: 'virtual' } },
      now: () => 0,
      world: { library },
    },
    inProgress: { episode: undefined, task: undefined, repair },
    policies: { countStart: () => Promise.resolve() },
    recorder: { beginEpisode: (_: string, episode: number) => recorded.push(episode) },
  } as unknown as Parts
  const log = { key: 'F1-s1-12345678', recordingFolder: () => '/nowhere' } as never
  const control = { held: () => false } as never
  const task = { id: 'F1' } as never
  const monitor = new EpisodeMonitor(parts, { task, manifest: manifestOf(), before: [], log }, control)
  const episode = preparedEpisode()
  const host = monitor.host((parts: FieldEpisode) => shownField(parts, setup.map))
  const prepared = host.prepared(episode)
  for (let turns = 0; turns < 10; turns++) await turn()
  expect(recorded).toEqual([])
  repaired()
  await prepared
  expect(recorded).toEqual([1])
  episode.body.close()
})
