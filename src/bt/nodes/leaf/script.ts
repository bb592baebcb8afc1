import type { NodeSite } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { builtIn, port } from '../builtin.js'
import { ScriptPort } from '../parts/script-port.js'
import { SyncLeaf } from '#bt/node/kinds.js'

class ScriptNode extends SyncLeaf {
  readonly #code: ScriptPort

  constructor(site: NodeSite) {
    super(site)
    this.#code = new ScriptPort(site, 'code')
  }

  protected override tick(): Status {
    this.#code.refresh()
    this.#code.run()
    return 'SUCCESS'
  }
}

export const script = builtIn(
  {
    kind: 'action',
    id: 'Script',
    description: 'Runs a script on the blackboard and succeeds.',
    ports: [port('in', 'code', 'string', 'Piece of code that can be parsed')],
  },
  (site) => new ScriptNode(site),
)
