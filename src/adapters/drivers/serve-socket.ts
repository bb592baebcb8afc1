import { chmodSync, lstatSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { objectionToAddress, sayAddress, type DriverAddress } from '#base/driver-address.js'
import { ServedHost, type ServedSide } from './served-host.js'

export interface SocketServer {
  /** The robot stands, and nobody connects any more. */
  close(): Promise<void>
}

/**
 * Serves hosts one after the other: one connects, the next waits until the robot stands after it, more are sent away.
 * @param side called for each host
 */
export async function serveSocket(
  address: DriverAddress,
  side: () => ServedSide,
  stopMs: number,
): Promise<Result<SocketServer, Diagnostic>> {
  const objection = objectionToAddress(address) ?? (await objectionToPlace(address))
  if (objection !== undefined) return err(objection)
  const hosts = new Hosts(side, stopMs)
  const server = createServer((socket) => hosts.admit(socket))
  const failure = await listening(server, address)
  if (failure !== undefined) return err(unusable(address, failure))
  return ok({
    close: async () => {
      server.close()
      await hosts.close()
    },
  })
}

class Hosts {
  readonly #side: () => ServedSide
  readonly #stopMs: number
  #served: { readonly host: ServedHost; readonly socket: Socket } | undefined
  #next: Socket | undefined
  #closed = false

  constructor(side: () => ServedSide, stopMs: number) {
    this.#side = side
    this.#stopMs = stopMs
  }

  admit(socket: Socket): void {
    socket.on('error', () => undefined)
    if (this.#closed) socket.destroy()
    else if (this.#served === undefined) this.#serve(socket)
    else if (this.#next === undefined || this.#next.destroyed) this.#next = socket
    else socket.destroy()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#next?.destroy()
    this.#served?.host.end('closed')
    await this.#served?.host.ended
  }

  #serve(socket: Socket): void {
    socket.setNoDelay(true)
    const host = new ServedHost({ input: socket, output: socket }, this.#side(), this.#stopMs)
    this.#served = { host, socket }
    void host.ended.then(() => {
      socket.destroy()
      this.#served = undefined
      const next = this.#next
      this.#next = undefined
      if (next !== undefined && !next.destroyed && !this.#closed) this.#serve(next)
    })
  }
}

/** A socket that a driver left behind when it was killed is removed; one that answers is not. */
async function objectionToPlace(address: DriverAddress): Promise<Diagnostic | undefined> {
  if (!('path' in address)) return undefined
  const found = lstatSync(address.path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isSocket()) return unusable(address, 'there is a file that is no socket')
  if (await answers(address.path)) return unusable(address, 'another driver listens there')
  unlinkSync(address.path)
  return undefined
}

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** @returns why it does not listen */
function listening(server: Server, address: DriverAddress): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', ({ message }) => resolve(message))
    const isReady = (): void => {
      // whoever may connect may move the robot
      if ('path' in address) chmodSync(address.path, 0o600)
      resolve(undefined)
    }
    // whoever connects before the rights are set belongs to this user as well
    const umask = process.umask(0o177)
    if ('path' in address) server.listen({ path: address.path }, isReady)
    else server.listen({ host: address.host, port: address.port }, isReady)
    process.umask(umask)
  })
}

const unusable = (address: DriverAddress, why: string): Diagnostic => ({
  code: 'driver.bad-address',
  severity: 'error',
  message: `the driver cannot listen at ${sayAddress(address)}`,
  got: why,
  hint: 'stop what uses it, or choose another',
})
