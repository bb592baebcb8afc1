import type { NodeSite } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { builtIn, port } from '../builtin.js'
import { EntryWatch } from '../parts/entry-watch.js'
import { SyncLeaf } from '#bt/node/kinds.js'

class WasEntryUpdated extends SyncLeaf {
  readonly #watch: EntryWatch

  constructor(site: NodeSite) {
    super(site)
    this.#watch = new EntryWatch(site)
  }

  protected override tick(): Status {
    return this.#watch.updated() ? 'SUCCESS' : 'FAILURE'
  }
}

export const wasEntryUpdated = builtIn(
  {
    kind: 'action',
    id: 'WasEntryUpdated',
    description: 'Succeeds if the entry was written since it last looked, else fails.',
    ports: [port('in', 'entry', 'Any', 'Entry to check')],
  },
  (site) => new WasEntryUpdated(site),
)
