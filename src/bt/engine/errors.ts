import type { NodePath } from '../document.js'

/** A port could not be read: the tree asks for data that is not there or is not of its type. */
export class PortError extends Error {
  override readonly name = 'PortError'
}

/** A node met a state that its definition forbids, such as a threshold above its number of children. */
export class TreeLogicError extends Error {
  override readonly name = 'TreeLogicError'
}

/**
 * What `Tree.tick` throws: no status could honestly describe the tick, because data of the tree is wrong at run time
 * or a leaf has a bug (`cause`). Statuses are left as they were; the caller should halt the tree and stop the robot.
 */
export class NodeExecutionError extends Error {
  override readonly name = 'NodeExecutionError'
  readonly path: NodePath
  readonly node: string

  constructor(path: NodePath, node: string, cause: unknown) {
    super(`exception in node ${path} [${node}]: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.path = path
    this.node = node
  }
}
