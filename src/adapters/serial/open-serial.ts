import { access } from 'node:fs'
import { SerialPort } from 'serialport'
import type { Diagnostic } from '../../base/diagnostic.js'
import { err, ok, type Result } from '../../base/result.js'
import type { ByteStream } from '../../link/byte-stream.js'

/** the host that stops reading for a second must not find a minute of old telemetry */
const MAX_UNREAD = 65_536
/** how often the device file is looked for */
const LOOK_MS = 200

/**
 * Opens a serial port, 8N1, no flow control. Each call makes a port object of its own: one that is opened again would
 * deliver what was written into it while it was closed.
 * @param path device file, as `/dev/serial/by-id/…`
 * @param baud 921600 on this robot
 */
export function openSerial(path: string, baud: number): Promise<Result<ByteStream, Diagnostic>> {
  return new Promise((resolve) => {
    const port = new SerialPort({ path, baudRate: baud, autoOpen: false })
    port.open((cause) => {
      if (cause) resolve(err(cannotOpen(path, baud, cause)))
      else resolve(ok(new SerialStream(port)))
    })
  })
}

class SerialStream implements ByteStream {
  readonly #port: SerialPort
  readonly #lookout: NodeJS.Timeout
  #open = true
  #received: Buffer[] = []
  #receivedBytes = 0

  constructor(port: SerialPort) {
    this.#port = port
    port.on('data', (chunk: Buffer) => this.#keep(chunk))
    // an unplugged adapter says `close`, never `error`; a failed write says `error` only
    port.on('close', () => this.#end())
    port.on('error', () => this.close())
    // A terminal that hangs up in the middle of a read answers 0 bytes for ever, and serialport reads on without a
    // word; but the device file is gone then.
    this.#lookout = setInterval(() => access(port.path, (gone) => gone && this.close()), LOOK_MS)
    this.#lookout.unref()
  }

  get open(): boolean {
    return this.#open && this.#port.isOpen
  }

  write(bytes: Uint8Array): void {
    if (this.open && bytes.length > 0) this.#port.write(Buffer.from(bytes))
  }

  read(): Uint8Array {
    const bytes = new Uint8Array(Buffer.concat(this.#received))
    this.#received = []
    this.#receivedBytes = 0
    return bytes
  }

  close(): void {
    const wasOpen = this.open
    this.#end()
    // the callback keeps a failed close from becoming an `error` that nobody can use any more
    if (wasOpen) this.#port.close(() => undefined)
  }

  #keep(chunk: Buffer): void {
    if (!this.#open || this.#receivedBytes + chunk.length > MAX_UNREAD) return
    this.#received.push(chunk)
    this.#receivedBytes += chunk.length
  }

  #end(): void {
    this.#open = false
    clearInterval(this.#lookout)
  }
}

function cannotOpen(path: string, baud: number, cause: Error): Diagnostic {
  return {
    code: 'serial.cannot-open',
    severity: 'error',
    message: `cannot open the serial port ${path} at ${baud} baud: ${cause.message}`,
    expected: 'the STM32 controller on a serial port that this user may open',
    hint: 'look under /dev/serial/by-id; the user must be in group dialout; no other program may hold the port',
  }
}
