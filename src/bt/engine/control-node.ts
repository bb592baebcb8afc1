import { TreeNode } from './node.js'

/** A node with one or more children. */
export abstract class ControlNode extends TreeNode {
  override halt(): void {
    this.haltChildren()
    this.reset()
  }

  /** Halts the children that are RUNNING and resets all from `first` on, in order. */
  protected haltChildren(first = 0): void {
    for (let index = first; index < this.children.length; index++) this.child(index).haltIfRunning()
  }

  /** Halts and resets every child but one, earlier ones and later ones. */
  protected haltOthers(than: number): void {
    for (let index = 0; index < this.children.length; index++)
      if (index !== than) this.child(index).haltIfRunning()
  }

  protected child(index: number): TreeNode {
    const child = this.children[index]
    if (child === undefined) throw new RangeError(`${this.label} ${this.path} has no child ${index}`)
    return child
  }
}
