import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { loadFirmware } from '#simulation/firmware/firmware.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { must } from '#base/result.js'
import { WireObserver } from '#link/wire-observer.js'
import { AT_REST, type PlantDrive } from '#simulation/field/plant.js'
import { BenchPlant } from '#test/firmware/support/bench-plant.js'
import { gapsOf, monotonicMs } from './wire-times.js'

/** What the board is asked, and what it answers, over the process channel. */
export type ToBoard =
  { readonly kind: 'measure'; readonly samples: number; readonly seconds: number } | { readonly kind: 'end' }
export type FromBoard =
  | { readonly kind: 'ready'; readonly device: string; readonly priority: string }
  | ({ readonly kind: 'measured' } & FarEnd)

/** What this end has seen, milliseconds. */
export interface FarEnd {
  /** when Ctrl-C was pressed, by the clock of `monotonicMs` */
  readonly pressedAt: readonly number[]
  /** between heartbeats */
  readonly beatMs: readonly number[]
}

/**
 * The far end, in a process of its own: the firmware on a pseudo-terminal, and the operator's console. It
 * presses Ctrl-C (SIGINT to the runtime) at random moments and waits for the STOP frame.
 */
const pty = createRequire(import.meta.url)('@lydell/node-pty') as {
  open(options: { encoding: null }): {
    readonly master: Socket
    readonly slave: Socket & { setRawMode(raw: boolean): void }
    readonly _pty: string
  }
}
const REST_MS = [40, 140] as const
const GIVE_UP_MS = 5_000

const terminal = pty.open({ encoding: null })
terminal.slave.setRawMode(true)
terminal.slave.pause()
const firmware = loadFirmware(must(readFirmware(), 'shipped firmware'), 4711)
const plant = new BenchPlant()
const observer = new WireObserver()
let drive: PlantDrive = AT_REST
let beats: number[] = []
let pressed: (() => void) | undefined
let last = performance.now()

terminal.master.on('error', () => undefined)
terminal.master.on('data', (bytes: Buffer) => {
  const now = performance.now()
  for (const { message } of observer.observe('toFirmware', bytes)) {
    if (message.kind === 'heartbeat') beats.push(now)
    if (message.kind !== 'stop') continue
    const waiting = pressed
    pressed = undefined
    waiting?.()
  }
  firmware.rx(bytes)
})
setInterval(() => {
  const due = Math.floor(performance.now() - last)
  last += due
  for (let i = 0; i < Math.min(due, 10); i++) drive = firmware.tick(plant.step(drive))
  const bytes = firmware.tx()
  if (bytes.length > 0) terminal.master.write(bytes)
}, 1)

process.on('message', (message: ToBoard) => {
  if (message.kind === 'end') process.exit(0)
  void measure(message)
})
process.on('disconnect', () => process.exit(0))
send({ kind: 'ready', device: terminal._pty, priority: raisePriority() })

/** @param plan so many samples, or as many as there is time for */
async function measure(plan: { readonly samples: number; readonly seconds: number }): Promise<void> {
  const end = performance.now() + plan.seconds * 1000
  const pressedAt: number[] = []
  const isOver = (): boolean =>
    plan.seconds > 0 ? performance.now() > end : pressedAt.length >= plan.samples
  beats = []
  while (!isOver()) {
    await rest()
    pressedAt.push(monotonicMs())
    await press()
  }
  send({ kind: 'measured', pressedAt, beatMs: gapsOf(beats) })
}

/** Presses Ctrl-C, and waits until a STOP is here. */
function press(): Promise<void> {
  return new Promise((resolve) => {
    const overdue = setTimeout(() => ((pressed = undefined), resolve()), GIVE_UP_MS)
    pressed = () => (clearTimeout(overdue), resolve())
    process.kill(process.ppid, 'SIGINT')
  })
}

/** Any phase of the tick and of the models' work must be met: this is a measurement, and may be random. */
const rest = (): Promise<void> => {
  const [low, high] = REST_MS
  return new Promise((resolve) => setTimeout(resolve, low + Math.random() * (high - low)))
}

function send(message: FromBoard): void {
  process.send?.(message)
}

/** A controller has a processor of its own: where it may, this one goes before everybody else, with all its threads. */
function raisePriority(): string {
  const above = ['--all-tasks', '--fifo', '--pid', '50', String(process.pid)]
  if (spawnSync('chrt', above).status === 0) return 'above all'
  try {
    for (const thread of readdirSync('/proc/self/task'))
      setPriority(Number(thread), constants.priority.PRIORITY_HIGHEST)
    return 'high'
  } catch {
    return 'normal'
  }
}
