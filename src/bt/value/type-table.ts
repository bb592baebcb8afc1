import type { PortType } from '../document.js'
import { ConversionError, ObjectValue } from './value.js'
import { queueType, vectorType } from './lists.js'
import * as scalar from './types.js'
import type { ValueType } from './types.js'

/** The port types by name: the built-in ones and those that users add. */
export class TypeTable {
  readonly #types = new Map<string, ValueType>()

  constructor() {
    for (const type of BASIC) this.#types.set(type.name, type as ValueType)
  }

  add(type: ValueType): this {
    this.#types.set(type.name, type)
    return this
  }

  /** Looks up a type. Never fails: an unknown name becomes a type whose values only code can create. */
  byName(name: string): ValueType {
    const known = this.#types.get(name)
    if (known !== undefined) return known
    const created = this.#list(name) ?? scalar.opaqueType(name)
    this.#types.set(name, created)
    return created
  }

  /** The engine's type for a port; range limits matter only for validation. */
  of(port: PortType): ValueType {
    switch (port.kind) {
      case 'int':
        return scalar.INT32
      case 'number':
        return scalar.DOUBLE
      case 'mask':
      case 'enum':
      case 'string':
        return scalar.STRING
      case 'value':
        return this.byName(port.type)
    }
  }

  #list(name: string): ValueType | undefined {
    const [, list, item] = /^(vector|queue)<(.+)>$/.exec(name) ?? []
    if (list === undefined || item === undefined) return undefined
    return list === 'vector' ? vectorType(this.byName(item)) : queueType(this.byName(item))
  }
}

const STATUSES: ReadonlySet<string> = new Set(['IDLE', 'RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED'])

export const NODE_STATUS: ValueType<string> = {
  name: 'NodeStatus',
  strong: true,
  early: false,
  parse: (text) => {
    if (STATUSES.has(text)) return text
    throw new ConversionError(`"${text}" is no status; write one of ${[...STATUSES].join(', ')}`)
  },
  read: (value, enums) => {
    if (typeof value === 'string') return NODE_STATUS.parse(value, enums)
    if (value instanceof ObjectValue && value.type === 'NodeStatus') return String(value.data)
    const number = scalar.INT32.read(value, enums)
    const status = [...STATUSES][number]
    if (status !== undefined) return status
    throw new ConversionError(`${number} is no status`)
  },
  store: (data) => new ObjectValue('NodeStatus', data),
}

const BASIC: readonly { readonly name: string }[] = [
  scalar.INT8,
  scalar.INT16,
  scalar.INT32,
  scalar.INT64,
  scalar.UINT8,
  scalar.UINT16,
  scalar.UINT32,
  scalar.UINT64,
  scalar.FLOAT,
  scalar.DOUBLE,
  scalar.BOOL,
  scalar.STRING,
  scalar.UNTYPED,
  scalar.ANY,
  NODE_STATUS,
]
