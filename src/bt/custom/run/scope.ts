import type { Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { NodeSite } from '#bt/node/node.js'
import type { NodeContext } from '../context.js'
import type { DataOf, Got, PortMap, Readable, Writable } from '../declare/ports.js'
import { TypedPorts } from './typed-ports.js'

/** The view that the user's code has of its node. */
export class Scope<P extends PortMap, S> implements NodeContext<P, S> {
  readonly state: S
  readonly ports: TypedPorts<P>
  readonly #site: NodeSite
  readonly #explain: (reason: string) => void

  constructor(
    site: NodeSite,
    node: { readonly ports: P; readonly state: S; readonly explain: (reason: string) => void },
  ) {
    this.#site = site
    this.#explain = node.explain
    this.ports = new TypedPorts(site.ports, node.ports)
    this.state = node.state
  }

  get name(): string {
    return this.#site.name
  }

  get path(): NodePath {
    return this.#site.path
  }

  get fullPath(): string {
    return this.#site.fullPath
  }

  now(): Ms {
    return this.#site.host.clock.now()
  }

  get<Name extends Readable<P>>(port: Name): Got<P[Name]> {
    return this.ports.get(port)
  }

  tryGet<Name extends Readable<P>>(port: Name): DataOf<P[Name]> | undefined {
    return this.ports.tryGet(port)
  }

  set<Name extends Writable<P>>(port: Name, data: DataOf<P[Name]>): void {
    this.ports.set(port, data)
  }

  trySet<Name extends Writable<P>>(port: Name, data: DataOf<P[Name]>): boolean {
    return this.ports.trySet(port, data)
  }

  fail(reason: string): 'FAILURE' {
    this.#explain(reason)
    return 'FAILURE'
  }

  wakeUp(): void {
    this.#site.host.wakeUp()
  }
}
