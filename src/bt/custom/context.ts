import type { Ms } from '#base/units.js'
import type { NodePath } from '../document.js'
import type { Status, TickStatus } from '../status.js'
import type { DataOf, Got, PortMap, Readable, Writable } from './declare/ports.js'

/** Access to a node's ports, typed as its definition declares them. */
export interface PortAccess<P extends PortMap> {
  /**
   * Returns the current value of an input port: a literal, the port's default, or the blackboard entry.
   * @throws PortError naming the port when a required port has no value, or the value does not match its type
   */
  get<Name extends Readable<P>>(port: Name): Got<P[Name]>
  /** Like `get`, but returns `undefined` instead of throwing. */
  tryGet<Name extends Readable<P>>(port: Name): DataOf<P[Name]> | undefined
  /**
   * Writes to the blackboard key that the tree assigns to the port. Does nothing for an optional port without a key.
   * @throws PortError when a required port has no key; BlackboardError when the key's entry has another type
   */
  set<Name extends Writable<P>>(port: Name, data: DataOf<P[Name]>): void
  /** Writes if the tree assigns the port a key, and returns whether it does. */
  trySet<Name extends Writable<P>>(port: Name, data: DataOf<P[Name]>): boolean
}

/** What every node's code receives. */
export interface NodeContext<P extends PortMap, S = undefined> extends PortAccess<P> {
  /** the node's name in the tree; its ID when it has none */
  readonly name: string
  /** address by child indices: `/2/0` */
  readonly path: NodePath
  /** address by names: `Patrol/go`, `MoveTo::7` when it has no name */
  readonly fullPath: string
  /** what `state()` returned for this node of this tree; it lives as long as the tree */
  readonly state: S
  /** the tree's clock in milliseconds */
  now(): Ms
  /** Returns FAILURE and records the reason for traces: `return ctx.fail('the door is shut')`. */
  fail(reason: string): 'FAILURE'
  /** asks the host to tick the tree again soon */
  wakeUp(): void
}

/** What an asynchronous action's code receives; it stays usable between ticks. */
export type AsyncContext<P extends PortMap> = Omit<NodeContext<P>, 'state' | 'wakeUp'>

export interface DecoratorContext<P extends PortMap, S = undefined> extends NodeContext<P, S> {
  readonly child: Child
}

export interface ControlContext<P extends PortMap, S = undefined> extends NodeContext<P, S> {
  readonly children: Children
}

/** The child of a decorator. */
export interface Child {
  readonly name: string
  readonly status: Status
  /** Ticks the child once. A child that had finished starts over. */
  tick(): TickStatus
  /** Halts the child if it is RUNNING, and clears its result. */
  halt(): void
}

/** The children of a control, numbered from 0. */
export interface Children {
  readonly count: number
  name(index: number): string
  status(index: number): Status
  /** Ticks a child once. A child that had finished starts over. */
  tick(index: number): TickStatus
  /** Halts a child if it is RUNNING, and clears its result. */
  halt(index: number): void
  /** Calls `halt` on each child from `first` onwards. */
  haltAll(first?: number): void
}
