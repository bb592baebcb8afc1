import type { Status } from '#bt/status.js'
import { STRING } from '#bt/value/types.js'
import { builtIn, port } from '../builtin.js'
import { SyncLeaf } from '../parts/sync-leaf.js'

class UnsetBlackboard extends SyncLeaf {
  readonly #key = this.ports.input('key', STRING)

  protected override tick(): Status {
    const key = this.#key.get()
    const { blackboard } = this.ports
    if (!key.startsWith('@')) blackboard.unset(key)
    else if (!this.host.quirks.unsetIgnoresOuter) blackboard.root().unset(key.slice(1))
    return 'SUCCESS'
  }
}

export const unsetBlackboard = builtIn(
  'action',
  'UnsetBlackboard',
  'Removes an entry of the blackboard; one that is remapped to the parent stays.',
  (site) => new UnsetBlackboard(site),
  [port('in', 'key', 'string', 'Key of the entry to remove')],
)
