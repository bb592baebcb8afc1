import { NodeConstructionError } from '#bt/node/errors.js'
import type { NodeSite } from '#bt/node/node.js'
import type { Blackboard } from '#bt/blackboard.js'

/** Watches one blackboard entry for writes. Port `entry` names it, with or without braces. */
export class EntryWatch {
  readonly #blackboard: Blackboard
  readonly #key: string
  /** number of writes at the last check; 0 for an entry that is only declared */
  #seen = 0

  /** @throws NodeConstructionError without a key */
  constructor(site: NodeSite) {
    const text = site.ports.text('entry') ?? ''
    if (text === '') {
      throw new NodeConstructionError(
        site,
        'bt.missing-port',
        'entry',
        `${site.label} needs a port entry="{…}"`,
      )
    }
    this.#blackboard = site.ports.blackboard
    this.#key = site.ports.key('entry') ?? text
  }

  /**
   * Whether the entry was written since the last call. Writing the same value again counts; a missing entry does not.
   */
  updated(): boolean {
    const entry = this.#blackboard.entry(this.#key)
    if (entry === undefined || entry.seq === this.#seen) return false
    this.#seen = entry.seq
    return true
  }
}
