import { didYouMean } from '#base/diagnostic.js'
import { PortError } from '#bt/node/errors.js'
import type { InputPort, OutputPort, Ports } from '#bt/node/ports.js'
import type { PortAccess } from '../context.js'
import type { DataOf, Got, PortDeclaration, PortMap, Readable, Writable } from '../declare/ports.js'
import { isUserType } from '../declare/value-types.js'

/** The ports of one node in one tree, each looked up once. */
export class TypedPorts<P extends PortMap> implements PortAccess<P> {
  readonly #ports: Ports
  readonly #open = new Map<string, OpenPort>()

  constructor(ports: Ports, declared: P) {
    this.#ports = ports
    for (const [name, declaration] of Object.entries(declared)) {
      this.#open.set(name, {
        declaration,
        input: declaration.direction === 'out' ? undefined : ports.input(name, declaration.type),
        output:
          declaration.direction === 'in' || ports.key(name) === undefined
            ? undefined
            : ports.output(name, declaration.type),
      })
    }
  }

  get<Name extends Readable<P>>(port: Name): Got<P[Name]> {
    const { declaration, input } = this.#port(port)
    if (input === undefined) throw new PortError(`${port} is an output port: it can only be written`)
    if (declaration.optional && !this.#hasValue(port)) return undefined as Got<P[Name]>
    return input.get() as Got<P[Name]>
  }

  tryGet<Name extends Readable<P>>(port: Name): DataOf<P[Name]> | undefined {
    return this.#port(port).input?.tryGet() as DataOf<P[Name]> | undefined
  }

  set<Name extends Writable<P>>(port: Name, data: DataOf<P[Name]>): void {
    if (this.trySet(port, data) || this.#port(port).declaration.optional) return
    this.demandKey(port)
  }

  trySet<Name extends Writable<P>>(port: Name, data: DataOf<P[Name]>): boolean {
    const { declaration, output } = this.#port(port)
    if (declaration.direction === 'in') throw new PortError(`${port} is an input port: it can only be read`)
    output?.set(data)
    return output !== undefined
  }

  /** Whether a write to the port has a destination. */
  writes(port: string): boolean {
    return this.#port(port).output !== undefined
  }

  /** @throws PortError when the tree gives a required port no key to write to */
  demandKey(port: string): void {
    const { declaration, output } = this.#port(port)
    if (declaration.direction === 'in') throw new PortError(`${port} is an input port: it can only be read`)
    if (output !== undefined || declaration.optional) return
    const text = this.#ports.text(port)
    const why =
      text === undefined ? 'is not in the tree' : `has no blackboard key to write to: "${text}" is a literal`
    throw new PortError(`output port ${port} ${why}; write ${port}="{key}"`)
  }

  /** The inputs that have a value, as text, for traces. */
  texts(): Readonly<Record<string, string>> {
    const texts: Record<string, string> = { ...this.#ports.inputs() }
    for (const [name, { declaration, input }] of this.#open) {
      const { type } = declaration
      if (texts[name] !== undefined || !isUserType(type) || type.format === undefined) continue
      const data = input?.tryGet()
      if (data !== undefined) texts[name] = type.format(data)
    }
    return texts
  }

  #hasValue(port: string): boolean {
    if (this.#ports.text(port) === undefined) return false
    return this.#ports.key(port) === undefined || this.#ports.entry(port)?.value !== undefined
  }

  #port(name: string): OpenPort {
    const found = this.#open.get(name)
    if (found !== undefined) return found
    const near = didYouMean(name, this.#open.keys())
    const hint =
      near === undefined ? `it has ${[...this.#open.keys()].join(', ') || 'none'}` : `did you mean ${near}?`
    throw new PortError(`the node declares no port ${name}; ${hint}`)
  }
}

interface OpenPort {
  readonly declaration: PortDeclaration
  readonly input: InputPort<unknown> | undefined
  readonly output: OutputPort<unknown> | undefined
}
