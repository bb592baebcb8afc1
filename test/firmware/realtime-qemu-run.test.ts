import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readEpisodes } from '#adapters/store/run-store.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { createWorld, type World } from '#simulation/field/world/world.js'
import { DeviceFolder, play, serialJob, setup, waitingNews as news } from '../cli/support/serial-job.js'
import { needs } from '../needs/needs.js'
import { treeOf } from '../runtime/support/loop.js'
import { startQemu, type Board } from './support/qemu-board.js'
import { Images } from './support/qemu-tools.js'

const tree = treeOf('<Sequence><MoveToZone zone="3"/><MoveToHome/></Sequence>')
const drives = ({ remote }: Board<World>): boolean => remote.drive.wheels.some((speed) => Math.abs(speed) > 2)

/** Of real time: generous, because the machine may be busy. */
async function until(done: () => boolean, seconds = 40): Promise<void> {
  for (const from = performance.now(); performance.now() - from < seconds * 1000 && !done();)
    await new Promise((resolve) => setTimeout(resolve, 2))
  if (!done()) throw new Error('what the test waits for did not happen')
}

/** emulator, plant and runtime in real time, on a machine that may be too busy for them */
const BUSY = { retry: 2 }

// The runtime's own loop in each of these: reflex, safety monitor, search for the controller, arm and confirm.
describe(
  'graft run --serial on the emulated controller, when something goes wrong while it drives',
  { ...BUSY, ...needs('qemu') },
  () => {
    const images = new Images()
    const running: Board<World>[] = []
    beforeAll(() => void images.buildStm32('qemu'), 120_000)
    afterEach(() => {
      for (const board of running.splice(0)) board.process.kill('SIGKILL')
    })
    afterAll(() => images.remove())

    async function start(bootId: number, episode = 1): Promise<Board<World>> {
      const world = createWorld({ setup, seed: 1, episode, faults: FAULT_PROFILES.none })
      const board = await startQemu(images.path('fw-qemu.elf'), images.path(`plant-${bootId}`), bootId, world)
      running.push(board)
      return board
    }

    it('e-stop: the run ends so, the motors are cut, and the latch stays', async () => {
      const board = await start(1)
      const job = serialJob(board.path, tree, { episodes: 2, reconnectSeconds: 20 })
      const ended = play(job)
      await until(() => drives(board))
      board.remote.plant.pressEstop(true)
      expect((await ended).end).toMatchObject({
        kind: 'cut-short',
        by: 'estop',
        why: 'the emergency stop was pressed',
      })
      await until(() => !board.remote.drive.motorsEnabled)
      board.remote.plant.pressEstop(false)
      const releasedAt = board.remote.clock.now()
      await until(() => board.remote.clock.now() > releasedAt + 500)
      expect(board.remote.drive).toMatchObject({ motorsEnabled: false, gripperMoves: false })
      expect(board.remote.drive.wheels.every((speed) => speed === 0)).toBe(true)
      expect(news(job)).toEqual([])
    }, 120_000)

    it.each([
      ['kill -9 of the emulator', 'SIGKILL'],
      ['a frozen emulator (SIGSTOP)', 'SIGSTOP'],
    ] as const)(
      '%s: the episode is kept as link-lost, and the run goes on with the next controller',
      async (_, signal) => {
        const devices = new DeviceFolder()
        const first = await start(11)
        devices.plug('usb-stm32-a', first.path)
        const job = serialJob(devices.all, tree, { episodes: 2, reconnectSeconds: 60 })
        const ended = play(job)
        await until(() => drives(first))
        first.process.kill(signal)
        await until(() => news(job).includes('waiting'))
        const second = await start(22, 2)
        devices.plug('usb-stm32-b', second.path)
        const { end, wires } = await ended
        if (end.kind === 'not-started') throw new Error(end.failure.text)
        expect(end.records.map(({ endReason }) => endReason)).toEqual(['link-lost', 'tree-success'])
        expect(readEpisodes(job.store.folder)).toHaveLength(2)
        expect(wires.map(({ boots, counts }) => [boots, counts.actuations])).toEqual([
          [1, 1],
          [1, 2],
        ])
        expect(second.remote.plant.outcome()).toMatchObject({ leftHome: true, robotHome: true })
      },
      180_000,
    )

    it('a frozen emulator that thaws: the same boot answers again, its wheels stand before anything new begins', async () => {
      const board = await start(33)
      const job = serialJob(board.path, tree, { episodes: 2, reconnectSeconds: 60 })
      const ended = play(job)
      await until(() => drives(board))
      board.process.kill('SIGSTOP')
      await until(() => news(job).includes('waiting'))
      const frozenAt = board.remote.clock.now()
      const { length } = board.remote.samples
      board.process.kill('SIGCONT')
      const { end, wires } = await ended
      if (end.kind === 'not-started') throw new Error(end.failure.text)
      expect(end.records.map(({ endReason }) => endReason)).toEqual(['link-lost', 'tree-success'])
      expect(wires.map(({ boots }) => boots)).toEqual([1, 1])
      const thawed = board.remote.samples.slice(length)
      const stood = thawed.find(({ drive }) => drive.wheels.every((speed) => speed === 0))
      // 201 ms after the last heartbeat, or by the new session; then the ramp from 0.6 m/s; seen every 10 ms
      expect(stood!.ms - frozenAt).toBeLessThanOrEqual(201 + 300 + 20)
    }, 180_000)
  },
)
