import { type Sender, ROLES, type Role } from '../roles.js'
import type { Limits } from '../protocol.js'
import { TokenBucket } from './token-bucket.js'

/** Which rate limit makes a client wait. */
export type RateLimitScope = 'client' | 'role'

interface Client {
  readonly bucket: TokenBucket
  lastSeen: number
}

/** Tracks the clients and their recent message rates, in bounded memory whatever they do. */
export class Clients {
  readonly #limits: Limits
  readonly #onDisconnect: (client: string) => void
  /** per role, in the order of their last message, the longest silent first */
  readonly #byRole: Readonly<Record<Role, Map<string, Client>>>
  readonly #buckets: Readonly<Record<Role, TokenBucket>>

  /**
   * @param onDisconnect called when a client is forgotten
   * @param now monotonic milliseconds
   */
  constructor(limits: Limits, onDisconnect: (client: string) => void, now: number) {
    this.#limits = limits
    this.#onDisconnect = onDisconnect
    this.#byRole = { viewer: new Map(), operator: new Map(), maintainer: new Map() }
    const bucket = (): TokenBucket => new TokenBucket(limits.perSecondOfRole, limits.atOnceOfRole, now)
    this.#buckets = { viewer: bucket(), operator: bucket(), maintainer: bucket() }
  }

  /** Records that a client is alive. */
  touch({ role, client }: Sender, now: number): void {
    const known = this.#byRole[role]
    const entry = known.get(client) ?? this.#create(now)
    entry.lastSeen = now
    known.delete(client)
    known.set(client, entry)
    if (known.size <= this.#limits.clients) return
    const oldest = known.keys().next()
    if (oldest.done !== true) this.#forget(role, oldest.value)
  }

  /**
   * Counts a message from a client that was touched.
   * @returns the rate limit that it exceeds; undefined if none
   */
  count({ role, client }: Sender, now: number): RateLimitScope | undefined {
    if (this.#byRole[role].get(client)?.bucket.take(now) === false) return 'client'
    return this.#buckets[role].take(now) ? undefined : 'role'
  }

  sweep(now: number): void {
    for (const role of ROLES) {
      for (const [client, { lastSeen }] of this.#byRole[role]) {
        if (now - lastSeen < this.#limits.idleMs) break
        this.#forget(role, client)
      }
    }
  }

  closed(role: Role): void {
    for (const client of [...this.#byRole[role].keys()]) this.#forget(role, client)
  }

  #create(now: number): Client {
    const { perSecond, atOnce } = this.#limits
    return { bucket: new TokenBucket(perSecond, atOnce, now), lastSeen: now }
  }

  #forget(role: Role, client: string): void {
    this.#byRole[role].delete(client)
    this.#onDisconnect(client)
  }
}
