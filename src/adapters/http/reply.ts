import type { EventStream } from './event-stream.js'

/** What a page asked for, after everything doubtful was turned away. */
export interface Asked {
  /** decoded, without the query: `/api/snapshot` */
  readonly path: string
}

export type Reply = BodyReply | StreamReply

export interface BodyReply {
  readonly kind: 'body'
  readonly status: number
  /** media type */
  readonly type: string
  readonly body: string | Uint8Array
  /** names these bytes, so that a browser that has them need not fetch them again; without it nothing is kept */
  readonly etag?: string
  /** instead of the server's, for documents that need other rights than the page */
  readonly csp?: string
}

/** Server-sent events, until one side closes. */
export interface StreamReply {
  readonly kind: 'stream'
  /** @returns called once when the stream is over, whoever ended it */
  readonly open: (stream: EventStream) => () => void
}

export const textReply = (status: number, text: string): BodyReply => ({
  kind: 'body',
  status,
  type: 'text/plain; charset=utf-8',
  body: `${text}\n`,
})

export const jsonReply = (value: unknown, status = 200): BodyReply => ({
  kind: 'body',
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})
