import type { Clock } from '#base/clock.js'
import { quirksOf, type Compat, type Quirks } from '../compat.js'
import type { Status, TickStatus } from '../status.js'
import type { TreeHost, TreeNode } from '../node/node.js'

/** Called synchronously on events in a tree. It must not tick, halt or throw. */
export interface TreeObserver {
  /** called on every actual status change, in order */
  changed?(node: TreeNode, from: Status, to: Status): void
  /** called with what each node's `tick()` returned, including SKIPPED, before its postconditions */
  ticked?(node: TreeNode, returned: Status): void
}

/** What all nodes of one tree share: its clock, its observers, and the request for another tick. */
export class Host implements TreeHost {
  readonly clock: Clock
  readonly compat: Compat
  readonly quirks: Quirks
  readonly traced: boolean
  #observers: readonly TreeObserver[] = []
  #listeners: readonly (() => void)[] = []
  #awake = false
  #ticking = false

  /** @param traced whether leaves record their inputs */
  constructor(clock: Clock, compat: Compat, traced: boolean) {
    this.clock = clock
    this.compat = compat
    this.quirks = quirksOf(compat)
    this.traced = traced
  }

  changed(node: TreeNode, from: Status, to: Status): void {
    for (const observer of this.#observers) observer.changed?.(node, from, to)
  }

  ticked(node: TreeNode, returned: Status): void {
    for (const observer of this.#observers) observer.ticked?.(node, returned)
  }

  wakeUp(): void {
    this.#awake = true
    // within a tick, `tickOnce` handles the request itself
    if (!this.#ticking) for (const listener of this.#listeners) listener()
  }

  tick(root: TreeNode): TickStatus {
    this.#ticking = true
    try {
      return root.executeTick()
    } finally {
      this.#ticking = false
    }
  }

  consumeWakeUp(): boolean {
    const awake = this.#awake
    this.#awake = false
    return awake
  }

  observe(observer: TreeObserver): () => void {
    this.#observers = [...this.#observers, observer]
    return () => {
      this.#observers = this.#observers.filter((other) => other !== observer)
    }
  }

  onWakeUp(listener: () => void): () => void {
    this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener)
    }
  }
}
