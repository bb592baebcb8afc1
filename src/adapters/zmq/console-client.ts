import type { z } from 'zod'
import { err, ok, type Result } from '#base/result.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { CATALOGUE, CommandName } from '#console/catalogue.js'
import type { Refusal } from '#console/host.js'
import type { Role } from '#console/ports.js'
import type { Results } from '#console/results.js'
import type { StatusEvent, StatusEventKind } from '#runtime/status/status-event.js'
import { addressesOf } from './endpoints.js'
import type { ClientKey } from './key-files.js'
import { listenForEvents } from './event-listener.js'
import { Requests } from './requests.js'

export interface ConnectOptions {
  readonly key: ClientKey
  /** who asks, in the robot's log: what the key is called, unless somebody says otherwise */
  readonly name?: string
  /** where the service listens: what the key's file says, unless somebody says otherwise */
  readonly endpoint?: string
}

export interface ConsoleClient {
  readonly role: Role
  readonly endpoint: string
  /**
   * Never rejects. Besides the service's own refusals there are `console.unreachable` (it was not sent),
   * `console.timeout` (it was sent, and whether it was carried out is not known), `console.denied` (the key
   * is not let in) and `console.closed`. Reconnects by itself.
   */
  request<C extends CommandName>(
    command: C,
    params?: z.input<(typeof CATALOGUE)[C]['params']>,
    options?: { readonly timeoutMs?: number },
  ): Promise<Result<Results[C], Refusal>>
  /**
   * News from now on, until `signal` is aborted. Numbers that are missing were lost on the way, or are of
   * kinds that were not asked for; the command `news` has them.
   */
  events(options: {
    readonly kinds?: readonly StatusEventKind[]
    readonly signal: AbortSignal
  }): AsyncIterable<StatusEvent>
  close(): void
}

/** Nobody need be there yet. */
export function connectConsole({ key, name, endpoint }: ConnectOptions): Result<ConsoleClient, Diagnostic> {
  const base = endpoint ?? key.endpoint
  const addresses = addressesOf(base)
  if (!addresses.ok) return err(addresses.error)
  const requests = new Requests(addresses.value[key.role], key, name ?? key.name)
  const closed = new AbortController()
  return ok({
    role: key.role,
    endpoint: base,
    // the service's promise (docs/CONSOLE.md), checked by the golden messages and not here
    request: (command, params, options) =>
      requests.ask(command, params, options?.timeoutMs ?? TIMEOUT_MS) as Promise<Result<never, Refusal>>,
    events: ({ kinds, signal }) =>
      listenForEvents(addresses.value.news, key, kinds, AbortSignal.any([signal, closed.signal])),
    close: () => {
      closed.abort()
      requests.close()
    },
  })
}

const TIMEOUT_MS = 5000
