import type { Result } from '#base/result.js'
import type { StatusView } from '#runtime/status/status-publisher.js'
import type { CommandName, Params } from './catalogue.js'
import type { Role } from './roles.js'

/** Who sent a command: the endpoint proves the role; the name is what the client calls itself. */
export interface Who {
  readonly name: string
  readonly role: Role
  /** id of the connection: a teleoperation session belongs to one connection */
  readonly client: string
}

/** Why a command was not executed; nothing has changed then. */
export interface Refusal {
  /** stable, dotted: `mode.not-safe`, `tree.unknown` */
  readonly code: string
  readonly message: string
  readonly hint?: string
}

/** Result of a command: plain data that JSON can hold. */
export type Answer = Result<unknown, Refusal>

/** What the console needs from the service; implemented in `src/service`. */
export interface ConsoleHost {
  readonly statusPublisher: StatusView
  /**
   * Executes a command whose role and parameters have been checked. Expected failures are refusals; it never rejects.
   */
  execute<C extends CommandName>(command: C, params: Params<C>, who: Who): Promise<Answer> | Answer
  /** Releases what a client holds after it disconnected or was silent for longer than its session's window. */
  releaseClient(client: string): void
}
