import type { Result } from '#base/result.js'
import type { StatusView } from '#runtime/status/status-publisher.js'
import type { CommandName, Params } from './catalogue.js'
import type { Role } from './roles.js'

/** Who asks: the role is proven by the endpoint, the name is what the client calls itself. */
export interface Who {
  readonly name: string
  readonly role: Role
  /** of the connection: teleoperation belongs to one */
  readonly client: string
}

/** Why a command was not carried out. Nothing has changed then. */
export interface Refusal {
  /** stable, dotted: `mode.not-safe`, `tree.unknown` */
  readonly code: string
  readonly message: string
  readonly hint?: string
}

/** Plain data that JSON can hold. */
export type Answer = Result<unknown, Refusal>

/** What the console needs of the service; implemented in `src/service`. */
export interface ConsoleHost {
  readonly statusPublisher: StatusView
  /**
   * Carries out a command whose role and parameters have been checked. Expected failures are refusals; it
   * never rejects.
   */
  execute<C extends CommandName>(command: C, params: Params<C>, who: Who): Promise<Answer> | Answer
  /** A client has gone, or was silent for longer than its session's window: what it holds is let go. */
  gone(client: string): void
}
