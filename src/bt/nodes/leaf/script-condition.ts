import { TreeLogicError } from '#bt/node/errors.js'
import type { NodeSite } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { boolFromValue } from '#bt/value/numbers.js'
import { builtIn, port } from '../builtin.js'
import { ScriptPort } from '../parts/script-port.js'
import { SyncLeaf } from '#bt/node/kinds.js'

class ScriptCondition extends SyncLeaf {
  readonly #code: ScriptPort

  constructor(site: NodeSite) {
    super(site)
    this.#code = new ScriptPort(site, 'code')
  }

  protected override tick(): Status {
    this.#code.refresh()
    if (this.#code.empty) throw new TreeLogicError('port code is empty: there is no condition to evaluate')
    return boolFromValue(this.#code.run()) ? 'SUCCESS' : 'FAILURE'
  }
}

export const scriptCondition = builtIn(
  {
    kind: 'condition',
    id: 'ScriptCondition',
    description: 'Succeeds if a script is true, else fails.',
    ports: [port('in', 'code', 'any', 'Piece of code that can be parsed. Must return false or true')],
  },
  (site) => new ScriptCondition(site),
)
