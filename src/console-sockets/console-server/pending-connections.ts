import type { Socket } from 'node:net'
import { HANDSHAKE } from './guard-rules.js'

export interface PendingConnectionsOptions {
  /** called with the client's first bytes */
  readonly onFirstBytes: (socket: Socket, bytes: Buffer) => void
  readonly onRefused: (why: string) => void
}

/**
 * Holds new connections until their first byte. An attacker that only connects may arrive tens of thousands of times a
 * second: each connection costs constant time, and nothing is allocated for it.
 */
export class PendingConnections {
  readonly #options: PendingConnectionsOptions
  /** time of arrival, ms; in order of arrival */
  readonly #since = new Map<Socket, number>()

  constructor(options: PendingConnectionsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#since.size
  }

  add(socket: Socket): void {
    const gone = (): void => void this.#since.delete(socket)
    socket.on('error', gone)
    socket.once('close', gone)
    socket.once('data', (bytes: Buffer) => {
      if (!this.#since.delete(socket)) return
      socket.off('error', gone)
      socket.off('close', gone)
      this.#options.onFirstBytes(socket, bytes)
    })
    this.#since.set(socket, performance.now())
    if (this.#since.size > HANDSHAKE.connections) this.#endOldest('too many connections')
  }

  sweep(now: number): void {
    for (const since of [...this.#since.values()]) {
      if (now - since <= HANDSHAKE.ms) return
      this.#endOldest('no key in time')
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
    this.#options.onRefused(`${why}, from ${socket.remoteAddress ?? 'this machine'}`)
    closeAtOnce(socket)
  }
}

/** Closes without a handshake, so that nothing lingers in the kernel; a Unix socket has no reset. */
export function closeAtOnce(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy()
  else socket.resetAndDestroy()
}
