import { afterEach, describe, expect, it } from 'vitest'
import { readCommands } from '#adapters/store/run-store.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { createWorld } from '#simulation/field/world/world.js'
import { PtyBoard } from '../firmware/support/pty-board.js'
import { treeOf } from '../runtime/support/loop.js'
import { play, serialJob, setup } from './support/serial-job.js'

const tree = treeOf('<Sequence><MoveToZone zone="3"/><MoveToHome/></Sequence>')

// The same runtime, in real time, through serialport and a real pseudo-terminal; the board is the firmware's own code.
describe('graft run --serial (law 6)', () => {
  let board: PtyBoard<ReturnType<typeof createWorld>> | undefined
  afterEach(() => board?.kill())

  it('runs an episode on a controller behind a serial device; sensors are the referee', async () => {
    const world = createWorld({ setup, seed: 1, episode: 1, faults: FAULT_PROFILES.none })
    board = new PtyBoard(world)
    const job = serialJob(board.path, tree)
    // when the first byte of a command has come through, the command is on the disk already (exactly once)
    const early: number[] = []
    let commands = 0
    board.onMessage = (message) => {
      if (!('cmdId' in message)) return
      commands++
      const onDisk = readCommands(job.store.folder).map(({ kind, id }) => `${kind}/${id}`)
      if (!onDisk.includes(`issued/${message.cmdId}`)) early.push(message.cmdId)
    }
    const { end, wires } = await play(job)
    expect(commands).toBeGreaterThan(2)
    expect(early).toEqual([])
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
    expect(world.outcome()).toMatchObject({ robotHome: true, leftHome: true })
    expect(board.witness).toMatchObject({ breaches: [], lawless: [] })
    expect(board.witness.executed.length).toBeGreaterThan(1)
    expect(wires.map(({ sessions, counts }) => [sessions, counts.actuations])).toEqual([[1, 2]])
    // no camera is connected to a serial run yet: the critic is asked without a picture (AMB-03)
    expect(record?.reports.map(({ frames }) => frames)).toEqual([[], [], [], []])
  }, 60_000)

  it('says what is wrong with a device that is not there, and nothing moves', async () => {
    const { end } = await play(serialJob('/dev/no-such-controller', tree))
    expect(end).toMatchObject({
      kind: 'not-started',
      failure: { kind: 'no-answer', text: expect.stringContaining('/dev/no-such-controller') as string },
    })
  })
})
