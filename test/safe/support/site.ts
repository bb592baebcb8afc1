import { createVirtualRobot, type VirtualRobot } from '#simulation/firmware/virtual-robot.js'
import { VirtualClock } from '#base/clock.js'
import type { Ms } from '#base/units.js'
import type { ByteStream } from '#link/byte-stream.js'
import type { Message } from '#link/messages.gen.js'
import { needsPermit, ProtocolChecker, type Breach } from '#link/protocol-checker.js'
import { WireObserver } from '#link/wire-observer.js'
import type { Frame } from '#learning/ports.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import { sensedOutcome } from '#runtime/field/sensed-outcome.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { wasm } from '../../firmware/support/bench.js'
import { FieldPlant } from '../../robots/support/field-plant.js'
import { benchmarkMap as map } from '../../simulation/support/field.js'

/** What the wire and the world have shown since a moment. */
export interface Shown {
  /** frames that move the robot, as the controller heard them */
  readonly actuations: readonly Message[]
  /** moments at which wheels or gripper began to move, ms */
  readonly departures: readonly number[]
  readonly breaches: readonly Breach[]
}

/**
 * A field with a robot whose controller outlives the runtimes that speak to it. The judge stands at the controller's end
 * of the cable and at the motors, and believes nothing that the runtime says of itself.
 */
export class Site {
  readonly clock = new VirtualClock()
  readonly plant = new FieldPlant(map)
  #controller: VirtualRobot = this.#boot(1)
  #plugged: SiteBody | undefined
  #observer = new WireObserver()
  #checker = new ProtocolChecker()
  #shown: { actuations: Message[]; departures: number[]; breaches: Breach[] } = nothing()
  #moved = false

  /** A person lays the robot's home area under it: the only place from which it is armed. */
  carryHome(): void {
    this.plant.x = map.home.at.x
    this.plant.y = map.home.at.y
  }

  /** Another start of the runtime: a new cable, or the old one plugged in anew. */
  start(): SiteBody {
    this.#plugged = new SiteBody(this)
    this.#controller.replug()
    return this.#plugged
  }

  /** The controller starts anew where it stands: its watchdog, or its power. Cups lose their vacuum. */
  reboot(nonce: number): void {
    this.#controller = this.#boot(nonce)
  }

  unplug(): void {
    this.#controller.unplug()
  }

  /** The world and the controller go on, for whole milliseconds. */
  pass(ms: number): void {
    for (let i = 0; i < ms; i++) {
      this.#controller.advance(1)
      this.clock.advance(1)
      const bytes = this.#controller.stream.read()
      this.#hear('toHost', bytes)
      this.#plugged?.receive(bytes)
      this.#look()
    }
  }

  write(from: SiteBody, bytes: Uint8Array): void {
    if (from !== this.#plugged || !this.#controller.stream.open) return
    this.#hear('toFirmware', bytes)
    this.#controller.stream.write(bytes)
  }

  /** Forgets what was shown before. */
  mark(): void {
    this.#shown = nothing()
  }

  get shown(): Shown {
    return this.#shown
  }

  get wheelsTurn(): boolean {
    return this.#controller.drive.wheels.some((speed) => speed !== 0)
  }

  get gripperMoves(): boolean {
    return this.#controller.drive.gripperMoves
  }

  /** the rotator is under way to its second end */
  get rotates(): boolean {
    return this.gripperMoves && this.#controller.drive.rotator === 1
  }

  #hear(direction: 'toHost' | 'toFirmware', bytes: Uint8Array): void {
    for (const observed of this.#observer.observe(direction, bytes)) {
      this.#shown.breaches.push(...this.#checker.observe(observed))
      if (direction === 'toFirmware' && needsPermit(observed.message))
        this.#shown.actuations.push(observed.message)
    }
  }

  #look(): void {
    const moves = this.wheelsTurn || this.gripperMoves
    if (moves && !this.#moved) this.#shown.departures.push(this.clock.now())
    this.#moved = moves
  }

  #boot(bootNonce: number): VirtualRobot {
    return createVirtualRobot({ wasm, plant: this.plant, bootNonce })
  }
}

/** One runtime's view of the site: a real robot for all it knows. */
export class SiteBody implements RobotConnection {
  readonly virtual = false
  readonly camera = { model: MAST_CAMERA, capture: () => Promise.resolve(FRAME) }
  readonly clock: VirtualClock
  /** the runtime is killed when this becomes true: it never gets its next turn */
  killWhen: () => boolean = () => false
  /** called once each turn */
  onTurn: () => void = () => undefined
  readonly #site: Site
  #received: Uint8Array[] = []
  #killed: () => void = () => undefined

  constructor(site: Site) {
    this.#site = site
    this.clock = site.clock
  }

  /** Resolves when it was killed. */
  readonly killed = new Promise<void>((resolve) => (this.#killed = resolve))

  readonly stream: ByteStream = {
    open: true,
    write: (bytes) => this.#site.write(this, bytes),
    read: () => Buffer.concat(this.#received.splice(0)),
    close: () => undefined,
  }

  receive(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#received.push(bytes)
  }

  pace(period: Ms): Promise<void> {
    if (this.killWhen()) {
      this.#killed()
      return new Promise(() => undefined)
    }
    this.#site.pass(period)
    this.onTurn()
    return Promise.resolve()
  }

  outcome: RobotConnection['outcome'] = (world, seen) => sensedOutcome(map, world, seen)
  close = (): void => this.#site.unplug()
}

const nothing = () => ({ actuations: [], departures: [], breaches: [] })

/** nobody looks at pictures here */
const FRAME: Frame = { id: 'f0000', t: 0 as Ms, width: 1, height: 1, rgb: Buffer.alloc(3) }
