import type { Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { AsyncContext } from '../context.js'
import type { DataOf, Got, PortMap, Readable, Writable } from '../declare/ports.js'
import type { Scope } from './scope.js'

/**
 * The view that asynchronous code has of its node during one activation. Nothing else writes between ticks, so its
 * writes are held until its node is ticked, and those of a halted activation are dropped.
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

  /** the reason the code gave for failing */
  get reason(): string | undefined {
    return this.#reason
  }

  now(): Ms {
    return this.#scope.now()
  }

  /** The code reads its own pending writes immediately. */
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
    // the last write to a port wins, and ports are published in the order of their last writes
    this.#written.delete(port)
    this.#written.set(port, () => this.#scope.set(port, data))
    this.#pending.set(port, data)
    return true
  }

  fail(reason: string): 'FAILURE' {
    this.#reason = reason
    return 'FAILURE'
  }

  /** Writes the values set since the last tick to the blackboard. */
  publish(): void {
    const writes = [...this.#written.values()]
    this.#written.clear()
    this.#pending.clear()
    for (const write of writes) write()
  }

  /** Drops pending writes and ignores later ones. */
  close(): void {
    this.#open = false
    this.#written.clear()
  }
}
