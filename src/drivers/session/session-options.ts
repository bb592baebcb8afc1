import type { Clock } from '#base/clock.js'
import type { DriverHello, DriverPeer } from '../contract.js'
import type { CommandId, DriverJournalEntry } from './driver-event.js'

export type DriverStatus = 'connecting' | 'up' | 'degraded' | 'lost' | 'refused'

export interface DriverCounters {
  readonly messages: number
  readonly breaches: number
  /** events discarded because `takeEvents` was not called in time */
  readonly eventsDropped: number
}

/** What somebody relies on: a driver that promises less is refused. */
export interface DriverLimits {
  /** after a stop the robot stands within this time, ms */
  readonly stopMs: number
  /** it makes itself safe after this much silence, ms */
  readonly heartbeatMs: number
}

export interface DriverSessionOptions {
  readonly clock: Clock
  readonly peer: DriverPeer
  /** random, never used before: lets the driver refuse what belongs to an older session */
  readonly session: string
  /** called with each command before it leaves, and when its outcome is final */
  readonly journal?: (entry: DriverJournalEntry) => void
  /** whether it may leave; polled; by default true once `journal` has returned */
  readonly journaled?: (id: CommandId) => boolean
  /** by default those of the contract */
  readonly limits?: DriverLimits
  /** why nothing can be done with a driver that says this of itself, in words; by default all can be used */
  readonly objection?: (hello: DriverHello) => string | undefined
  /** the driver answers `hello` within this time, ms */
  readonly helloMs?: number
}
