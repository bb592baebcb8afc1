import { err, ok, type Result } from '#base/result.js'
import type { CommandName } from '../catalogue.js'
import type { Refusal } from '../host.js'
import type { From, Role } from '../roles.js'
import { URGENT, type Limits, type RequestId } from '../protocol.js'
import { encodeReply } from '../reply.js'
import { Clients, type Wait } from './clients.js'
import { readParams, readRequest } from './read-request.js'
import { Reminder } from './reminder.js'

/** A request that is complete, bounded and allowed for its role, with parameters validated by its command's schema. */
export interface Checked {
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
  readonly gone: (client: string) => void
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
  readonly #overreached: Reminder

  constructor({ limits, now, gone, say }: GateOptions) {
    this.#limits = limits
    this.#now = now
    this.#clients = new Clients(limits, gone, now())
    this.#overreached = new Reminder((count, last) =>
      say('warn', plain(`${count} requests were refused for their role; the last: ${last}`)),
    )
  }

  /** @returns the request, or its encoded refusal */
  read(message: Uint8Array, from: From): Result<Checked, Uint8Array> {
    const now = this.#now()
    this.#clients.heard(from, now)
    const wait = this.#clients.count(from, now)
    const read = readRequest(message, from.role, this.#limits)
    if (!read.ok) {
      const { id, refusal } = read.error
      if (refusal.code === 'console.role') this.#overreached.count(`${from.client}: ${refusal.message}`)
      return this.#refuse(id, wait === undefined ? refusal : tooFast(wait))
    }
    const { id, command, by, params: given } = read.value
    if (wait !== undefined && !URGENT.has(command)) return this.#refuse(id, tooFast(wait))
    const params = readParams(command, given)
    if (!params.ok) return this.#refuse(id, params.error)
    return ok({ id, command, params: params.value, by, quiet: wait !== undefined })
  }

  /** Forgets clients that have been silent too long; call it about once a second. */
  sweep(): void {
    this.#clients.sweep(this.#now())
    this.#overreached.sweep(this.#now())
  }

  /** Forgets all clients of an endpoint that was closed. */
  closed(role: Role): void {
    this.#clients.closed(role)
  }

  #refuse(id: RequestId | null, refusal: Refusal): Result<never, Uint8Array> {
    return err(encodeReply(id, err(refusal), this.#limits))
  }
}

/** @param wait the rate limit that was exceeded */
export const tooFast = (wait: Wait): Refusal => ({
  code: 'console.too-fast',
  message:
    wait === 'client' ? 'more messages than a client may send' : 'more messages than this endpoint takes',
  hint: 'wait a second; `stop` and `estop` are always taken',
})

/** Describes a command in one line, for status events and the log. */
export function sayCommand(command: CommandName, params: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(params).map(([key, value]) => `${key}=${SECRET.has(key) ? '…' : short(value)}`)
  return [command, ...said].join(' ')
}

/** Puts a client's text on one line, without anything that could control a terminal or start a line of its own. */
export const plain = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')

function short(value: unknown): string {
  const text = plain(typeof value === 'string' ? value : JSON.stringify(value))
  const cut = text.length > MOST ? `${text.slice(0, MOST)}…` : text
  return /\s/.test(cut) ? `"${cut}"` : cut
}

/** Parameters that let whoever knows them act in another's session. */
const SECRET = new Set(['token', 'session'])
const MOST = 60
