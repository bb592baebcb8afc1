import type { EventStream } from './event-stream.js'

/** A request that passed the guard. */
export interface GuardedRequest {
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
  /** identifies these bytes, so that a browser that has them need not fetch them again; without it nothing is cached */
  readonly etag?: string
  /** overrides the server's policy, for documents that need other permissions than the page */
  readonly csp?: string
}

/** Server-sent events, until one side closes. */
export interface StreamReply {
  readonly kind: 'stream'
  /** @returns a function called once when the stream ends, whichever side ended it */
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
