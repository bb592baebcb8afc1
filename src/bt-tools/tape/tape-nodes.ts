import { DecoratorNode } from '#bt/node/kinds.js'
import { TreeLogicError } from '#bt/node/errors.js'
import { TreeNode, type NodeBuilder, type NodeSite } from '#bt/node/node.js'
import type { NodeKind, NodeSpec, PortSpec } from '#bt/document.js'
import type { Status, TickStatus } from '#bt/status.js'
import { BOOL, STRING } from '#bt/value/types.js'

/** Called when a scripted leaf's halt callback runs. */
type OnHalt = (node: TreeNode) => void

/** A scripted node type of the conformance corpus. */
export interface TapeType {
  readonly spec: NodeSpec
  readonly build: (onHalt: OnHalt) => NodeBuilder
}

/**
 * A leaf that plays a tape: port `script` is a comma-separated list of one-letter statuses, and the k-th tick consumes
 * token k. Past the end, `at_end="last"` repeats the last token and `"cycle"` starts over; with `restart="true"` the
 * tape is rewound whenever the node is ticked while IDLE.
 */
abstract class TapeNode extends TreeNode {
  readonly #script = this.ports.input('script', STRING)
  readonly #atEnd = this.ports.input('at_end', STRING)
  readonly #restart = this.ports.input('restart', BOOL)
  #next = 0

  override halt(): void {
    this.reset()
  }

  protected token(): Status {
    const tape = this.#script.get().split(',')
    const atEnd = this.#atEnd.get()
    const restart = this.#restart.get()
    if (this.status === 'IDLE' && restart) this.#next = 0
    const index = atEnd === 'cycle' ? this.#next % tape.length : Math.min(this.#next, tape.length - 1)
    this.#next += 1
    const token = tape[index]?.trim() ?? ''
    if (token === 'X') throw new Error(`scripted exception in ${this.site.name}`)
    const status = STATUS[token]
    if (status === undefined) throw new Error(`unknown token "${token}" on the tape of ${this.site.name}`)
    return status
  }
}

/** A leaf with a halt callback. */
abstract class HaltableTape extends TapeNode {
  protected readonly onHalt: OnHalt

  constructor(site: NodeSite, onHalt: OnHalt) {
    super(site)
    this.onHalt = onHalt
  }
}

/** T: its halt callback runs whenever the parent halts it, even when idle. */
class RawNode extends HaltableTape {
  override halt(): void {
    this.onHalt(this)
    super.halt()
  }

  protected override tick(): Status {
    return this.token()
  }
}

/** TS: its halt callback runs only while it is RUNNING; it must not return IDLE. */
class StatefulNode extends HaltableTape {
  override halt(): void {
    if (this.status === 'RUNNING') this.onHalt(this)
    super.halt()
  }

  protected override tick(): Status {
    // a stateful action that its parent has not reset has nothing left to do
    if (this.status === 'SUCCESS' || this.status === 'FAILURE') return this.status
    const status = this.token()
    if (status === 'IDLE') throw new TreeLogicError(`${this.label} must not return IDLE`)
    return status
  }
}

/** TA: synchronous; returning RUNNING raises an error in the caller. */
class SyncNode extends TapeNode {
  override executeTick(): TickStatus {
    const status = super.executeTick()
    if (status === 'RUNNING')
      throw new TreeLogicError(`${this.label} is synchronous and must not return RUNNING`)
    return status
  }

  protected override tick(): Status {
    return this.token()
  }
}

/** C and CF: conditions. */
class ConditionTape extends TapeNode {
  protected override tick(): Status {
    return this.token()
  }
}

/** TF: sets its own status inside its tick, as BehaviorTree.CPP's simple actions do. */
class SimpleNode extends SyncNode {
  protected override tick(): Status {
    if (this.status === 'IDLE') this.setStatus('RUNNING')
    const status = this.token()
    if (status !== this.status) this.setStatus(status)
    return status
  }
}

class SwapNode extends DecoratorNode {
  protected override tick(): Status {
    const status = this.child.executeTick()
    return status === 'SUCCESS' ? 'FAILURE' : status === 'FAILURE' ? 'SUCCESS' : status
  }
}

const STATUS: Readonly<Record<string, Status>> = {
  S: 'SUCCESS',
  F: 'FAILURE',
  R: 'RUNNING',
  K: 'SKIPPED',
  I: 'IDLE',
}

const port = (name: string, type: string, fallback: string): PortSpec => ({
  name,
  direction: 'in',
  type: { kind: 'value', type },
  description: '',
  default: fallback,
})

const PORTS = [
  port('script', 'string', 'S'),
  port('at_end', 'string', 'last'),
  port('restart', 'bool', 'false'),
]

const tape = (id: string, kind: NodeKind, build: TapeType['build']): TapeType => ({
  spec: { id, kind, description: '', ports: PORTS },
  build,
})

export const TAPE_TYPES: readonly TapeType[] = [
  tape('T', 'action', (onHalt) => (site) => new RawNode(site, onHalt)),
  tape('TS', 'action', (onHalt) => (site) => new StatefulNode(site, onHalt)),
  tape('TA', 'action', () => (site) => new SyncNode(site)),
  tape('TF', 'action', () => (site) => new SimpleNode(site)),
  tape('C', 'condition', () => (site) => new ConditionTape(site)),
  tape('CF', 'condition', () => (site) => new ConditionTape(site)),
  {
    spec: { id: 'DecoSwap', kind: 'decorator', description: '', ports: [] },
    build: () => (site, children) => new SwapNode(site, children),
  },
]
