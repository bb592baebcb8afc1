import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'
import { SyncLeaf } from '#bt/node/kinds.js'

class AlwaysSuccess extends SyncLeaf {
  protected override tick(): Status {
    return 'SUCCESS'
  }
}

export const alwaysSuccess = builtIn(
  'action',
  'AlwaysSuccess',
  'Succeeds at once.',
  (site) => new AlwaysSuccess(site),
)

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
