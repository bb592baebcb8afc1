import type { Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { AsyncContext } from '../context.js'
import type { DataOf, Got, PortMap, Readable, Writable } from '../declare/ports.js'
import type { Scope } from './scope.js'

/**
 * What asynchronous code sees of its node during one activation. It writes between ticks, when nobody else does; so
 * its writes wait until its node is ticked, and those of an activation that was halted are dropped.
 */
export class AsyncScope<P extends PortMap> implements AsyncContext<P> {
  readonly #scope: Scope<P, undefined>
  readonly #written = new Map<string, () => void>()
  readonly #pending = new Map<string, unknown>()
  #reason: string | undefined
  #open = true

  constructor(scope: Scope<P, undefined>) {
    this.#scope = scope
  }

  get name(): string {
    return this.#scope.name
  }

  get path(): NodePath {
    return this.#scope.path
  }

  get fullPath(): string {
    return this.#scope.fullPath
  }

  /** why it fails, in its own words */
  get reason(): string | undefined {
    return this.#reason
  }

  now(): Ms {
    return this.#scope.now()
  }

  /** What it has written itself it reads at once. */
  get<Name extends Readable<P>>(port: Name): Got<P[Name]> {
    return this.#pending.has(port) ? (this.#pending.get(port) as Got<P[Name]>) : this.#scope.get(port)
  }

  tryGet<Name extends Readable<P>>(port: Name): DataOf<P[Name]> | undefined {
    if (this.#pending.has(port)) return this.#pending.get(port) as DataOf<P[Name]>
    return this.#scope.tryGet(port)
  }

  set<Name extends Writable<P>>(port: Name, data: DataOf<P[Name]>): void {
    this.#scope.ports.demandKey(port)
    this.trySet(port, data)
  }

  trySet<Name extends Writable<P>>(port: Name, data: DataOf<P[Name]>): boolean {
    if (!this.#scope.ports.writes(port)) return false
    if (!this.#open) return true
    // the last write of a port counts, in the order in which ports were last written
    this.#written.delete(port)
    this.#written.set(port, () => this.#scope.set(port, data))
    this.#pending.set(port, data)
    return true
  }

  fail(reason: string): 'FAILURE' {
    this.#reason = reason
    return 'FAILURE'
  }

  /** Writes to the blackboard what was written since the last tick. */
  publish(): void {
    const writes = [...this.#written.values()]
    this.#written.clear()
    this.#pending.clear()
    for (const write of writes) write()
  }

  /** From now on nothing is written any more. */
  close(): void {
    this.#open = false
    this.#written.clear()
  }
}
