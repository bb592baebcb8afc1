import type { NodeSpec } from '../document.js'
import { ConversionError } from '../value/value.js'
import { STRING, type Enums, type ValueType } from '../value/types.js'
import type { Blackboard, Entry } from '../blackboard.js'
import { PortError } from './errors.js'
import { pointerKey } from '../attributes.js'

/** An input port of one node, read at every `get`. */
export interface InputPort<T> {
  /** @throws PortError when there is no value, or it is not of the port's type */
  get(): T
  /** like `get`, but returns `undefined` instead of throwing */
  tryGet(): T | undefined
}

/** An output port of one node. */
export interface OutputPort<T> {
  /**
   * @throws PortError when the tree gives the port no blackboard key; BlackboardError when the entry has another type
   */
  set(data: T): void
}

/** A node's ports as written in the tree, plus defaults; `{key}` is looked up in the blackboard on every read. */
export class Ports {
  readonly blackboard: Blackboard
  readonly enums: Enums
  readonly #texts: ReadonlyMap<string, string>
  readonly #spec: NodeSpec

  /** @param texts the port attributes as written, and the defaults of omitted ports */
  constructor(
    texts: ReadonlyMap<string, string>,
    at: { readonly spec: NodeSpec; readonly blackboard: Blackboard; readonly enums: Enums },
  ) {
    this.#texts = texts
    this.#spec = at.spec
    this.blackboard = at.blackboard
    this.enums = at.enums
  }

  /** The text written in the tree, or the port's default. */
  text(port: string): string | undefined {
    return this.#texts.get(port)
  }

  /** The blackboard key that the port points to; `undefined` for a literal or a port without text. */
  key(port: string): string | undefined {
    const text = this.#texts.get(port)
    return text === undefined ? undefined : pointerKey(text, port)
  }

  /** The entry that the port points to, if there is one. */
  entry(port: string): Entry | undefined {
    const key = this.key(port)
    return key === undefined ? undefined : this.blackboard.entry(key)
  }

  input<T>(port: string, type: ValueType<T>): InputPort<T> {
    const text = this.#texts.get(port)
    if (text === undefined) return new MissingInput(port)
    const key = pointerKey(text, port)
    return key === undefined
      ? new LiteralInput(port, type, text, this.enums)
      : new PointerInput(port, type, key, this)
  }

  output<T>(port: string, type: ValueType<T>): OutputPort<T> {
    const text = this.#texts.get(port)
    const key = text === undefined ? undefined : pointerKey(text, port)
    return {
      set: (data) => {
        if (key === undefined) throw new PortError(noPlace(port, text))
        this.blackboard.set(key, type, data, this.enums)
      },
    }
  }

  /** All input ports that currently have a value, as text. */
  inputs(): Readonly<Record<string, string>> {
    const values: Record<string, string> = {}
    for (const { name, direction } of this.#spec.ports) {
      const value = direction === 'out' ? undefined : this.input(name, STRING).tryGet()
      if (value !== undefined) values[name] = value
    }
    return values
  }
}

class MissingInput implements InputPort<never> {
  readonly #port: string

  constructor(port: string) {
    this.#port = port
  }

  get(): never {
    throw new PortError(
      `input port ${this.#port} is not in the tree and has no default; write ${this.#port}="…"`,
    )
  }

  tryGet(): undefined {
    return undefined
  }
}

/** A literal is parsed once: its text cannot change. */
class LiteralInput<T> implements InputPort<T> {
  readonly #port: string
  #read: { readonly value: T } | { readonly error: ConversionError }

  constructor(port: string, type: ValueType<T>, text: string, enums: Enums) {
    this.#port = port
    this.#read = attempt(() => type.parse(text, enums))
  }

  get(): T {
    if ('value' in this.#read) return this.#read.value
    throw new PortError(`input port ${this.#port}: ${this.#read.error.message}`)
  }

  tryGet(): T | undefined {
    return 'value' in this.#read ? this.#read.value : undefined
  }
}

class PointerInput<T> implements InputPort<T> {
  readonly #port: string
  readonly #type: ValueType<T>
  readonly #key: string
  readonly #ports: Ports

  constructor(port: string, type: ValueType<T>, key: string, ports: Ports) {
    this.#port = port
    this.#type = type
    this.#key = key
    this.#ports = ports
  }

  get(): T {
    const entry = this.#ports.blackboard.entry(this.#key)
    const value = entry?.value
    if (this.#type.name === 'Any' && entry !== undefined) return value as T
    if (value === undefined) {
      throw new PortError(`input port ${this.#port}: nothing was written to {${this.#key}} yet`)
    }
    try {
      return typeof value === 'string' && this.#type.name !== 'string'
        ? this.#type.parse(value, this.#ports.enums)
        : this.#type.read(value, this.#ports.enums)
    } catch (cause) {
      if (!(cause instanceof ConversionError)) throw cause
      throw new PortError(`input port ${this.#port}, {${this.#key}}: ${cause.message}`)
    }
  }

  tryGet(): T | undefined {
    try {
      return this.get()
    } catch (cause) {
      if (cause instanceof PortError) return undefined
      throw cause
    }
  }
}

const noPlace = (port: string, text: string | undefined): string =>
  text === undefined
    ? `output port ${port} is not in the tree; write ${port}="{key}"`
    : `output port ${port} has no blackboard key to write to: "${text}" is a literal; write ${port}="{key}"`

function attempt<T>(read: () => T): { readonly value: T } | { readonly error: ConversionError } {
  try {
    return { value: read() }
  } catch (cause) {
    if (cause instanceof ConversionError) return { error: cause }
    throw cause
  }
}
