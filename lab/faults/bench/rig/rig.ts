import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { createVirtualRobot, type VirtualRobot } from '#simulation/firmware/virtual-robot.js'
import { VirtualClock } from '#base/clock.js'
import { stream as random } from '#base/random.js'
import { must } from '#base/result.js'
import type { ByteStream } from '#link/byte-stream.js'
import { tapped } from '#link/tapped-stream.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { FaultyLink } from '#simulation/line/faulty-link.js'
import { concat } from '#simulation/line/faulty-channel.js'
import { bothDirections, type LineFaults } from '#simulation/line/line-faults.js'
import type { FaultProfile } from '#simulation/field/world/faults.js'
import { createWorld, type World } from '#simulation/field/world/world.js'
import { nonZeroWord } from '#app/connections/virtual-connection.js'
import { SafetyChecker } from '#lab/faults/safety-checker/safety-checker.js'
import type { Truth } from '#lab/faults/safety-checker/motion-rules.js'
import { BenchPlant } from './bench-plant.js'

export interface RigOptions {
  readonly setup: FieldSetup
  readonly seed: number
  readonly episode?: number
  readonly profile?: FaultProfile
  readonly line?: LineFaults
  /** stands between the host and the line: what it writes and reads may be changed */
  readonly between?: (line: ByteStream) => ByteStream
  /** milliseconds of the controller for one of the host: 1.02 is 2 % fast */
  readonly controllerRate?: number
  /** ms that the controller has been on already, u32 */
  readonly uptime?: number
}

const NO_FAULTS: FaultProfile = { navigation: 0, grip: 0, drop: 0, rotation: 0, placement: 0, cursor: 0 }

/** The physical side of the bench: world, controller, line and witness, a millisecond at a time. */
export class Rig {
  /** the host's clock */
  readonly clock = new VirtualClock()
  readonly world: World
  readonly plant: BenchPlant
  readonly robot: VirtualRobot
  readonly safetyChecker: SafetyChecker
  /** called each millisecond of the host's time */
  readonly everyMs: (() => void)[] = []
  /** the host's process is dead: nothing that it would still write leaves */
  hostGone = false
  /** of the runtime that drives the robot now */
  mode: () => string = () => 'SAFE'
  readonly #options: RigOptions
  readonly #boots
  #line: FaultyLink
  #host: ByteStream
  #due = 0
  #babble: Uint8Array[] = []

  constructor(options: RigOptions) {
    const { setup, seed, episode = 1, profile = NO_FAULTS, uptime = 0 } = options
    this.#options = options
    this.#boots = random(seed, setup.map.id, episode, 'boot')
    this.world = createWorld({ setup, seed, episode, faults: profile })
    this.plant = new BenchPlant(this.world)
    this.safetyChecker = new SafetyChecker(() => this.mode())
    const wasm = must(readFirmware(), 'shipped firmware')
    const bootNonce = nonZeroWord(this.#boots.next())
    this.robot = createVirtualRobot({ wasm, plant: this.plant, bootNonce, uptime })
    this.#line = this.#newLine()
    this.#host = this.#newHost()
  }

  get setup(): FieldSetup {
    return this.#options.setup
  }

  /** the host's end of the line; another one after `replug` */
  get stream(): ByteStream {
    return this.#host
  }

  get line(): FaultyLink {
    return this.#line
  }

  get truth(): Truth {
    const { truth, sensed } = this.plant
    const held = this.world.blocks().reduce((bits, { cup }) => (cup === null ? bits : bits | (1 << cup)), 0)
    return {
      drive: this.robot.drive,
      wheels: truth.wheels,
      lift: truth.lift,
      estop: sensed.estop,
      held,
      outside: this.world.outside(),
      contacts: this.world.contacts(),
    }
  }

  /** Lets the host's time go on, with everything that is not the host. */
  advance(ms: number): void {
    for (let i = 0; i < ms; i++) {
      for (const act of this.everyMs) act()
      this.#line.transfer(this.clock.now())
      this.#due += this.#options.controllerRate ?? 1
      for (; this.#due >= 1; this.#due--) {
        this.robot.advance(1)
        // what the controller answers is heard before its motion is judged
        this.#line.transfer(this.clock.now())
        this.safetyChecker.look(this.truth)
      }
      this.clock.advance(1)
      this.#line.transfer(this.clock.now())
    }
  }

  /** Writes to the controller past the host, as another program on the same port would. */
  intrude(bytes: Uint8Array): void {
    this.safetyChecker.observe('toFirmware', bytes)
    this.robot.stream.write(bytes)
  }

  /** Puts bytes into the host's ear that the controller never sent. */
  babble(bytes: Uint8Array): void {
    this.#babble.push(bytes)
  }

  /** The cable goes back in: a new port, a new line. */
  replug(): void {
    this.hostGone = false
    this.robot.replug()
    this.#line = this.#newLine()
    this.#host = this.#newHost()
  }

  /** The controller's watchdog has bitten: it boots anew, the cable stays. */
  reboot(): void {
    this.robot.reboot(nonZeroWord(this.#boots.next()))
    this.safetyChecker.restarted()
  }

  #newLine(): FaultyLink {
    const { setup, seed, episode = 1, line = bothDirections({}) } = this.#options
    const far = tapped(this.robot.stream, this.clock, (direction, bytes) =>
      this.safetyChecker.observe(direction, bytes),
    )
    return new FaultyLink(far, line, seed, setup.map.id, episode)
  }

  #newHost(): ByteStream {
    const line = this.#line
    const stream = this.#options.between?.(line) ?? line
    const noisy: ByteStream = {
      get open() {
        return stream.open
      },
      write: (bytes) => {
        if (!this.hostGone) stream.write(bytes)
      },
      read: () => concat([...this.#babble.splice(0), stream.read()]),
      close: () => stream.close(),
    }
    return tapped(noisy, this.clock, (direction, bytes) => {
      if (direction === 'toFirmware' && !this.hostGone) this.safetyChecker.hostWrote(bytes)
    })
  }
}
