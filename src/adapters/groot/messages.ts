import type { MessagePort } from 'node:worker_threads'
import type { ResponderOptions, Shown } from '#bt-tools/monitor/responder.js'

/** What the thread with the sockets is given when it starts. */
export interface SocketOptions extends ResponderOptions {
  /** an IPv4 address of this machine, or `*` for all of them */
  readonly host: string
  /** of the replies; publications go out at the next one. 0: any two that are free */
  readonly port: number
  /** requests that only the ticking thread can answer go out here, and nothing else */
  readonly mail: MessagePort
  /** two words: see `LINE` */
  readonly line: Int32Array
}

/** The words of `SocketOptions.line`. */
export const LINE = {
  /** hits that were sent to the thread with the sockets and not taken yet */
  unread: 0,
  /** 1 when its sockets are closed */
  closed: 1,
} as const

export type ToSockets =
  | { readonly kind: 'show'; readonly shown: Shown }
  | { readonly kind: 'hit'; readonly uid: number }
  | { readonly kind: 'blackboards'; readonly id: number; readonly payload: Uint8Array | string }
  | { readonly kind: 'silence'; readonly ms: number }
  | { readonly kind: 'close' }

export type FromSockets =
  { readonly kind: 'open'; readonly port: number } | { readonly kind: 'failed'; readonly reason: string }

/** Sent through `SocketOptions.mail`. */
export interface BlackboardQuestion {
  readonly id: number
  readonly names: readonly string[]
}
