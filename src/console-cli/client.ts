import type { Result } from '#base/result.js'
import type { CommandName } from '#console/catalogue.js'
import type { Refusal } from '#console/host.js'
import type { Role } from '#console/roles.js'
import type { StatusEvent, StatusEventKind } from '#runtime/status/status-event.js'

/** The connection that the console's views need: `connectConsole` over ZeroMQ, or a fake. */
export interface Client {
  readonly role: Role
  /** Never rejects: any failure is a refusal. */
  request(
    command: CommandName,
    params?: Readonly<Record<string, unknown>>,
    options?: { readonly timeoutMs?: number },
  ): Promise<Result<unknown, Refusal>>
  /** Events from now until the signal aborts; events that a slow reader misses are lost. */
  events(options: {
    readonly kinds?: readonly StatusEventKind[]
    readonly signal: AbortSignal
  }): AsyncIterable<StatusEvent>
  close(): void
}

/** True if there was no answer, as opposed to a refusal. */
export const isSilence = ({ code }: Refusal): boolean =>
  code === 'console.timeout' || code === 'console.unreachable' || code === 'console.closed'
