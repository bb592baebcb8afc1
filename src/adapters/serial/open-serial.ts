import { readSync, writeSync } from 'node:fs'
import { SerialPort } from 'serialport'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { ByteStream } from '#link/byte-stream.js'
import { bytesWaitingAsker, type BytesWaiting } from './bytes-waiting.js'
import { WriteBacklog } from './write-backlog.js'

/** bytes per read: bounds how much old telemetry a host that paused must process at once, and how long a read takes */
const MAX_READ = 65_536

export interface SerialOptions {
  /** device file, such as `/dev/serial/by-id/…` */
  readonly path: string
  /** 921600 on this robot */
  readonly baud: number
  /** selects frames that overtake the backlog of a blocked port; default: none */
  readonly isUrgent?: (frame: Uint8Array) => boolean
}

/** A port as serialport opens it: exclusive, 8N1, no flow control, and non-blocking on POSIX systems. */
type Port = Awaited<ReturnType<(typeof SerialPort)['binding']['open']>>

/**
 * Opens a serial port. serialport configures and locks it; reads and writes are synchronous, because in libuv's thread
 * pool they would wait behind models, pictures and files (docs/adr/0010). There is no stream object, so nothing can
 * stay queued for whichever firmware is plugged in next.
 */
export async function openSerial(options: SerialOptions): Promise<Result<ByteStream, Diagnostic>> {
  const { path, baud, isUrgent = () => false } = options
  if (process.platform === 'win32') return err(cannotOpen(options, 'Windows has no file descriptor for it'))
  let port: Port
  try {
    port = await SerialPort.binding.open({ path, baudRate: baud })
  } catch (cause) {
    return err(cannotOpen(options, cause instanceof Error ? cause.message : String(cause)))
  }
  if (port.fd === null) return err(cannotOpen(options, 'it was closed at once'))
  return ok(
    new SerialStream(port, port.fd, { backlog: new WriteBacklog(isUrgent), waiting: bytesWaitingAsker() }),
  )
}

interface StreamParts {
  readonly backlog: WriteBacklog
  readonly waiting: BytesWaiting
}

/** A hang-up shows at the next read or write: as an error, or as an end of file, which a live port never reports. */
class SerialStream implements ByteStream {
  readonly #port: Port
  readonly #descriptor: number
  readonly #backlog: WriteBacklog
  readonly #waiting: BytesWaiting
  readonly #room = Buffer.allocUnsafe(MAX_READ)
  #open = true

  constructor(port: Port, descriptor: number, { backlog, waiting }: StreamParts) {
    this.#port = port
    this.#descriptor = descriptor
    this.#backlog = backlog
    this.#waiting = waiting
  }

  get open(): boolean {
    return this.#open
  }

  write(bytes: Uint8Array): void {
    if (!this.#open) return
    if (bytes.length > 0) this.#backlog.add(bytes)
    this.#drain()
  }

  read(): Uint8Array {
    let size = 0
    while (this.#open && size < MAX_READ) {
      const waiting = this.#waiting(this.#descriptor)
      if (waiting === undefined) this.close()
      if (!waiting) break
      const most = Math.min(waiting, MAX_READ - size)
      const got = this.#try(() => readSync(this.#descriptor, this.#room, size, most, null))
      if (got === undefined) break
      if (got === 0) this.close()
      size += got
    }
    this.#drain()
    return new Uint8Array(this.#room.subarray(0, size))
  }

  close(): void {
    if (!this.#open) return
    // before anything else: the number of a closed descriptor is soon reused
    this.#open = false
    this.#backlog.clear()
    // in the thread pool, because closing waits for bytes still in the driver; nothing could be done about a failure
    this.#port.close().catch(() => undefined)
  }

  #drain(): void {
    if (!this.#open) return
    this.#backlog.drain((bytes) => this.#try(() => writeSync(this.#descriptor, bytes)) ?? 0)
  }

  /** @returns undefined when the port is not ready or gone */
  #try(transfer: () => number): number | undefined {
    try {
      return transfer()
    } catch (cause) {
      if (!isNotReady(cause)) this.close()
      return undefined
    }
  }
}

const NOT_READY = new Set(['EAGAIN', 'EWOULDBLOCK', 'EINTR'])
const isNotReady = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && NOT_READY.has(String(cause.code))

function cannotOpen({ path, baud }: SerialOptions, why: string): Diagnostic {
  return {
    code: 'serial.cannot-open',
    severity: 'error',
    message: `cannot open the serial port ${path} at ${baud} baud: ${why}`,
    expected: 'the STM32 controller on a serial port that this user may open',
    hint: 'look under /dev/serial/by-id; the user must be in group dialout; no other program may hold the port',
  }
}
