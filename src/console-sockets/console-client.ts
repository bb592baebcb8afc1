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
  /** name in the robot's log; default: the name of the key */
  readonly name?: string
  /** where the service listens; default: the endpoint in the key's file */
  readonly endpoint?: string
}

export interface ConsoleClient {
  readonly role: Role
  readonly endpoint: string
  /**
   * Sends a command. Never rejects. In addition to the service's own refusals there are `console.unreachable` (not
   * sent), `console.timeout` (sent, outcome unknown), `console.denied` (the key is not accepted) and `console.closed`.
   * Reconnects automatically.
   */
  request<C extends CommandName>(
    command: C,
    params?: z.input<(typeof CATALOGUE)[C]['params']>,
    options?: { readonly timeoutMs?: number },
  ): Promise<Result<Results[C], Refusal>>
  /**
   * Events from now on, until `signal` is aborted. Missing numbers were lost in transit or are of kinds not requested;
   * the command `news` returns them.
   */
  events(options: {
    readonly kinds?: readonly StatusEventKind[]
    readonly signal: AbortSignal
  }): AsyncIterable<StatusEvent>
  close(): void
}

/** Creates a client; the service need not be running yet. */
export function connectConsole({ key, name, endpoint }: ConnectOptions): Result<ConsoleClient, Diagnostic> {
  const base = endpoint ?? key.endpoint
  const addresses = addressesOf(base)
  if (!addresses.ok) return err(addresses.error)
  const to = { address: addresses.value[key.role], endpoint: base }
  const requests = new Requests(to, key, name ?? key.name)
  const closed = new AbortController()
  return ok({
    role: key.role,
    endpoint: base,
    // result types are guaranteed by the service (docs/CONSOLE.md) and verified by the golden messages, not here
    request: (command, params, options) =>
      requests.send(command, params, options?.timeoutMs ?? TIMEOUT_MS) as Promise<Result<never, Refusal>>,
    events: ({ kinds, signal }) =>
      listenForEvents(addresses.value.news, key, kinds, AbortSignal.any([signal, closed.signal])),
    close: () => {
      closed.abort()
      requests.close()
    },
  })
}

const TIMEOUT_MS = 5000
