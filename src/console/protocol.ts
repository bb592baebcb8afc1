import type { Refusal } from './host.js'
import type { Role } from './roles.js'

/**
 * Incremented when an older message would no longer be understood; docs/CONSOLE.md lists what does not count as that.
 */
export const PROTOCOL = 1

/** Chosen by the client and echoed in the reply. */
export type RequestId = string | number

export type Reply =
  | { readonly v: number; readonly id: RequestId | null; readonly ok: true; readonly result: unknown }
  | { readonly v: number; readonly id: RequestId | null; readonly ok: false; readonly error: Refusal }

/** Limits on clients. Times in milliseconds, sizes in bytes. */
export interface Limits {
  /** longest message of each endpoint */
  readonly request: Readonly<Record<Role, number>>
  /** nesting depth of braces and brackets */
  readonly depth: number
  /** keys and elements of one message */
  readonly items: number
  /** longest reply: a longer one becomes a refusal */
  readonly reply: number
  /** time after which a client is told that its command takes too long */
  readonly commandMs: number
  /** concurrent commands of one client, and of all clients of one role */
  readonly underWay: number
  readonly underWayOfRole: number
  /** sustained messages per second of one client, and its burst after a pause */
  readonly perSecond: number
  readonly atOnce: number
  /** the same for all clients of one endpoint together */
  readonly perSecondOfRole: number
  readonly atOnceOfRole: number
  /** main-thread milliseconds that all viewers together may use: per second sustained, and in one burst */
  readonly viewersMsPerSecond: number
  readonly viewersMsAtOnce: number
  /** clients tracked per endpoint: the longest silent one is evicted */
  readonly clients: number
  /** silence after which a client is forgotten */
  readonly idleMs: number
}

export const LIMITS: Limits = {
  // a tree of 200 000 characters, most of them ASCII, fits into a maintainer's message
  request: { viewer: 8_192, operator: 8_192, maintainer: 524_288 },
  depth: 4,
  items: 64,
  reply: 1_048_576,
  commandMs: 10_000,
  underWay: 8,
  underWayOfRole: 64,
  perSecond: 50,
  atOnce: 100,
  perSecondOfRole: 400,
  atOnceOfRole: 800,
  viewersMsPerSecond: 40,
  viewersMsAtOnce: 100,
  clients: 64,
  idleMs: 60_000,
}

/** Served at once: no rate limit and no queue applies to them. */
export const URGENT: ReadonlySet<string> = new Set(['stop', 'estop'])
