import type { Socket } from 'node:net'
import { HANDSHAKE } from './guard-rules.js'

export interface PorchParts {
  /** it has said its first bytes */
  readonly spoken: (socket: Socket, bytes: Buffer) => void
  readonly refused: (why: string) => void
}

/**
 * Where whoever connects waits until its first byte. Of those who only connect come tens of thousands a
 * second: each costs the same few steps however many are there, and nothing is built for it.
 */
export class Porch {
  readonly #parts: PorchParts
  /** when it came, ms; in the order in which they came */
  readonly #since = new Map<Socket, number>()

  constructor(parts: PorchParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#since.size
  }

  meet(socket: Socket): void {
    const gone = (): void => void this.#since.delete(socket)
    socket.on('error', gone)
    socket.once('close', gone)
    socket.once('data', (bytes: Buffer) => {
      if (!this.#since.delete(socket)) return
      socket.off('error', gone)
      socket.off('close', gone)
      this.#parts.spoken(socket, bytes)
    })
    this.#since.set(socket, performance.now())
    if (this.#since.size > HANDSHAKE.connections) this.#endOldest('too many connections')
  }

  sweep(now: number): void {
    for (const since of [...this.#since.values()]) {
      if (now - since <= HANDSHAKE.ms) return
      this.#endOldest('no key within the time')
    }
  }

  clear(): void {
    for (const socket of this.#since.keys()) socket.destroy()
    this.#since.clear()
  }

  #endOldest(why: string): void {
    const [socket] = this.#since.keys()
    if (socket === undefined) return
    this.#since.delete(socket)
    this.#parts.refused(`${why}, from ${socket.remoteAddress ?? 'this machine'}`)
    dismiss(socket)
  }
}

/** No closing handshake, and nothing that lingers in the kernel; a socket of a path knows no reset. */
export function dismiss(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy()
  else socket.resetAndDestroy()
}
