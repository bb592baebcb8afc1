import type { Sender, Role } from '../roles.js'
import type { Limits } from '../protocol.js'

/** Counts the commands in progress, per client and per role; roles do not share capacity. */
export class InFlightLimiter {
  readonly #limits: Limits
  readonly #perClient = new Map<string, number>()
  readonly #perRole: Record<Role, number> = { viewer: 0, operator: 0, maintainer: 0 }

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Starts counting a command.
   * @returns a function to call when it has ended; undefined if too many are in progress
   */
  acquire({ role, client }: Sender): (() => void) | undefined {
    const ofClient = this.#perClient.get(client) ?? 0
    if (ofClient >= this.#limits.underWay || this.#perRole[role] >= this.#limits.underWayOfRole)
      return undefined
    this.#perClient.set(client, ofClient + 1)
    this.#perRole[role] += 1
    return () => {
      this.#perRole[role] -= 1
      const left = (this.#perClient.get(client) ?? 1) - 1
      if (left === 0) this.#perClient.delete(client)
      else this.#perClient.set(client, left)
    }
  }
}
