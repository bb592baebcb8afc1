import { InvariantError } from '#base/result.js'
import type { NodeSpec } from './document.js'
import { BUILTINS } from './nodes/builtins.js'
import { TypeTable } from './value/type-table.js'

/**
 * The node types that a tree may use: the built-in ones and those of a robot, read from its `TreeNodesModel`
 * (`readNodesModel`). The single source for parser, validator, prompt and grammar (VRL-02).
 */
export class NodeLibrary {
  /** the port types by name; users add their own */
  readonly types = new TypeTable()
  readonly #specs = new Map<string, NodeSpec>()

  /** @param user the robot's nodes; kind `subtree` describes a named tree, whose definition lives in a document */
  constructor(user: readonly NodeSpec[] = []) {
    for (const { spec } of BUILTINS) this.#specs.set(spec.id, spec)
    for (const spec of user) {
      // palettes of other tools repeat the built-in nodes; their descriptions of them are ignored
      if (this.isBuiltIn(spec.id)) continue
      if (this.#specs.has(spec.id)) throw new InvariantError(`node type ${spec.id} is defined twice`)
      this.#specs.set(spec.id, spec)
    }
  }

  /**
   * Adds a node type.
   * @throws InvariantError when a node type with this ID exists already
   */
  add(spec: NodeSpec): void {
    if (this.isBuiltIn(spec.id) || this.#specs.has(spec.id)) {
      throw new InvariantError(`node type ${spec.id} is defined twice`)
    }
    this.#specs.set(spec.id, spec)
  }

  /** Whether the engine itself provides this node type; SubTree is one. */
  isBuiltIn(id: string): boolean {
    return BUILTIN_IDS.has(id) || id === 'SubTree'
  }

  /** A node type by registration ID; named subtrees are not node types (see `subtrees`). */
  get(id: string): NodeSpec | undefined {
    const spec = this.#specs.get(id)
    return spec?.kind === 'subtree' ? undefined : spec
  }

  /** A described subtree by the ID of its tree. */
  subtree(id: string): NodeSpec | undefined {
    const spec = this.#specs.get(id)
    return spec?.kind === 'subtree' ? spec : undefined
  }

  /** Built-in nodes first, then the robot's, each in order of definition. */
  nodes(): readonly NodeSpec[] {
    return [...this.#specs.values()].filter((spec) => spec.kind !== 'subtree')
  }

  /** The robot's own actions and conditions. */
  skills(): readonly NodeSpec[] {
    return this.nodes().filter((spec) => !BUILTIN_IDS.has(spec.id))
  }

  /** The described subtrees: descriptions of what `<SubTree ID="…"/>` may name. */
  subtrees(): readonly NodeSpec[] {
    return [...this.#specs.values()].filter((spec) => spec.kind === 'subtree')
  }
}

const BUILTIN_IDS: ReadonlySet<string> = new Set(BUILTINS.map((builtIn) => builtIn.spec.id))
