import { InvariantError } from '../../base/result.js'
import type { NodeKind } from '../document.js'
import type { LeafFactory } from '../leaf.js'
import type { NodeLibrary } from '../library.js'
import { BUILTINS } from '../nodes/builtins.js'
import { LeafNode } from './leaf-node.js'
import type { NodeBuilder } from './node.js'

/** Binds the library's node types to code. What is registered must be in the library: a mismatch is a bug. */
export class NodeRegistry {
  readonly library: NodeLibrary
  /** names that scripts and enum ports of this registry's trees may use for numbers */
  readonly enums = new Map<string, number>()
  readonly #builders = new Map<string, NodeBuilder>()

  constructor(library: NodeLibrary) {
    this.library = library
    for (const { spec, build } of BUILTINS) this.#builders.set(spec.id, build)
  }

  /** One `StatefulAction` is made for each place where the action stands in a tree. */
  action(id: string, make: LeafFactory): this {
    return this.#register(id, ['action'], (site) => new LeafNode(site, make()))
  }

  condition(id: string, make: LeafFactory): this {
    return this.#register(id, ['condition'], (site) => new LeafNode(site, make()))
  }

  /** A node type with children, or a leaf that needs more than `StatefulAction` gives. */
  node(id: string, build: NodeBuilder): this {
    return this.#register(id, ['control', 'decorator', 'action', 'condition'], build)
  }

  builder(id: string): NodeBuilder | undefined {
    return this.#builders.get(id)
  }

  #register(id: string, kinds: readonly NodeKind[], build: NodeBuilder): this {
    const kind = this.library.get(id)?.kind
    if (kind === undefined) throw new InvariantError(`cannot register ${id}: it is not in the node library`)
    if (!kinds.includes(kind)) {
      throw new InvariantError(`cannot register ${id} as ${kinds.join('/')}: it is a ${kind}`)
    }
    if (this.#builders.has(id)) throw new InvariantError(`${id} is registered twice`)
    this.#builders.set(id, build)
    return this
  }
}
