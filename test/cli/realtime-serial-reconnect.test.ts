import { afterEach, describe, expect, it } from 'vitest'
import { readCommands, readEpisodes } from '#adapters/store/run-store.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { createWorld, type World } from '#simulation/field/world/world.js'
import { PtyBoard } from '../firmware/support/pty-board.js'
import { treeOf } from '../runtime/support/loop.js'
import { DeviceFolder, play, serialJob, setup, waitingNews as news } from './support/serial-job.js'

const tree = treeOf('<Sequence><MoveToZone zone="3"/><MoveToHome/></Sequence>')
const boards: PtyBoard<World>[] = []
afterEach(() => {
  for (const board of boards.splice(0)) board.kill()
})

function newBoard(bootId: number, episode = 1): PtyBoard<World> {
  const world = createWorld({ setup, seed: 1, episode, faults: FAULT_PROFILES.none })
  const board = new PtyBoard(world, bootId)
  boards.push(board)
  return board
}

async function until(done: () => boolean, turns = 10_000): Promise<void> {
  for (let i = 0; i < turns && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 2))
  if (!done()) throw new Error('what the test waits for did not happen')
}

const say = (line: string): boolean => process.stderr.write(`${line}\n`)

describe('graft run --serial, the link is lost while the robot drives (goal G10)', () => {
  it('another controller under another name: the lost episode is kept, the next one is armed anew', async () => {
    const devices = new DeviceFolder()
    const first = newBoard(11)
    devices.plug('usb-stm32-a', first.path)
    const job = serialJob(devices.all, tree, { episodes: 2, reconnectSeconds: 20 })
    const running = play(job)
    await until(() => first.drives && first.clock.now() > 1000)
    first.kill()
    devices.unplug('usb-stm32-a')
    await until(() => news(job).includes('waiting'))
    const second = newBoard(22, 2)
    devices.plug('usb-stm32-b', second.path)
    const pluggedIn = performance.now()
    await until(() => news(job).includes('back'))
    say(
      `a controller answers ${Math.round(performance.now() - pluggedIn)} ms after it was plugged in (goal: 2000 ms)`,
    )
    const { end, wires } = await running

    if (end.kind !== 'done') throw new Error(JSON.stringify(end))
    expect(end.records.map(({ endReason }) => endReason)).toEqual(['link-lost', 'tree-success'])
    expect(readEpisodes(job.store.folder)).toHaveLength(2)
    const back = job.printed.find(({ type, news: statusEvent }) => type === 'link' && statusEvent === 'back')
    expect(back).toMatchObject({ bootId: 22, device: `${devices.path}/usb-stm32-b` })

    // law 2 at both far ends: every actuation with a permit of its own, each executed once
    for (const { witness } of [first, second]) {
      expect(witness).toMatchObject({ breaches: [], lawless: [], unreadable: 0 })
      expect(witness.executed.length).toBeGreaterThan(1)
    }
    expect(wires.map(({ boots, sessions, counts }) => [boots, sessions, counts.actuations])).toEqual([
      [1, 1, 1],
      [1, 1, 2],
    ])
    // nothing of the first session reaches the second board; it is greeted before anything else
    expect(second.heard[0]).toBe('hello')
    expect(second.heard.indexOf('moveTo')).toBeGreaterThan(second.heard.indexOf('setPose'))
    const sessions = readCommands(job.store.folder).map(({ episode, session }) => `${episode}/${session}`)
    expect(new Set(sessions).size).toBe(2)
    // the move that was under way: journaled before its first byte, and nobody knows what became of it
    const lost = readCommands(job.store.folder).filter(({ episode }) => episode === 1)
    const move = lost.find((entry) => entry.kind === 'issued' && entry.command.kind === 'moveTo')
    expect(lost.find(({ kind, id }) => kind === 'settled' && id === move?.id)).toMatchObject({
      state: 'unknown',
    })
  }, 60_000)

  it('the same controller on another port: it has stopped by itself, and its old command does not go on', async () => {
    const devices = new DeviceFolder()
    const board = newBoard(33)
    devices.plug('usb-stm32-a', board.path)
    const job = serialJob(devices.all, tree, { episodes: 2, reconnectSeconds: 20 })
    const running = play(job)
    await until(() => board.drives && board.clock.now() > 1000)
    board.unplug()
    devices.unplug('usb-stm32-a')
    const pulledAt = board.clock.now()
    // the host knows at once that the cable is out, the controller only by the heartbeats that it misses
    await until(() => news(job).includes('waiting') && !board.drives && board.clock.now() > pulledAt + 700)
    // 200 ms without a heartbeat, 300 ms of ramp from full speed
    expect(board.witness.lastMotion).toBeLessThanOrEqual(pulledAt + 40 + 201 + 300)
    const executed = board.witness.executed.length
    board.plugIn()
    devices.plug('usb-stm32-b', board.path)
    const { end } = await running

    if (end.kind !== 'done') throw new Error(JSON.stringify(end))
    expect(end.records.map(({ endReason }) => endReason)).toEqual(['link-lost', 'tree-success'])
    expect(board.witness).toMatchObject({ breaches: [], lawless: [] })
    expect(board.witness.executed.length).toBeGreaterThan(executed)
  }, 60_000)

  it('gives up after the time that was asked for, and the run can be resumed', async () => {
    const devices = new DeviceFolder()
    const board = newBoard(44)
    devices.plug('usb-stm32-a', board.path)
    const job = serialJob(devices.all, tree, { episodes: 2, reconnectSeconds: 1 })
    const running = play(job)
    await until(() => board.drives)
    board.kill()
    devices.unplug('usb-stm32-a')
    expect((await running).end).toMatchObject({ kind: 'cut-short', by: 'link-lost' })
    expect(news(job)[0]).toBe('waiting')
    expect(news(job).at(-1)).toBe('gave-up')
    expect(readEpisodes(job.store.folder)).toHaveLength(1)
  }, 60_000)

  it('does not wait when nobody asked for it, nor after the last episode', async () => {
    for (const asked of [
      { episodes: 2, reconnectSeconds: 0 },
      { episodes: 1, reconnectSeconds: 20 },
    ]) {
      const board = newBoard(55)
      const job = serialJob(board.path, tree, asked)
      const running = play(job)
      await until(() => board.drives)
      board.kill()
      expect((await running).end).toMatchObject({ kind: 'cut-short', by: 'link-lost' })
      expect(news(job)).toEqual([])
    }
  }, 60_000)

  it('ends the waiting when the operator stops the run', async () => {
    const board = newBoard(66)
    const job = serialJob(board.path, tree, { episodes: 2, reconnectSeconds: 600 })
    const running = play(job)
    await until(() => board.drives)
    board.kill()
    await until(() => news(job).includes('waiting'))
    job.stop()
    expect((await running).end).toMatchObject({ kind: 'cut-short', by: 'link-lost' })
  }, 60_000)
})
