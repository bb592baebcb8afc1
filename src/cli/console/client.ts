import type { Result } from '#base/result.js'
import type { CommandName } from '#console/catalogue.js'
import type { Refusal } from '#console/host.js'
import type { Role } from '#console/roles.js'
import type { StatusEvent, StatusEventKind } from '#runtime/status/status-event.js'

/** What the console's views need of a connection: `connectConsole` over ZeroMQ, or a stand-in. */
export interface Client {
  readonly role: Role
  /** Never rejects: whatever goes wrong is a refusal. */
  request(
    command: CommandName,
    params?: Readonly<Record<string, unknown>>,
    options?: { readonly timeoutMs?: number },
  ): Promise<Result<unknown, Refusal>>
  /** From now on, until the signal comes; what a slow reader misses is gone. */
  events(options: {
    readonly kinds?: readonly StatusEventKind[]
    readonly signal: AbortSignal
  }): AsyncIterable<StatusEvent>
  close(): void
}

/** Did nobody answer, rather than say no? */
export const isSilence = ({ code }: Refusal): boolean =>
  code === 'console.timeout' || code === 'console.unreachable' || code === 'console.closed'
