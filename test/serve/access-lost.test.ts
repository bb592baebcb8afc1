import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { RunStore } from '#adapters/store/run-store.js'
import { virtualRobots } from '#app/connections/robot-provider.js'
import { learnOnField } from '#app/field-run.js'
import { readRecords } from '#app/run-folder/read/read-run.js'
import { must } from '#base/result.js'
import { AccessLost } from '#runtime/ending/episode-control.js'
import { whyCutShort } from '#service/jobs/learning-job.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { FIRST, library, manifestOf, setup } from '../crash/support/mission.js'
import { scriptedMinds } from '../runtime/support/loop.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-access-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const WHY = 'the console process has not answered for 0.6 s'

it('a run says why nobody could have stopped the robot, and so does the record of its episode', async () => {
  const manifest = manifestOf(1)
  const store = RunStore.create(folder, manifest)
  const stop = new AbortController()
  const silent = (): undefined => undefined
  const end = await learnOnField({
    ...{ manifest, setup, start: FIRST, before: [], store, library, models: scriptedMinds() },
    view: new Proxy({}, { get: () => silent }) as never,
    connections: virtualRobots({ setup, wasm: must(readFirmware(), 'firmware'), seed: 1, faults: 'none' }),
    signal: stop.signal,
    host: {
      held: () => false,
      estopRequested: () => false,
      notes: () => [],
      prepared: () => Promise.resolve(),
      listen: ({ kind }) => void (kind === 'turn' && stop.abort(new AccessLost(WHY))),
    },
  })
  const cut = end.kind === 'cut-short' ? end : undefined
  expect(cut).toMatchObject({ by: 'access-lost', why: WHY })
  expect(cut && whyCutShort(cut)).toBe(`nobody could stop the robot (${WHY})`)
  expect(must(readRecords(store.folder), 'the run')).toMatchObject([
    { endReason: 'access-lost', endCause: WHY },
  ])
})
