/**
 * Seed corpus of the fuzzer: every golden frame, and rides that reach what chance would not. An input is a sequence of
 * actions as `fuzz.c` reads them. `npx tsx firmware-protocol/fuzz/seeds.ts FOLDER` writes them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const raw = (bytes: Uint8Array): number[] => [0, bytes.length, ...bytes]
const hello = (session = 0): number[] => [2, session]
/** time with heartbeats, and time without */
const live = (ms: number): number[] => spread(10, ms)
const silent = (ms: number): number[] => spread(11, ms)
const moveTo = (x: number, y: number): number[] => [4, 0, ...place(x, y), 9, 9, 1]
const push = (x: number, y: number): number[] => [4, 1, ...place(x, y), 4, 9, 1]
const grip = (mask: number): number[] => [4, 2, mask, 1]
const release = (mask: number): number[] => [4, 3, mask]
const rotate = (mask: number): number[] => [4, 4, mask]
const stop: number[] = [4, 5]
const estop: number[] = [4, 6]
const reset: number[] = [4, 7]
const setPose: number[] = [4, 8, ...place(0, 0)]
const velocity: number[] = [6, 1, 190, 127, 127, 100]
/** the plant follows its drives; bit 1 = e-stop, bit 2 = bumper */
const stateEstimator = (bits: number): number[] => [7, 1 | bits]
const again: number[] = [8]
/** 255: the bits of a float follow */
const NOT_A_NUMBER = [255, 0, 0, 0xc0, 0x7f]
const HUGE = [255, 0, 0, 0, 0x7f]
const wheels = (float: readonly number[]): number[] => [7, 8, ...float, ...float, ...float]
const damaged: number[] = [9, 9, 3]

const RIDES: Readonly<Record<string, readonly number[]>> = {
  drive: [...hello(), ...live(80), ...setPose, ...moveTo(20, 0), ...live(3000)],
  push: [...hello(), ...live(80), ...stateEstimator(4), ...push(10, 0), ...live(3500)],
  slip: [...hello(), ...live(80), ...push(10, 0), ...live(3500)],
  cycle: [...hello(), ...live(40), ...grip(5), ...live(4300), ...release(5), ...live(1400)],
  turn: [
    ...hello(),
    ...live(40),
    ...rotate(9),
    ...live(1000),
    ...stop,
    ...live(80),
    ...rotate(9),
    ...live(2400),
  ],
  teleop: [...hello(), ...live(40), ...velocity, ...live(80), ...velocity, ...live(400)],
  lost: [
    ...hello(),
    ...live(40),
    ...moveTo(60, 20),
    ...live(600),
    ...silent(1000),
    ...live(300),
    ...moveTo(0, 0),
  ],
  latch: [
    ...hello(),
    ...live(40),
    ...moveTo(60, 0),
    ...live(600),
    ...stateEstimator(2),
    ...live(400),
    ...stateEstimator(0),
    ...reset,
  ],
  hostStop: [
    ...hello(),
    ...live(40),
    ...velocity,
    ...live(40),
    ...estop,
    ...live(300),
    ...reset,
    ...live(80),
  ],
  encoder: [
    ...hello(),
    ...live(40),
    ...moveTo(60, 0),
    ...live(400),
    ...wheels(NOT_A_NUMBER),
    ...live(40),
    ...stateEstimator(0),
    ...live(900),
  ],
  runaway: [
    ...hello(),
    ...live(40),
    ...moveTo(60, 0),
    ...live(400),
    ...wheels(HUGE),
    ...live(40),
    ...stateEstimator(0),
    ...live(900),
  ],
  copies: [...hello(), ...live(40), ...moveTo(9, 9), ...again, ...damaged, ...again, ...live(400), ...again],
  sessions: [...hello(0), ...live(40), ...grip(15), ...live(400), ...hello(1), ...again, ...live(400)],
}

/** Returns the seeds, name → bytes. */
export function seeds(vectorsJson: string): ReadonlyMap<string, Uint8Array> {
  const vectors = JSON.parse(vectorsJson) as {
    readonly message: string
    readonly name: string
    readonly frame: string
  }[]
  const frames = vectors.map(({ message, name, frame }): [string, Uint8Array] => {
    const action = raw(Buffer.from(frame, 'hex'))
    return [
      `frame-${message}-${name.replace(' ', '-')}`,
      Uint8Array.from([...hello(), ...action, ...live(40)]),
    ]
  })
  const rides = Object.entries(RIDES).map(([name, row]): [string, Uint8Array] => [
    `ride-${name}`,
    Uint8Array.from(row),
  ])
  return new Map([...frames, ...rides])
}

/** one byte per number: 127 is 0, 0 and 254 are −3 and 3 m */
function place(x: number, y: number): number[] {
  return [127 + x, 127 + y, 127]
}

/** a step of time is 4 ms, with at most 255 of them per action */
function spread(action: number, ms: number): number[] {
  const steps: number[] = []
  for (let left = Math.ceil(ms / 4); left > 0; left -= 255) steps.push(action, Math.min(255, left))
  return steps
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('usage: seeds.ts FOLDER')
  mkdirSync(folder, { recursive: true })
  const vectors = readFileSync(new URL('../gen/vectors.json', import.meta.url), 'utf8')
  for (const [name, bytes] of seeds(vectors)) writeFileSync(join(folder, name), bytes)
}
