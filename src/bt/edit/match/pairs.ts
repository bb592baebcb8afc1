import type { Placed } from './spread.js'

/** Pairs of nodes, each in at most one. */
export class Pairs {
  readonly toB = new Map<Placed, Placed>()
  readonly toA = new Map<Placed, Placed>()

  join(a: Placed, b: Placed): void {
    this.toB.set(a, b)
    this.toA.set(b, a)
  }

  /** two equal subtrees, node by node */
  joinAll(a: Placed, b: Placed): void {
    this.join(a, b)
    a.children.forEach((child, index) => this.joinAll(child, b.children[index] as Placed))
  }
}
