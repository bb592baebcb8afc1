import type { NodeSpec } from '../document.js'
import type { Blackboard } from './blackboard.js'
import { PortError } from './errors.js'
import { pointerKey } from './pointer.js'

/** A node's view of its ports: literals, defaults, and `{key}` looked up in the blackboard at every read. */
export class Ports {
  readonly #attrs: Readonly<Record<string, string>>
  readonly #spec: NodeSpec
  readonly #blackboard: Blackboard

  constructor(attrs: Readonly<Record<string, string>>, spec: NodeSpec, blackboard: Blackboard) {
    this.#attrs = attrs
    this.#spec = spec
    this.#blackboard = blackboard
  }

  /** `undefined` when the port is neither written nor has a default, or its blackboard entry is missing. */
  read(port: string): string | undefined {
    const text = this.#text(port)
    if (text === undefined) return undefined
    const key = pointerKey(text, port)
    return key === undefined ? text : this.#blackboard.get(key)
  }

  /** @throws PortError when there is no value or it is not an integer */
  readInt(port: string): number {
    const value = this.read(port)
    if (value === undefined) {
      throw new PortError(`input port ${port}: no value for ${this.#text(port) ?? 'it'}`)
    }
    if (!/^-?\d+$/.test(value)) throw new PortError(`input port ${port}: expected an integer, got "${value}"`)
    return Number(value)
  }

  /** Writes an output port; a port that the tree left out, or gave a literal, has no entry and is dropped. */
  write(port: string, value: string): void {
    const key = pointerKey(this.#text(port) ?? '', port)
    if (key !== undefined) this.#blackboard.set(key, value)
  }

  /** All input ports that have a value now. */
  inputs(): Readonly<Record<string, string>> {
    const values: Record<string, string> = {}
    for (const { name, direction } of this.#spec.ports) {
      const value = direction === 'out' ? undefined : this.read(name)
      if (value !== undefined) values[name] = value
    }
    return values
  }

  #text(port: string): string | undefined {
    return this.#attrs[port] ?? this.#spec.ports.find(({ name }) => name === port)?.default
  }
}
