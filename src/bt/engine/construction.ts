import type { SourceRef } from '#base/diagnostic.js'
import type { NodeDef } from '../document.js'
import { valuePlace } from '../validate/problem.js'
import type { NodeSite } from './node.js'

/** A node's constructor refuses what the tree wrote, such as a script that is not there yet. */
export class NodeConstructionError extends Error {
  override readonly name = 'NodeConstructionError'
  readonly code: string
  readonly def: NodeDef
  readonly where: SourceRef | undefined

  constructor(site: NodeSite, code: string, port: string, message: string) {
    super(message)
    this.code = code
    this.def = site.def
    this.where = valuePlace(site.def, port)
  }
}
