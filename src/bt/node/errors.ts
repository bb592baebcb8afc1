import type { SourceRef } from '#base/diagnostic.js'
import type { NodeDef } from '../document.js'
import { valueLocation } from '../problem.js'

/** A port could not be read or written: the data is missing or has the wrong type. */
export class PortError extends Error {
  override readonly name = 'PortError'
}

/** A node reached a state that its definition forbids, such as a threshold above its number of children. */
export class TreeLogicError extends Error {
  override readonly name = 'TreeLogicError'
}

/**
 * Thrown by `Tree.tick` when no status can describe the tick, because the tree's data is wrong at run time or a leaf
 * has a bug (`cause`). Statuses are left unchanged; the caller should halt the tree and stop the robot.
 */
export class NodeExecutionError extends Error {
  override readonly name = 'NodeExecutionError'
  /** address in the running tree: `/2/0` */
  readonly path: string
  readonly node: string

  constructor(
    at: { readonly path: string; readonly fullPath: string; readonly label: string },
    cause: unknown,
  ) {
    const text = cause instanceof Error ? cause.message : String(cause)
    super(`exception in node ${at.fullPath} at ${at.path} [${at.label}]: ${text}`, { cause })
    this.path = at.path
    this.node = at.label
  }
}

/** A node's constructor rejects its attributes, such as a script whose blackboard entry is not yet written. */
export class NodeConstructionError extends Error {
  override readonly name = 'NodeConstructionError'
  readonly code: string
  readonly def: NodeDef
  readonly where: SourceRef | undefined

  constructor(site: { readonly def: NodeDef }, code: string, port: string, message: string) {
    super(message)
    this.code = code
    this.def = site.def
    this.where = valueLocation(site.def, port)
  }
}
