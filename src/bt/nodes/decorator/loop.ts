import { DecoratorNode } from '#bt/node/kinds.js'
import type { NodeSite, TreeNode } from '#bt/node/node.js'
import type { OutputPort } from '#bt/node/ports.js'
import type { Status } from '#bt/status.js'
import { NODE_STATUS } from '#bt/value/type-table.js'
import { BOOL, DOUBLE, INT32, STRING, type ValueType } from '#bt/value/types.js'
import { builtIn, port, type BuiltIn } from '../builtin.js'
import { LoopItems } from '../parts/loop-items.js'

/** Runs its child once for each item, one item per tick; after the last it stays RUNNING for one more tick. */
class Loop<T> extends DecoratorNode {
  readonly #items: LoopItems<T>
  /** `undefined` when the tree gives the port no key: items are dropped */
  readonly #value: OutputPort<T> | undefined
  readonly #ifEmpty = this.ports.input('if_empty', NODE_STATUS)
  #childRunning = false

  constructor(site: NodeSite, children: readonly TreeNode[], item: ValueType<T>) {
    super(site, children)
    this.#items = new LoopItems(site, item)
    this.#value = site.ports.key('value') === undefined ? undefined : site.ports.output('value', item)
  }

  protected override tick(): Status {
    if (this.status === 'IDLE') {
      this.#childRunning = false
      this.#items.rewind()
    }
    if (!this.#childRunning) {
      const item = this.#items.take()
      if (item === undefined) return this.#ifEmpty.get() as Status
      this.#value?.set(item)
    }
    if (this.status === 'IDLE') this.setStatus('RUNNING')
    const status = this.child.executeTick()
    this.#childRunning = status === 'RUNNING'
    switch (status) {
      case 'FAILURE':
        this.child.haltIfRunning()
        return 'FAILURE'
      case 'SUCCESS':
        this.child.haltIfRunning()
        return 'RUNNING'
      case 'RUNNING':
      case 'SKIPPED':
        return 'RUNNING'
    }
  }
}

function loopOf<T>(id: string, item: ValueType<T>, what: string): BuiltIn {
  return builtIn(
    {
      kind: 'decorator',
      id,
      description: `Runs its child for each of ${what}, which it writes to value; fails as soon as the child fails.`,
      ports: [
        port('inout', 'queue', 'any'),
        {
          ...port(
            'in',
            'if_empty',
            'NodeStatus',
            'Status to return if queue is empty: SUCCESS, FAILURE, SKIPPED',
          ),
          default: 'SUCCESS',
        },
        port('out', 'value', item.name),
      ],
    },
    (site, children) => new Loop(site, children, item),
  )
}

export const loops: readonly BuiltIn[] = [
  loopOf('LoopInt', INT32, 'several integers'),
  loopOf('LoopBool', BOOL, 'several truth values'),
  loopOf('LoopDouble', DOUBLE, 'several numbers'),
  loopOf('LoopString', STRING, 'several texts'),
]
