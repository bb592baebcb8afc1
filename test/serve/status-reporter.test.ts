import { expect, test } from 'vitest'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { must } from '#base/result.js'
import { virtualConnection } from '#app/connections/virtual-connection.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import { StatusReporter } from '#service/show/status-reporter.js'
import { fakeStation } from '../dashboard/status-source.js'
import { initialTree, library, ScriptedCritic } from '../runtime/support/loop.js'
import { benchmarkField } from '../simulation/support/field.js'
import { manifestOf } from '../store/site/support/record.js'

test('an episode that is armed while an operator holds the robot is shown as paused', () => {
  const setup = benchmarkField()
  const { map } = setup
  const body = virtualConnection({
    ...{ setup, wasm: must(readFirmware(), 'shipped firmware') },
    ...{ seed: 1, episode: 1, faults: 'none' },
  })
  const parts = prepareEpisode({
    ...{ episode: 1, doc: initialTree, map, library, body, before: [], sessionId: 7, armedBy: 'anna' },
    critic: new ScriptedCritic(),
    control: UNATTENDED,
    listen: () => undefined,
    journal: () => undefined,
  })
  let held = false
  const statusPublisher = fakeStation()
  const reporter = new StatusReporter({
    ...{ statusPublisher, map, manifest: manifestOf(), device: null, before: [] },
    now: () => 0,
    held: () => held,
  })
  const shown = [true, false].flatMap((now) => {
    held = now
    reporter.prepared(parts)
    const prepared = statusPublisher.status().activity
    // the critic warned, and somebody was asked
    statusPublisher.set({ activity: 'waiting-for-arm' })
    reporter.listen({ kind: 'mode', change: { from: 'ARMED', to: 'RUNNING', by: 'anna' } }, 1)
    return [prepared, statusPublisher.status().activity]
  })
  body.close()
  expect(shown).toEqual(['paused', 'paused', 'running', 'running'])
})
