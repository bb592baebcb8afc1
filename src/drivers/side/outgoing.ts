import type { DriverMessage } from '../contract.js'

const MAX_WAITING = 4096

/** Messages to the host that wait to be taken: bounded, and of heartbeats and progress only what is newest. */
export class Outgoing {
  #waiting: DriverMessage[] = []
  #full = false

  /** the host does not read: nothing more is kept */
  get full(): boolean {
    return this.#full
  }

  push(message: DriverMessage): void {
    if (this.#full) return
    const last = this.#waiting.at(-1)
    if (last !== undefined && supersedes(message, last)) this.#waiting.pop()
    this.#waiting.push(message)
    this.#full = this.#waiting.length > MAX_WAITING
  }

  take(): readonly DriverMessage[] {
    const waiting = this.#waiting
    this.#waiting = []
    return waiting
  }
}

function supersedes(message: DriverMessage, last: DriverMessage): boolean {
  if (message.kind === 'progress') return last.kind === 'progress' && last.progress.id === message.progress.id
  if (message.kind !== 'heartbeat' || last.kind !== 'heartbeat') return false
  return last.beat.moving === message.beat.moving && last.beat.safe === message.beat.safe
}
