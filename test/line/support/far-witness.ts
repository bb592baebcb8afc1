import { EventCode, type Message } from '#link/messages.gen.js'
import { ProtocolChecker, needsPermit, type Breach } from '#link/protocol-checker.js'
import { WireObserver, type WireDirection } from '#link/wire-observer.js'
import type { PlantDrive } from '#simulation/field/plant.js'

/** Stands at the controller's end of the line and tells what was executed, in which order, and by which right. */
export class FarWitness {
  /** ids that the controller accepted as new, in order */
  readonly executed: number[] = []
  readonly breaches: Breach[] = []
  /** times at which something began to move that no permitted, accepted and unfinished command explains, ms */
  readonly lawless: number[] = []
  /** times at which something began to move, ms */
  readonly departures: number[] = []
  /** last time at which wheels were told to turn or the gripper to travel, ms */
  lastMotion = -Infinity
  /** events of comm loss, repeats not counted */
  commLosses = 0
  #lastEvent = 0
  readonly #observer = new WireObserver()
  readonly #checker = new ProtocolChecker()
  readonly #permitted = new Map<number, Message>()
  #active: number | undefined
  #moved = false

  hear(direction: WireDirection, bytes: Uint8Array): void {
    for (const observed of this.#observer.observe(direction, bytes)) {
      this.breaches.push(...this.#checker.observe(observed))
      this.#follow(observed.message)
    }
  }

  /** Once each millisecond, after the controller has run. */
  look(drive: PlantDrive, now: number): void {
    const moves = drive.gripperMoves || drive.wheels.some((speed) => speed !== 0)
    if (moves) this.lastMotion = now
    if (moves && !this.#moved) {
      this.departures.push(now)
      if (this.#active === undefined) this.lawless.push(now)
    }
    this.#moved = moves
  }

  get unreadable(): number {
    return this.#observer.unreadable
  }

  #follow(message: Message): void {
    if (needsPermit(message) && message.permitId !== 0 && 'cmdId' in message)
      this.#permitted.set(message.cmdId, message)
    if (message.kind === 'commandAck' && message.reply === 0) {
      this.executed.push(message.cmdId)
      if (this.#permitted.has(message.cmdId)) this.#active = message.cmdId
    }
    if (message.kind === 'event' && message.eventSeq > this.#lastEvent) {
      this.#lastEvent = message.eventSeq
      if (message.code === EventCode.commLoss) this.commLosses++
    }
    const done = message.kind === 'event' && message.code === EventCode.commandDone
    if (done && message.cmdId === this.#active) this.#active = undefined
  }
}
