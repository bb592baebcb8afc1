import { err, ok, type Result } from '#base/result.js'
import type { CommandName } from '../catalogue.js'
import type { Refusal } from '../host.js'
import type { Sender, Role } from '../roles.js'
import { URGENT, type Limits, type RequestId } from '../protocol.js'
import { encodeReply } from '../reply.js'
import { Clients, type RateLimitScope } from './clients.js'
import { readParams, readRequest } from './read-request.js'
import { ThrottledReporter } from './throttled-reporter.js'

/** A request that is complete, bounded and allowed for its role, with parameters validated by its command's schema. */
export interface CheckedRequest {
  readonly id: RequestId
  readonly command: CommandName
  readonly params: Readonly<Record<string, unknown>>
  readonly by: string
  /** sent above the rate limit: executed anyway, but not reported */
  readonly quiet: boolean
}

export interface GateOptions {
  readonly limits: Limits
  /** monotonic milliseconds */
  readonly now: () => number
  /** called when a client has disconnected or been silent too long */
  readonly onDisconnect: (client: string) => void
  readonly say: (level: 'info' | 'warn', text: string) => void
}

/**
 * Turns untrusted bytes into requests or refusals. It runs in the console's process (docs/adr/0021), so its work costs
 * the robot's loop nothing.
 */
export class Gate {
  readonly #limits: Limits
  readonly #now: () => number
  readonly #clients: Clients
  readonly #roleViolations: ThrottledReporter

  constructor({ limits, now, onDisconnect, say }: GateOptions) {
    this.#limits = limits
    this.#now = now
    this.#clients = new Clients(limits, onDisconnect, now())
    this.#roleViolations = new ThrottledReporter((count, last) =>
      say('warn', sanitiseLine(`${count} requests were refused for their role; the last: ${last}`)),
    )
  }

  /** @returns the request, or its encoded refusal */
  read(message: Uint8Array, from: Sender): Result<CheckedRequest, Uint8Array> {
    const now = this.#now()
    this.#clients.touch(from, now)
    const exceeded = this.#clients.count(from, now)
    const read = readRequest(message, from.role, this.#limits)
    if (!read.ok) {
      const { id, refusal } = read.error
      if (refusal.code === 'console.role') this.#roleViolations.count(`${from.client}: ${refusal.message}`)
      return this.#refuse(id, exceeded === undefined ? refusal : tooFast(exceeded))
    }
    const { id, command, by, params: given } = read.value
    if (exceeded !== undefined && !URGENT.has(command)) return this.#refuse(id, tooFast(exceeded))
    const params = readParams(command, given)
    if (!params.ok) return this.#refuse(id, params.error)
    return ok({ id, command, params: params.value, by, quiet: exceeded !== undefined })
  }

  /** Forgets clients that have been silent too long; call it about once a second. */
  sweep(): void {
    this.#clients.sweep(this.#now())
    this.#roleViolations.sweep(this.#now())
  }

  /** Forgets all clients of an endpoint that was closed. */
  closed(role: Role): void {
    this.#clients.closed(role)
  }

  #refuse(id: RequestId | null, refusal: Refusal): Result<never, Uint8Array> {
    return err(encodeReply(id, err(refusal), this.#limits))
  }
}

/** @param scope the rate limit that was exceeded */
export const tooFast = (scope: RateLimitScope): Refusal => ({
  code: 'console.too-fast',
  message:
    scope === 'client' ? 'more messages than a client may send' : 'more messages than this endpoint takes',
  hint: 'wait a second; `stop` and `estop` are always taken',
})

/** Describes a command in one line, for status events and the log. */
export function describeCommand(command: CommandName, params: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(params).map(
    ([key, value]) => `${key}=${SECRET_PARAMS.has(key) ? '…' : short(value)}`,
  )
  return [command, ...parts].join(' ')
}

/** Puts a client's text on one line, without anything that could control a terminal or start a line of its own. */
export const sanitiseLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')

function short(value: unknown): string {
  const text = sanitiseLine(typeof value === 'string' ? value : JSON.stringify(value))
  const cut = text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text
  return /\s/.test(cut) ? `"${cut}"` : cut
}

/** Parameters that let whoever knows them act in another's session. */
const SECRET_PARAMS = new Set(['token', 'session'])
const MAX_VALUE_LENGTH = 60
