import type { NodeSpec, PortSpec } from '#bt/document.js'
import { BlackboardError } from '#bt/blackboard.js'
import { PortError } from '#bt/node/errors.js'
import { TreeNode, type NodeBuilder, type NodeSite } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { ConversionError, storageOf, type Value } from '#bt/value/value.js'
import { queueType, vectorType } from '#bt/value/lists.js'
import { NODE_STATUS } from '#bt/value/type-table.js'
import { ANY, BOOL, DOUBLE, enumType, INT32, INT64, STRING, UINT8, type ValueType } from '#bt/value/types.js'
import { jsonOf, jsonOfValue, type Json } from './json.js'

/** What a reading node saw: `["r", uid, port, value]`, or `["e", uid, port, text]` when the read failed. */
type OnRead = (event: readonly [string, number, string, ...Json[]]) => void

/** A node type of the conformance corpus that reads or writes ports. */
export interface PortNodeType {
  readonly spec: NodeSpec
  readonly build: (onRead: OnRead) => NodeBuilder
}

/** A stateless leaf that does its work in one tick. */
abstract class SyncLeaf extends TreeNode {
  readonly #onRead: OnRead

  constructor(site: NodeSite, onRead: OnRead) {
    super(site)
    this.#onRead = onRead
  }

  override halt(): void {
    this.reset()
  }

  /** Reports what a port holds, and returns the value, or `undefined` when it cannot be read. */
  protected report<T>(port: string, type: ValueType<T>): T | undefined {
    const { uid } = this
    try {
      const data = this.ports.input(port, type).get()
      this.#onRead(['r', uid, port, jsonOf(data)])
      return data
    } catch (cause) {
      this.#onRead(['e', uid, port, textOfError(cause)])
      return undefined
    }
  }

  protected reportAny(port: string): Status {
    const { uid } = this
    const value: Value = this.ports.entry(port)?.value
    if (value === undefined) {
      this.#onRead(['e', uid, port, 'the entry is empty, or the port is no blackboard pointer'])
      return 'FAILURE'
    }
    this.#onRead(['r', uid, port, jsonOfValue(value), storageOf(value)])
    return 'SUCCESS'
  }

  protected reportFailure(port: string, cause: unknown): void {
    this.#onRead(['e', this.uid, port, textOfError(cause)])
  }
}

class SetNode<T> extends SyncLeaf {
  readonly #read: () => T
  readonly #write: (data: T) => void

  constructor(site: NodeSite, onRead: OnRead, type: ValueType<T>) {
    super(site, onRead)
    const [value, out] = [this.ports.input('value', type), this.ports.output('out', type)]
    this.#read = () => value.get()
    this.#write = (data) => out.set(data)
  }

  protected override tick(): Status {
    this.#write(this.#read())
    return 'SUCCESS'
  }
}

class SetQueueNode<T> extends SyncLeaf {
  readonly #item: ValueType<T>

  constructor(site: NodeSite, onRead: OnRead, item: ValueType<T>) {
    super(site, onRead)
    this.#item = item
  }

  protected override tick(): Status {
    const queue = queueType(this.#item)
    const text = this.ports.input('value', STRING).get()
    this.ports.output('out', queue).set(queue.parse(text, this.ports.enums))
    return 'SUCCESS'
  }
}

class GetNode<T> extends SyncLeaf {
  readonly #type: ValueType<T>

  constructor(site: NodeSite, onRead: OnRead, type: ValueType<T>) {
    super(site, onRead)
    this.#type = type
  }

  protected override tick(): Status {
    return this.report('in', this.#type) === undefined ? 'FAILURE' : 'SUCCESS'
  }
}

class GetAnyNode extends SyncLeaf {
  protected override tick(): Status {
    const key = this.ports.key('in')
    if (key !== undefined && this.ports.entry('in') === undefined) this.ports.blackboard.declare(key, ANY)
    return this.reportAny('in')
  }
}

class IncrNode extends SyncLeaf {
  protected override tick(): Status {
    const number = this.report('n', INT32)
    if (number === undefined) throw new PortError('Incr cannot read n')
    this.ports.output('n', INT32).set(number + 1)
    return 'SUCCESS'
  }
}

class DefaultsNode extends SyncLeaf {
  protected override tick(): Status {
    this.report('a', INT32)
    this.report('b', STRING)
    this.report('c', INT32)
    this.report('d', STRING)
    this.report('e', DOUBLE)
    try {
      this.ports.output('o', INT32).set(7)
    } catch (cause) {
      this.reportFailure('o', cause)
    }
    return 'SUCCESS'
  }
}

function textOfError(cause: unknown): string {
  if (cause instanceof PortError || cause instanceof BlackboardError || cause instanceof ConversionError) {
    return cause.message
  }
  throw cause
}

const port = (direction: PortSpec['direction'], name: string, type: string, fallback?: string): PortSpec => ({
  name,
  direction,
  type: { kind: 'value', type },
  description: '',
  ...(fallback === undefined ? {} : { default: fallback }),
})

const spec = (id: string, ports: readonly PortSpec[]): NodeSpec => ({
  id,
  kind: 'action',
  description: '',
  ports,
})

const setter = <T>(id: string, type: ValueType<T>): PortNodeType => ({
  spec: spec(id, [port('in', 'value', type.name), port('out', 'out', type.name)]),
  build: (onRead) => (site) => new SetNode(site, onRead, type),
})

const queueSetter = <T>(id: string, item: ValueType<T>): PortNodeType => ({
  spec: spec(id, [port('in', 'value', 'string'), port('out', 'out', `queue<${item.name}>`)]),
  build: (onRead) => (site) => new SetQueueNode(site, onRead, item),
})

const getter = <T>(id: string, type: ValueType<T>): PortNodeType => ({
  spec: spec(id, [port('in', 'in', type.name)]),
  build: (onRead) => (site) => new GetNode(site, onRead, type),
})

const pair = <T>(suffix: string, type: ValueType<T>): PortNodeType[] => [
  setter(`Set${suffix}`, type),
  getter(`Get${suffix}`, type),
]

export const COLOR = enumType('Color')

export const PORT_NODE_TYPES: readonly PortNodeType[] = [
  ...pair('Int', INT32),
  ...pair('Double', DOUBLE),
  ...pair('String', STRING),
  ...pair('Bool', BOOL),
  ...pair('Uint8', UINT8),
  ...pair('Int64', INT64),
  ...pair('VecInt', vectorType(INT32)),
  ...pair('VecDouble', vectorType(DOUBLE)),
  ...pair('VecString', vectorType(STRING)),
  queueSetter('SetQueueInt', INT32),
  queueSetter('SetQueueString', STRING),
  getter('GetStatus', NODE_STATUS),
  getter('GetColor', COLOR),
  {
    spec: spec('GetAny', [port('in', 'in', 'Any')]),
    build: (onRead) => (site) => new GetAnyNode(site, onRead),
  },
  {
    spec: spec('Incr', [port('inout', 'n', 'int32')]),
    build: (onRead) => (site) => new IncrNode(site, onRead),
  },
  {
    spec: spec('Dflt', [
      // in the order in which the recorded engine read them, last first
      port('in', 'a', 'int32', '42'),
      port('in', 'd', 'string', '{=}'),
      port('in', 'b', 'string', 'hello'),
      port('in', 'c', 'int32', '{c_key}'),
      port('out', 'o', 'int32', '{=}'),
      port('in', 'e', 'double'),
    ]),
    build: (onRead) => (site) => new DefaultsNode(site, onRead),
  },
]
