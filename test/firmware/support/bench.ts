import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { createVirtualRobot, type VirtualRobot } from '#simulation/firmware/virtual-robot.js'
import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import type { LinkEvent } from '#link/link-event.js'
import type { Odometry } from '#link/messages.gen.js'
import { LinkSession } from '#link/link-session.js'
import type { CommandId, JournalEntry, WireCommand } from '#link/wire-command.js'
import type { Plant } from '#simulation/field/plant.js'
import { BenchPlant } from './bench-plant.js'

export const wasm = must(readFirmware(), 'shipped firmware')

/** Changes bytes on their way; gets whole frames as they were written. */
export type Noise = (frame: Uint8Array) => readonly Uint8Array[]
const CLEAN: Noise = (frame) => [frame]

/** Session, cable, firmware and bench plant in one virtual time, one step a millisecond. */
export class Bench<P extends Plant = BenchPlant> {
  readonly clock = new VirtualClock()
  readonly plant: P
  readonly journal: JournalEntry[] = []
  readonly events: LinkEvent[] = []
  readonly robot: VirtualRobot
  session: LinkSession
  noise: Noise = CLEAN
  readonly #onOdometry: ((odometry: Odometry) => void) | undefined
  /** the reflex loop calls `allowHeartbeat` */
  healthy = true

  constructor(
    options: {
      readonly bootNonce?: number
      readonly sessionId?: number
      readonly plant?: P
      readonly onOdometry?: (odometry: Odometry) => void
    } = {},
  ) {
    this.#onOdometry = options.onOdometry
    this.plant = options.plant ?? (new BenchPlant() as Plant as P)
    this.robot = createVirtualRobot({ wasm, plant: this.plant, bootNonce: options.bootNonce ?? 77 })
    this.session = this.newSession(options.sessionId ?? 0x1234)
  }

  newSession(sessionId: number): LinkSession {
    this.session = new LinkSession({
      clock: this.clock,
      sessionId,
      journal: (entry) => this.journal.push(entry),
      onOdometry: this.#onOdometry,
    })
    return this.session
  }

  /** Runs until `done` or for `ms` milliseconds. @returns the milliseconds it took */
  run(ms: number, done: () => boolean = () => false): number {
    for (let i = 0; i < ms; i++) {
      if (done()) return i
      this.step()
    }
    return ms
  }

  step(): void {
    const { session, robot, clock } = this
    if (this.healthy) session.allowHeartbeat()
    session.feed(this.#through(robot.stream.read()))
    session.poll()
    robot.stream.write(this.#through(session.takeBytes()))
    this.events.push(...session.takeEvents())
    robot.advance(1)
    clock.advance(1)
  }

  connect(): this {
    this.run(100, () => this.session.status === 'up')
    this.run(40)
    return this
  }

  /** Sends a command and runs until it is settled. @returns its id and the milliseconds it took */
  complete(command: WireCommand, limit = 20_000): { readonly id: CommandId; readonly took: number } {
    const id = this.session.command(command)
    return { id, took: this.run(limit, () => this.settled(id)) }
  }

  settled(id: CommandId): boolean {
    const state = this.session.commandState(id)
    return typeof state === 'object' || state === 'refused'
  }

  get telemetry() {
    const telemetry = this.session.telemetry
    if (telemetry === undefined) throw new Error('no telemetry yet')
    return telemetry
  }

  #through(bytes: Uint8Array): Uint8Array {
    if (this.noise === CLEAN || bytes.length === 0) return bytes
    const parts: Uint8Array[] = []
    for (let from = 0; from < bytes.length;) {
      const zero = bytes.indexOf(0, from)
      const end = zero < 0 ? bytes.length : zero + 1
      parts.push(...this.noise(bytes.subarray(from, end)))
      from = end
    }
    return Uint8Array.from(parts.flatMap((part) => [...part]))
  }
}

/** the way every MoveTo of this robot is driven */
export const MOVE = { theta: 0, vMax: 0.6, aMax: 1, settleMs: 800 } as const

export const moveTo = (x: number, y: number, permitId = 1) =>
  ({ kind: 'moveTo', permitId, x, y, ...MOVE }) as const
