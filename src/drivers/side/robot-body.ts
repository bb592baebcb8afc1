import type { Result } from '#base/result.js'
import type { Execute, Observation } from '../contract.js'

/**
 * The robot below the driver's laws: what `DriverSide` drives. It knows nothing of ids, permits, sessions or
 * heartbeats. No call blocks or throws; a simulated robot advances by its own clock.
 */
export interface RobotBody {
  /** something of it moves, or may still move */
  readonly moving: boolean
  /** why it must be SAFE now: a pressed emergency stop, a fault of its own; undefined when it is well */
  readonly fault: BodyFault | undefined
  /** What is wrong with the parameters, in a sentence; the skill and the names of its parameters are right. */
  objectionTo(command: Execute): string | undefined
  /** Starts a command; asked only while none is running. @param progress may be called with the fraction done, 0…1 */
  begin(command: Execute, progress: (fraction: number) => void): void
  /** The outcome of the command, once; undefined while it runs, and for ever after `halt`. */
  outcome(): BodyOutcome | undefined
  /** Begins to stand still and drops the running command; it stands within the offered `stopMs`. Also when idle. */
  halt(): void
  /** @param answer called once, now or later; the error is a sentence */
  observe(wanted: Wanted, answer: (answer: Result<Observation, string>) => void): void
}

/** What is to be observed; everything where absent. */
export interface Wanted {
  readonly facts?: readonly string[]
  readonly pictures?: readonly string[]
}

/** A fact by its full name, or all facts of a name: `location(mug)`, `location`. */
export const isWanted = (fact: string, { facts }: Wanted): boolean =>
  facts === undefined || facts.some((name) => name === fact || fact.startsWith(`${name}(`))

/** `reason` of one that is ok: how it was done, where the robot had a choice. */
export type BodyOutcome =
  { readonly status: 'ok'; readonly reason?: string } | { readonly status: 'failed'; readonly reason: string }

export interface BodyFault {
  readonly why: 'estop' | 'fault'
  readonly text: string
  /** the fault is that the driver cannot reach its robot */
  readonly isUnreachable?: true
}
