import type { Refusal } from './host.js'
import type { Role } from './roles.js'

/** Grows when a message of before would no longer be understood; docs/CONSOLE.md says what does not count as that. */
export const PROTOCOL = 1

/** Chosen by the client, given back with the reply. */
export type RequestId = string | number

export type Reply =
  | { readonly v: number; readonly id: RequestId | null; readonly ok: true; readonly result: unknown }
  | { readonly v: number; readonly id: RequestId | null; readonly ok: false; readonly error: Refusal }

/** What bounds a client. Times in milliseconds, sizes in bytes. */
export interface Limits {
  /** longest message of each endpoint */
  readonly request: Readonly<Record<Role, number>>
  /** braces and brackets in one another */
  readonly depth: number
  /** keys and elements of one message */
  readonly items: number
  /** longest reply: a longer one becomes a refusal */
  readonly reply: number
  /** how long a command may take before its client is told that it takes too long */
  readonly commandMs: number
  /** commands of one client that are under way at a time, and of all of one role */
  readonly underWay: number
  readonly underWayOfRole: number
  /** messages a second that one client may send for long, and at once after a pause */
  readonly perSecond: number
  readonly atOnce: number
  /** the same for all clients of one endpoint together */
  readonly perSecondOfRole: number
  readonly atOnceOfRole: number
  /** milliseconds of the service's main thread that all viewers together may cost, a second for long, and at once */
  readonly viewersMsPerSecond: number
  readonly viewersMsAtOnce: number
  /** clients of one endpoint that are known at a time: the one silent for longest makes room */
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

/** Served at once: no limit of rate and no queue stands before them. */
export const URGENT: ReadonlySet<string> = new Set(['stop', 'estop'])
