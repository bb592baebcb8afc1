import type { Ms } from '#base/units.js'
import type { NodePath } from '../document.js'
import type { Status, TickStatus } from '../status.js'
import type { DataOf, Got, PortMap, Readable, Writable } from './declare/ports.js'

/** A node's ports, typed as its definition declares them. */
export interface PortAccess<P extends PortMap> {
  /**
   * The value of an input port, now: a literal, the port's default, or what stands in the blackboard.
   * @throws PortError naming the port when there is no value and the port is not optional, or it is not of its type
   */
  get<Name extends Readable<P>>(port: Name): Got<P[Name]>
  /** `undefined` in the place of every error of `get`. */
  tryGet<Name extends Readable<P>>(port: Name): DataOf<P[Name]> | undefined
  /**
   * Writes to the blackboard key that the tree gives the port. Does nothing for an optional port without one.
   * @throws PortError when a port that is not optional has no key; BlackboardError when the key's entry has
   *   another type
   */
  set<Name extends Writable<P>>(port: Name, data: DataOf<P[Name]>): void
  /** Writes when the tree gives the port a key, and tells whether it does. */
  trySet<Name extends Writable<P>>(port: Name, data: DataOf<P[Name]>): boolean
}

/** What the code of every node is given. */
export interface NodeContext<P extends PortMap, S = undefined> extends PortAccess<P> {
  /** the node's name in the tree; its ID when it has none */
  readonly name: string
  /** address by child indices: `/2/0` */
  readonly path: NodePath
  /** address by names: `Patrol/go`, `MoveTo::7` when it has no name */
  readonly fullPath: string
  /** what `state()` made for this place in this tree; it lasts as long as the tree */
  readonly state: S
  /** milliseconds of the tree's clock */
  now(): Ms
  /** `return ctx.fail('the door is shut')`: FAILURE, with the reason for traces */
  fail(reason: string): 'FAILURE'
  /** asks whoever runs the tree for another tick soon */
  wakeUp(): void
}

/** What the code of an asynchronous action is given; it stays usable between ticks. */
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
  /** One tick. A child that had finished starts afresh. */
  tick(): TickStatus
  /** Stops the child if it is RUNNING, and forgets its result. */
  halt(): void
}

/** The children of a control, numbered from 0. */
export interface Children {
  readonly count: number
  name(index: number): string
  status(index: number): Status
  /** One tick of a child. One that had finished starts afresh. */
  tick(index: number): TickStatus
  /** Stops a child if it is RUNNING, and forgets its result. */
  halt(index: number): void
  /** `halt` for each child from `first` on. */
  haltAll(first?: number): void
}
