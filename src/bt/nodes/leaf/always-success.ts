import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'
import { SyncLeaf } from '#bt/node/kinds.js'

class AlwaysSuccess extends SyncLeaf {
  protected override tick(): Status {
    return 'SUCCESS'
  }
}

export const alwaysSuccess = builtIn(
  { kind: 'action', id: 'AlwaysSuccess', description: 'Succeeds at once.' },
  (site) => new AlwaysSuccess(site),
)

class AlwaysFailure extends SyncLeaf {
  protected override tick(): Status {
    return 'FAILURE'
  }
}

export const alwaysFailure = builtIn(
  { kind: 'action', id: 'AlwaysFailure', description: 'Fails at once.' },
  (site) => new AlwaysFailure(site),
)
