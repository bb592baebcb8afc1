import type { From, Role } from '../roles.js'
import type { Limits } from '../protocol.js'

/** Counts the commands in progress, per client and per role; roles do not share capacity. */
export class UnderWay {
  readonly #limits: Limits
  readonly #ofClient = new Map<string, number>()
  readonly #ofRole: Record<Role, number> = { viewer: 0, operator: 0, maintainer: 0 }

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Starts counting a command.
   * @returns a function to call when it has ended; undefined if too many are in progress
   */
  begin({ role, client }: From): (() => void) | undefined {
    const ofClient = this.#ofClient.get(client) ?? 0
    if (ofClient >= this.#limits.underWay || this.#ofRole[role] >= this.#limits.underWayOfRole)
      return undefined
    this.#ofClient.set(client, ofClient + 1)
    this.#ofRole[role] += 1
    return () => {
      this.#ofRole[role] -= 1
      const left = (this.#ofClient.get(client) ?? 1) - 1
      if (left === 0) this.#ofClient.delete(client)
      else this.#ofClient.set(client, left)
    }
  }
}
