import type { NodeKind, NodeSpec, PortSpec } from '../../../src/bt/document.js'
import { DecoratorNode } from '../../../src/bt/engine/decorator-node.js'
import { TreeNode, type NodeBuilder } from '../../../src/bt/engine/node.js'
import type { NodeRegistry } from '../../../src/bt/engine/registry.js'
import type { TickStatus } from '../../../src/bt/status.js'

/** Called when a node's halt callback runs. */
export type OnHalt = (node: TreeNode) => void

/** The corpus's scripted nodes: a comma-separated tape in port `script`, one token a tick. */
abstract class TapeNode extends TreeNode {
  #next = 0

  override halt(): void {
    this.reset()
  }

  protected token(): TickStatus {
    if (this.status === 'IDLE' && this.ports.read('restart') === 'true') this.#next = 0
    const tape = (this.ports.read('script') ?? '').split(',')
    const index =
      this.ports.read('at_end') === 'cycle' ? this.#next % tape.length : Math.min(this.#next, tape.length - 1)
    this.#next += 1
    const token = tape[index] ?? ''
    if (token === 'X') throw new Error('scripted exception')
    const status = STATUS[token]
    if (status === undefined) throw new Error(`unknown token ${token}`)
    return status
  }
}

class RawNode extends TapeNode {
  readonly #onHalt: OnHalt

  constructor(site: ConstructorParameters<typeof TreeNode>[0], onHalt: OnHalt) {
    super(site)
    this.#onHalt = onHalt
  }

  override halt(): void {
    if (this.hears()) this.#onHalt(this)
    super.halt()
  }

  protected hears(): boolean {
    return true
  }

  protected override tick(): TickStatus {
    return this.token()
  }
}

class StatefulNode extends RawNode {
  protected override hears(): boolean {
    return this.status === 'RUNNING'
  }
}

class PlainNode extends TapeNode {
  protected override tick(): TickStatus {
    return this.token()
  }
}

/** Sets its own status inside its tick, as BehaviorTree.CPP's simple actions do. */
class SimpleActionNode extends TapeNode {
  protected override tick(): TickStatus {
    if (this.status === 'IDLE') this.setStatus('RUNNING')
    const status = this.token()
    if (status !== 'SKIPPED' && status !== this.status) this.setStatus(status)
    return status
  }
}

class SwapNode extends DecoratorNode {
  protected override tick(): TickStatus {
    const status = this.child.executeTick()
    return status === 'SUCCESS' ? 'FAILURE' : status === 'FAILURE' ? 'SUCCESS' : status
  }
}

const STATUS: Readonly<Record<string, TickStatus>> = {
  S: 'SUCCESS',
  F: 'FAILURE',
  R: 'RUNNING',
  K: 'SKIPPED',
}

const port = (name: string, fallback: string): PortSpec => ({
  name,
  direction: 'in',
  type: { kind: 'string' },
  description: '',
  default: fallback,
})

const TAPE_PORTS = [port('script', 'S'), port('at_end', 'last'), port('restart', 'false')]

const spec = (id: string, kind: NodeKind): NodeSpec => ({ id, kind, description: '', ports: TAPE_PORTS })

export const CORPUS_SPECS: readonly NodeSpec[] = [
  spec('T', 'action'),
  spec('TS', 'action'),
  spec('TA', 'action'),
  spec('TF', 'action'),
  spec('C', 'condition'),
  spec('CF', 'condition'),
  { id: 'DecoSwap', kind: 'decorator', description: '', ports: [] },
]

export function registerCorpusNodes(registry: NodeRegistry, onHalt: OnHalt): void {
  const builders: Readonly<Record<string, NodeBuilder>> = {
    T: (site) => new RawNode(site, onHalt),
    TS: (site) => new StatefulNode(site, onHalt),
    TA: (site) => new PlainNode(site),
    TF: (site) => new SimpleActionNode(site),
    C: (site) => new PlainNode(site),
    CF: (site) => new PlainNode(site),
    DecoSwap: (site, children) => new SwapNode(site, children),
  }
  for (const [id, build] of Object.entries(builders)) registry.node(id, build)
}
