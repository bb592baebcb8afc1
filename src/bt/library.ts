import { InvariantError } from '#base/result.js'
import type { NodeSpec } from './document.js'
import { BUILTINS } from './nodes/builtins.js'
import { TypeTable } from './value/type-table.js'

/**
 * The node types that a tree may use: the built-in ones and those of a robot, read from its `TreeNodesModel`
 * (`readNodesModel`). Parser, validator, prompt and grammar all ask here (VRL-02).
 */
export class NodeLibrary {
  /** the types of ports by name; users add their own */
  readonly types = new TypeTable()
  readonly #specs = new Map<string, NodeSpec>()

  /** @param user the robot's nodes; kind `subtree` describes a named tree, whose definition lives in a document */
  constructor(user: readonly NodeSpec[] = []) {
    for (const { spec } of BUILTINS) this.#specs.set(spec.id, spec)
    for (const spec of user) {
      // palettes of other tools list the built-in nodes again; what they say of them does not count
      if (this.isBuiltIn(spec.id)) continue
      if (this.#specs.has(spec.id)) throw new InvariantError(`node type ${spec.id} is defined twice`)
      this.#specs.set(spec.id, spec)
    }
  }

  /** Takes in one more node type. @throws InvariantError when there is one of this ID already */
  add(spec: NodeSpec): void {
    if (this.isBuiltIn(spec.id) || this.#specs.has(spec.id)) {
      throw new InvariantError(`node type ${spec.id} is defined twice`)
    }
    this.#specs.set(spec.id, spec)
  }

  /** Whether the engine itself has this node type; SubTree is one. */
  isBuiltIn(id: string): boolean {
    return BUILTIN_IDS.has(id) || id === 'SubTree'
  }

  /** A node type by registration id; named subtrees are not node types (`subtrees`). */
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

  /** The described subtrees: what `<SubTree ID="…"/>` may name, in words. */
  subtrees(): readonly NodeSpec[] {
    return [...this.#specs.values()].filter((spec) => spec.kind === 'subtree')
  }
}

const BUILTIN_IDS: ReadonlySet<string> = new Set(BUILTINS.map((builtIn) => builtIn.spec.id))
