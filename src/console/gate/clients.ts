import { type From, ROLES, type Role } from '../roles.js'
import type { Limits } from '../protocol.js'
import { TokenBucket } from './token-bucket.js'

/** Which rate limit makes a client wait. */
export type Wait = 'client' | 'role'

interface Client {
  readonly bucket: TokenBucket
  heard: number
}

/** Tracks the clients and their recent message rates, in bounded memory whatever they do. */
export class Clients {
  readonly #limits: Limits
  readonly #gone: (client: string) => void
  /** per role, in the order of their last message, the longest silent first */
  readonly #known: Readonly<Record<Role, Map<string, Client>>>
  readonly #buckets: Readonly<Record<Role, TokenBucket>>

  /**
   * @param gone called when a client is forgotten
   * @param now monotonic milliseconds
   */
  constructor(limits: Limits, gone: (client: string) => void, now: number) {
    this.#limits = limits
    this.#gone = gone
    this.#known = { viewer: new Map(), operator: new Map(), maintainer: new Map() }
    const bucket = (): TokenBucket => new TokenBucket(limits.perSecondOfRole, limits.atOnceOfRole, now)
    this.#buckets = { viewer: bucket(), operator: bucket(), maintainer: bucket() }
  }

  /** Records that a client is alive. */
  heard({ role, client }: From, now: number): void {
    const known = this.#known[role]
    const one = known.get(client) ?? this.#meet(now)
    one.heard = now
    known.delete(client)
    known.set(client, one)
    if (known.size <= this.#limits.clients) return
    const silent = known.keys().next()
    if (silent.done !== true) this.#forget(role, silent.value)
  }

  /**
   * Counts a message from a client that was `heard`.
   * @returns the rate limit that it exceeds; undefined if none
   */
  count({ role, client }: From, now: number): Wait | undefined {
    if (this.#known[role].get(client)?.bucket.take(now) === false) return 'client'
    return this.#buckets[role].take(now) ? undefined : 'role'
  }

  sweep(now: number): void {
    for (const role of ROLES) {
      for (const [client, { heard }] of this.#known[role]) {
        if (now - heard < this.#limits.idleMs) break
        this.#forget(role, client)
      }
    }
  }

  closed(role: Role): void {
    for (const client of [...this.#known[role].keys()]) this.#forget(role, client)
  }

  #meet(now: number): Client {
    const { perSecond, atOnce } = this.#limits
    return { bucket: new TokenBucket(perSecond, atOnce, now), heard: now }
  }

  #forget(role: Role, client: string): void {
    this.#known[role].delete(client)
    this.#gone(client)
  }
}
