import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { EventCode } from '#link/messages.gen.js'
import { WireObserver } from '#link/wire-observer.js'
import { must } from '#base/result.js'
import { chooseFields } from '#config/field/choose-fields.js'
import type { PlantDrive, PlantSense } from '#simulation/field/plant.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { createWorld } from '#simulation/field/world/world.js'
import { PtyBoard } from './support/pty-board.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** GRAFT_KILLS=20 npx vitest run test/firmware/realtime-killed.test.ts */
const KILLS = Number(process.env['GRAFT_KILLS'] ?? 2)
/** rad/s of the fastest wheel: in earnest, and hardly (2 mm/s at its rim) */
const DRIVING = 6
const STANDING = 0.05

interface Millisecond {
  readonly told: number
  readonly measured: number
}
const fastest = (wheels: readonly number[]): number => Math.max(...wheels.map(Math.abs))

/** The firmware on a pseudo-terminal, with its own trace: one line each millisecond of its time. */
class TracedBoard {
  readonly trace: Millisecond[] = []
  /** ms of the firmware at which heartbeats arrived */
  readonly heartbeats: number[] = []
  /** what the firmware itself says */
  commLossAt: number | undefined
  readonly board: PtyBoard<{ step(drive: PlantDrive): PlantSense }>

  constructor(plant: { step(drive: PlantDrive): PlantSense }) {
    const step = (drive: PlantDrive): PlantSense => {
      const sense = plant.step(drive)
      this.trace.push({ told: fastest(drive.wheels), measured: fastest(sense.wheels) })
      return sense
    }
    this.board = new PtyBoard({ step })
    this.board.onMessage = ({ kind }) => {
      if (kind === 'heartbeat') this.heartbeats.push(this.board.clock.now())
    }
    const observer = new WireObserver()
    this.board.onSaid = (bytes) => {
      for (const { message } of observer.observe('toHost', bytes))
        if (message.kind === 'event' && message.code === EventCode.commLoss) this.commLossAt ??= message.tMs
    }
  }
}

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const task of cleanUp.splice(0).reverse()) task()
})

/** graft run, in a process of its own, driving to and fro. */
function drive(device: string): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), 'graft-killed-'))
  const policy = join(folder, 'to-and-fro.xml')
  writeFileSync(
    policy,
    '<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main"><Repeat num_cycles="50">' +
      '<Sequence><MoveToZone zone="3"/><MoveToZone zone="6"/></Sequence></Repeat></BehaviorTree></root>',
  )
  const child = spawn(
    process.execPath,
    [
      ...[join(root, 'bin/graft.js'), 'run', '--field', 'F1', '--episodes', '1', '--actor', 'rules'],
      ...['--tree', policy, '--serial', device, '--armed-by', 'the test', '--json', '--out', folder],
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  cleanUp.push(() => child.kill('SIGKILL'))
  return child
}

async function until(done: () => boolean): Promise<void> {
  for (const from = performance.now(); performance.now() - from < 60_000 && !done();)
    await new Promise((resolve) => setTimeout(resolve, 1))
  if (!done()) throw new Error('what the test waits for did not happen')
}

/** Milliseconds of the firmware's own time, all from its last heartbeat on. */
interface Stop {
  /** the setpoints begin to fall */
  readonly begins: number
  /** from there to setpoints of zero */
  readonly ramp: number
  /** the last wheel stands, by the encoders */
  readonly wheelsStand: number
  /** rad/s of the fastest wheel when the ramp began */
  readonly speed: number
}

/** Kills or freezes the program at a random moment of its drive. */
async function stopOne(
  setup: Parameters<typeof createWorld>[0]['setup'],
  signal: 'SIGKILL' | 'SIGSTOP',
  n: number,
) {
  const world = createWorld({ setup, seed: n, episode: 1, faults: FAULT_PROFILES.none })
  const traced = new TracedBoard(world)
  const { board } = traced
  cleanUp.push(() => board.kill())
  const child = drive(board.path)
  const wait = Math.floor(stream('killed', signal, n).next() * 1500)
  await until(() => board.drives)
  const from = board.clock.now()
  await until(() => board.clock.now() >= from + wait && fastest(board.drive.wheels) > DRIVING)
  child.kill(signal)
  await until(() => traced.commLossAt !== undefined && board.clock.now() > traced.commLossAt + 1000)

  const { trace, heartbeats, commLossAt = 0 } = traced
  const last = heartbeats.at(-1) ?? NaN
  // told[t] is what the step of millisecond t has put out
  const told = trace.map((at) => at.told)
  const zero = told.findLastIndex((speed) => speed > 0) + 1
  const ramp = told.slice(commLossAt - 1, zero + 1)
  expect(ramp[0]).toBeGreaterThan(0)
  expect(ramp.every((speed, i) => i === 0 || speed < ramp[i - 1]!)).toBe(true)
  const stand = trace.findLastIndex(({ measured }) => measured > STANDING) + 1
  const stop: Stop = {
    begins: commLossAt - last,
    ramp: zero - commLossAt,
    wheelsStand: stand - last,
    speed: ramp[0] ?? 0,
  }
  expect(board.witness).toMatchObject({ breaches: [], lawless: [] })
  return { stop, board, child }
}

describe('the runtime is killed or frozen while the robot drives (goal G2)', () => {
  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    '%s: the firmware begins to stop 201 ms after the last heartbeat, and ramps to a stand',
    async (signal) => {
      const [setup] = must(await chooseFields({ field: 'F1' }), 'field F1')
      const stops: Stop[] = []
      let thawed = 0
      for (let n = 1; n <= KILLS; n++) {
        const { stop, board, child } = await stopOne(setup!, signal, n)
        stops.push(stop)
        // the bar is 250 ms; the ramp is 2 m/s² from 0.6 m/s and what the controller adds to catch up
        expect(stop.begins).toBeLessThanOrEqual(201)
        expect(stop.begins).toBeLessThanOrEqual(250)
        expect(stop.ramp).toBeLessThanOrEqual(350)
        if (signal === 'SIGSTOP') {
          thawed++
          // it thaws: what it wrote before and writes now starts nothing that is not cleared anew
          const { lastMotion } = board.witness
          child.kill('SIGCONT')
          const at = board.clock.now()
          await until(() => board.clock.now() > at + 500)
          expect(board.witness).toMatchObject({ breaches: [], lawless: [] })
          expect(lastMotion).toBeLessThan(at)
        }
        child.kill('SIGKILL')
        board.kill()
      }
      expect(thawed).toBe(signal === 'SIGSTOP' ? KILLS : 0)
      const range = (of: (stop: Stop) => number): string =>
        `${Math.min(...stops.map(of)).toFixed(0)} to ${Math.max(...stops.map(of)).toFixed(0)}`
      process.stderr.write(
        `${signal} while driving, ${stops.length} times, ms of firmware time: the ramp begins ${range(({ begins }) => begins)} ` +
          `after the last heartbeat and takes ${range(({ ramp }) => ramp)} (from ${range(({ speed }) => speed * 50)} mm/s of the ` +
          `fastest wheel); the wheels stand ${range(({ wheelsStand }) => wheelsStand)} after the last heartbeat\n`,
      )
    },
    KILLS * 60_000 + 60_000,
  )
})
