import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { WebSocketServer, type WebSocket } from 'ws'
import { RosBridge } from './bridge.js'

const TICK_MS = 10

/** A bridge of the tests behind a WebSocket of this process, in real time. */
export class BridgeServer {
  readonly bridge = new RosBridge(performance.now())
  /** connections so far */
  connections = 0
  /** people put the robot back whenever a driver starts: between two episodes */
  putsBack = false
  #server: WebSocketServer
  readonly #timer: NodeJS.Timeout
  readonly #sockets = new Set<WebSocket>()

  private constructor(server: WebSocketServer) {
    this.#server = server
    this.#timer = setInterval(() => this.bridge.advance(performance.now()), TICK_MS)
    this.#accept(server)
  }

  static async start(port = 0): Promise<BridgeServer> {
    const server = new WebSocketServer({ host: '127.0.0.1', port })
    await once(server, 'listening')
    return new BridgeServer(server)
  }

  /** connections at this moment */
  get open(): number {
    return this.#sockets.size
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}`
  }

  /** The bridge dies, with all that it knows: no new connection is taken. @returns the port, for `comeBack` */
  async die(): Promise<number> {
    const { port } = this
    this.bridge.restart()
    for (const socket of this.#sockets) socket.terminate()
    await new Promise((resolve) => this.#server.close(resolve))
    return port
  }

  async comeBack(port: number): Promise<void> {
    this.#server = new WebSocketServer({ host: '127.0.0.1', port })
    await once(this.#server, 'listening')
    this.#accept(this.#server)
  }

  /** A frame that is no text, or longer than any reading. */
  raw(data: Buffer | string): void {
    for (const socket of this.#sockets) socket.send(data)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.die()
  }

  #accept(server: WebSocketServer): void {
    server.on('connection', (socket) => {
      this.connections++
      this.#sockets.add(socket)
      if (this.putsBack) this.bridge.robot.putBack()
      const client = this.bridge.connect((frame) => void socket.send(frame))
      socket.on('message', (data) => client.receive((data as Buffer).toString('utf8')))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        client.close()
      })
    })
  }
}
