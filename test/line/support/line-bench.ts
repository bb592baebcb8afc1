import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { createVirtualRobot, type VirtualRobot } from '#simulation/firmware/virtual-robot.js'
import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import type { LinkEvent } from '#link/link-event.js'
import { LinkSession } from '#link/link-session.js'
import { tapped } from '#link/tapped-stream.js'
import type { CommandId, WireCommand } from '#link/wire-command.js'
import { FaultyLink } from '#simulation/line/faulty-link.js'
import type { LineFaults } from '#simulation/line/line-faults.js'
import { BenchPlant } from '../../firmware/support/bench-plant.js'
import { FarWitness } from './far-witness.js'

const wasm = must(readFirmware(), 'shipped firmware')

/** Host, bad line, witness, controller and bench plant in one virtual time, one step a millisecond. */
export class LineBench {
  readonly clock = new VirtualClock()
  readonly plant = new BenchPlant()
  readonly session = new LinkSession({ clock: this.clock, sessionId: 0x1234 })
  readonly line: FaultyLink
  /** stands at the controller's end: hears what really arrives and what really is said */
  readonly witness = new FarWitness()
  readonly events: LinkEvent[] = []
  /** the host's loop is alive: it reads, writes and allows heartbeats */
  hostAlive = true
  readonly #robot: VirtualRobot

  constructor(faults: LineFaults, seed: string | number) {
    this.#robot = createVirtualRobot({ wasm, plant: this.plant, bootNonce: 77 })
    const far = tapped(this.#robot.stream, this.clock, (direction, bytes) =>
      this.witness.hear(direction, bytes),
    )
    this.line = new FaultyLink(far, faults, seed)
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
    const { session, line, clock } = this
    if (this.hostAlive) {
      session.allowHeartbeat()
      session.feed(line.read())
      session.poll()
      line.write(session.takeBytes())
      this.events.push(...session.takeEvents())
    }
    line.transfer(clock.now())
    this.#robot.advance(1)
    clock.advance(1)
    line.transfer(clock.now())
    this.witness.look(this.#robot.drive, clock.now())
  }

  connect(): this {
    this.run(3_000, () => this.session.status === 'up')
    this.run(40)
    return this
  }

  settled(id: CommandId): boolean {
    const state = this.session.commandState(id)
    return typeof state === 'object' || state === 'refused'
  }

  /** Sends a command and runs until it is settled or given up. */
  complete(command: WireCommand, limit = 20_000): CommandId {
    const id = this.session.command(command)
    this.run(limit, () => this.settled(id) || this.session.status === 'lost')
    return id
  }
}
