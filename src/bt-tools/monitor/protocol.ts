/**
 * The messages of the Groot2 live protocol, version 2: a request is a 6-byte header (version, type, u32 id) and an
 * optional argument; a reply repeats the header, adds the UUID of the published tree, and an optional payload.
 * All integers are little-endian.
 */
export type Frame = Uint8Array
export type Frames = readonly Frame[]

const PROTOCOL_VERSION = 2
export const DEFAULT_PORT = 1667

export type RequestType = 'T' | 'S' | 'B' | 'I' | 'R' | 'U' | 'D' | 'A' | 'X' | 'r' | 't'

export interface Request {
  readonly type: RequestType
  /** chosen by the client and echoed */
  readonly id: number
  readonly argument: Frame | undefined
}

/** Reads a request. Like the reference, it does not check the version byte and ignores further frames. */
export function readRequest(frames: Frames): Request | { readonly problem: string } {
  const [header, argument] = frames
  if (header?.length !== REQUEST_HEADER) return { problem: 'wrong request header' }
  const type = String.fromCharCode(header[1] ?? 0)
  if (!isRequestType(type)) return { problem: 'Request not recognized' }
  if (NEEDS_ARGUMENT.has(type) && argument === undefined) return { problem: 'must be 2 parts message' }
  return { type, id: viewOf(header).getUint32(2, true), argument }
}

export function writeRequest(type: RequestType, id: number, argument?: string): Frames {
  const header = headerOf(type, id)
  return argument === undefined ? [header] : [header, utf8(argument)]
}

/** @param uuid 16 bytes that identify this publication of the tree */
export function writeReply(request: Pick<Request, 'type' | 'id'>, uuid: Frame, payload?: Frame): Frames {
  const header = new Uint8Array(REPLY_HEADER)
  header.set(headerOf(request.type, request.id))
  header.set(uuid, REQUEST_HEADER)
  return payload === undefined ? [header] : [header, payload]
}

export const writeError = (problem: string): Frames => [utf8('error'), utf8(problem)]

/** Returns the message that PUB sends when a tick hits an enabled hook. */
export const writeHit = (uid: number, id: number): Frames => [headerOf('N', id), utf8(String(uid))]

export interface Reply {
  readonly type: string
  readonly id: number
  /** 16 bytes in hexadecimal; a different value means a different tree */
  readonly uuid: string
  readonly payload: Frame | undefined
}

/** Reads a reply on the client's side; the peer may send anything. */
export function readReply(frames: Frames): Reply | { readonly problem: string } {
  const [header, payload] = frames
  if (header === undefined) return { problem: 'an empty reply' }
  if (header.length !== REPLY_HEADER) {
    const isError = frames.length === 2 && textOf(header) === 'error'
    return { problem: isError ? textOf(payload ?? NOTHING) : `a reply header of ${header.length} bytes` }
  }
  const uuid = [...header.subarray(REQUEST_HEADER)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return {
    type: String.fromCharCode(header[1] ?? 0),
    id: viewOf(header).getUint32(2, true),
    uuid,
    payload,
  }
}

export const utf8 = (text: string): Frame => new TextEncoder().encode(text)
/** Decodes UTF-8; invalid bytes become U+FFFD. */
export const textOf = (bytes: Frame): string => new TextDecoder().decode(bytes)
const viewOf = (bytes: Frame): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const REQUEST_HEADER = 6
const REPLY_HEADER = 22
const NOTHING = new Uint8Array(0)
const NEEDS_ARGUMENT: ReadonlySet<RequestType> = new Set(['B', 'I', 'R', 'U', 'r'])
const REQUEST_TYPES: ReadonlySet<string> = new Set<RequestType>([
  ...(['T', 'S', 'B', 'I', 'R', 'U', 'D', 'A', 'X', 'r', 't'] as const),
])

const isRequestType = (text: string): text is RequestType => REQUEST_TYPES.has(text)

function headerOf(type: RequestType | 'N', id: number): Frame {
  const header = new Uint8Array(REQUEST_HEADER)
  header[0] = PROTOCOL_VERSION
  header[1] = type.charCodeAt(0)
  viewOf(header).setUint32(2, id, true)
  return header
}
