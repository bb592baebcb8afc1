import type { Access } from '#console/roles.js'
import type { Checked, From, Limits } from '#console/ports.js'
import type { LogLevel } from '#runtime/status/status-event.js'
import type { Purpose } from '../endpoints.js'

/**
 * What the service and the console's process say to each other, over a pair of sockets: u32 length, u8 kind,
 * body. A stream, so that whoever does not read is seen by what waits for it, and a length, so that nobody
 * reads without bound.
 */
export const KIND = {
  /** JSON {@link Orders}: the first words of the service */
  open: 1,
  /** u32 number of the request, then the bytes of its reply */
  reply: 2,
  /** u8 length of the kind, kind, news */
  news: 3,
  /** u32 number: read the keys now */
  reload: 4,
  /** JSON {@link Asked} of a viewer */
  askViewer: 10,
  /** JSON {@link Asked} of somebody who may do more */
  ask: 11,
  /** JSON {@link Said} */
  said: 12,
} as const

export interface Orders {
  readonly listen: string
  /** folder of the keys that may come in */
  readonly allowed: string
  /** 0700, for the sockets behind the guard */
  readonly folder: string
  readonly secretKey: string
  readonly limits: Limits
  /** begins the names of clients: never twice the same */
  readonly prefix: string
}

export interface Asked {
  readonly n: number
  readonly from: From
  readonly request: Checked
}

export type Said =
  | { readonly what: 'open'; readonly endpoint: string }
  /** nothing stands any more; the process ends */
  | { readonly what: 'failed'; readonly why: string }
  | ({ readonly what: 'beat' } & Access)
  | { readonly what: 'gone'; readonly client: string }
  | { readonly what: 'log'; readonly level: LogLevel; readonly text: string }
  | { readonly what: 'reloaded'; readonly n: number }

/** One of each socket of the console. */
export type Each<T> = Readonly<Record<Purpose, T>>

export function frame(kind: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const head = Buffer.allocUnsafe(HEAD)
  head.writeUInt32BE(length)
  head[4] = kind
  return Buffer.concat([head, ...parts], HEAD + length)
}

export const jsonFrame = (kind: number, value: Orders | Asked | Said): Buffer =>
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

/** Cuts a stream into frames. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)

  /** @throws RangeError when a frame is longer than any that is ever sent */
  read(chunk: Buffer): readonly Frame[] {
    const frames: Frame[] = []
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    while (bytes.length - at >= HEAD) {
      const length = bytes.readUInt32BE(at)
      if (length > MOST) throw new RangeError(`a frame of ${length} bytes; ${MOST} are the most`)
      if (bytes.length - at - HEAD < length) break
      frames.push({ kind: bytes[at + 4] ?? 0, body: bytes.subarray(at + HEAD, at + HEAD + length) })
      at += HEAD + length
    }
    this.#rest = bytes.subarray(at)
    return frames
  }
}

const HEAD = 5
/** a maintainer's message is at most half a megabyte, and JSON writes a character as six at most */
const MOST = 4_194_304
