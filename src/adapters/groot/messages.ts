import type { MessagePort } from 'node:worker_threads'
import type { ResponderOptions, PublishedTree } from '#bt-tools/monitor/responder.js'

/** Start options of the socket thread. */
export interface SocketOptions extends ResponderOptions {
  /** an IPv4 address of this machine, or `*` for all of them */
  readonly host: string
  /** request port; publications use the next port. 0: any two free ports */
  readonly port: number
  /** carries only the requests that the ticking thread alone can answer */
  readonly mail: MessagePort
  /** two 32-bit words: see `LINE` */
  readonly line: Int32Array
}

/** The words of `SocketOptions.line`. */
export const LINE = {
  /** hits sent to the socket thread that it has not processed yet */
  unread: 0,
  /** 1 once its sockets are closed */
  closed: 1,
} as const

export type ToSockets =
  | { readonly kind: 'show'; readonly shown: PublishedTree }
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
