import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'
import { SyncLeaf } from '../parts/sync-leaf.js'

class AlwaysFailure extends SyncLeaf {
  protected override tick(): Status {
    return 'FAILURE'
  }
}

export const alwaysFailure = builtIn(
  'action',
  'AlwaysFailure',
  'Fails at once.',
  (site) => new AlwaysFailure(site),
)
