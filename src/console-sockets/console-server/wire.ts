import type { Access } from '#console/roles.js'
import type { CheckedRequest, Sender, Limits } from '#console/ports.js'
import type { LogLevel } from '#runtime/status/status-event.js'
import type { Purpose } from '../endpoints.js'

/**
 * Message kinds between the service and the console's process, over a socket pair: u32 length, u8 kind, body. It is a
 * stream, so that a peer that does not read shows as a growing backlog; the length keeps reads bounded.
 */
export const KIND = {
  /** JSON {@link Orders}: the service's first message */
  open: 1,
  /** u32 number of the request, then the bytes of its reply */
  reply: 2,
  /** u8 length of the kind, kind, event text */
  news: 3,
  /** u32 number of the request: reload the keys now */
  reload: 4,
  /** JSON {@link ForwardedRequest} from a viewer */
  viewerRequest: 10,
  /** JSON {@link ForwardedRequest} from an operator or maintainer */
  request: 11,
  /** JSON {@link Report} */
  report: 12,
} as const

export interface Orders {
  readonly listen: string
  /** folder of the allowed keys */
  readonly allowed: string
  /** folder for the sockets behind the guards, mode 0700 */
  readonly folder: string
  readonly secretKey: string
  readonly limits: Limits
  /** unique prefix of client names */
  readonly prefix: string
}

export interface ForwardedRequest {
  readonly n: number
  readonly from: Sender
  readonly request: CheckedRequest
}

export type Report =
  | { readonly what: 'open'; readonly endpoint: string }
  /** everything is shut down; the process exits */
  | { readonly what: 'failed'; readonly why: string }
  | ({ readonly what: 'beat' } & Access)
  | { readonly what: 'gone'; readonly client: string }
  | { readonly what: 'log'; readonly level: LogLevel; readonly text: string }
  | { readonly what: 'reloaded'; readonly n: number }

/** One value per socket of the console. */
export type PerPurpose<T> = Readonly<Record<Purpose, T>>

export function frame(kind: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const head = Buffer.allocUnsafe(HEAD)
  head.writeUInt32BE(length)
  head[4] = kind
  return Buffer.concat([head, ...parts], HEAD + length)
}

export const jsonFrame = (kind: number, value: Orders | ForwardedRequest | Report): Buffer =>
  frame(kind, Buffer.from(JSON.stringify(value)))

export function numbered(n: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32BE(n)
  return bytes
}

interface Frame {
  readonly kind: number
  readonly body: Buffer
}

/** Splits a stream into frames. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)

  /** @throws RangeError when a frame is longer than any valid one */
  read(chunk: Buffer): readonly Frame[] {
    const frames: Frame[] = []
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    while (bytes.length - at >= HEAD) {
      const length = bytes.readUInt32BE(at)
      if (length > MAX_FRAME) throw new RangeError(`a frame of ${length} bytes; the limit is ${MAX_FRAME}`)
      if (bytes.length - at - HEAD < length) break
      frames.push({ kind: bytes[at + 4] ?? 0, body: bytes.subarray(at + HEAD, at + HEAD + length) })
      at += HEAD + length
    }
    this.#rest = bytes.subarray(at)
    return frames
  }
}

const HEAD = 5
/**
 * longest frame, bytes: a maintainer's message is at most half a megabyte, and JSON escapes a character as at most six
 */
const MAX_FRAME = 4_194_304
