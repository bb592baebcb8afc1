import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Bounds the number of connections without letting idle ones block new clients: when the limit is reached, the oldest
 * connection without a request in progress is closed (which defeats slow-loris attacks).
 */
export class Connections {
  readonly #max: number
  /** in order of arrival; true: a request is being answered */
  readonly #open = new Map<Socket, boolean>()

  constructor(server: Server, max: number) {
    this.#max = max
    server.on('connection', (socket: Socket) => this.#admit(socket))
  }

  get size(): number {
    return this.#open.size
  }

  setBusy(socket: Socket, busy: boolean): void {
    if (this.#open.has(socket)) this.#open.set(socket, busy)
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }

  #admit(socket: Socket): void {
    if (this.#open.size >= this.#max) {
      const idle = [...this.#open].find(([, busy]) => !busy)?.[0]
      if (idle === undefined) return void socket.destroy()
      this.#open.delete(idle)
      idle.destroy()
    }
    this.#open.set(socket, false)
    socket.on('close', () => this.#open.delete(socket))
  }
}
