import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { RunStore } from '../../src/adapters/store/run-store.js'
import { serialBodies } from '../../src/main/run/bodies.js'
import { learnOnField } from '../../src/main/run/field-run.js'
import { makeManifest } from '../../src/main/run/make-manifest.js'
import { JsonView } from '../../src/main/terminal/json-view.js'
import { FAULT_PROFILES } from '../../src/sim/world/faults.js'
import { createWorld } from '../../src/sim/world/world.js'
import { PtyBoard } from '../firmware/support/pty-board.js'
import { library, scriptedMinds, treeOf } from '../runtime/support/loop.js'
import { benchmarkField, benchmarkMap } from '../sim/support/field.js'

const setup = benchmarkField()
const tree = treeOf('<Sequence><MoveToZone zone="3"/><MoveToHome/></Sequence>')

function job(device: string) {
  const asked = {
    episodes: 1,
    seed: 1,
    faults: 'none',
    strictAlg1: false,
    actor: 'rules',
    blockInfo: false,
  } as const
  const manifest = makeManifest({ ...asked, out: '', json: true, serial: device }, setup, tree, [])
  const store = RunStore.create(mkdtempSync(join(tmpdir(), 'graft-serial-')), manifest)
  const view = new JsonView({ write: () => true })
  const bodies = serialBodies(device, benchmarkMap, 'the test bench')
  const signal = new AbortController().signal
  return {
    manifest,
    setup,
    start: tree,
    before: [],
    store,
    view,
    library,
    minds: scriptedMinds(),
    bodies,
    signal,
  }
}

// The same runtime, in real time, through serialport and a real pseudo-terminal; the board is the firmware's own code.
describe('graft run --serial (law 6)', () => {
  let board: PtyBoard<ReturnType<typeof createWorld>> | undefined
  afterEach(() => board?.unplug())

  it('runs an episode on a controller behind a serial device; sensors are the referee', async () => {
    const world = createWorld({ setup, seed: 1, episode: 1, faults: FAULT_PROFILES.none })
    board = new PtyBoard(world)
    const end = await learnOnField(job(board.path))
    if (end.kind !== 'done') throw new Error(JSON.stringify(end))
    const [record] = end.records
    expect(record).toMatchObject({ endReason: 'tree-success', refusals: [] })
    expect(record?.facts).toMatchObject({
      source: 'sensors',
      correct: 0,
      outside: 0,
      robotHome: true,
      leftHome: true,
    })
    expect(world.facts()).toMatchObject({ robotHome: true, leftHome: true })
    // no camera is connected to a serial run yet: the critic is asked without a picture (AMB-03)
    expect(record?.reports.map(({ frames }) => frames)).toEqual([[], [], [], []])
  }, 60_000)

  it('says what is wrong with a device that is not there, and nothing moves', async () => {
    const end = await learnOnField(job('/dev/no-such-controller'))
    expect(end).toMatchObject({ kind: 'not-started', failure: { kind: 'no-answer' } })
  })
})
