import { InvariantError } from '#base/result.js'
import { NodeDefinitionError, nodeProblem } from '../custom/declare/definition-error.js'
import type { NodeDefinition } from '../custom/declare/definition.js'
import { OTHER_ID, paletteProblems } from '../custom/register/mismatch.js'
import { UserTypes } from '../custom/register/user-types.js'
import { NodeLibrary } from '../library.js'
import { BUILTINS } from '../nodes/builtins.js'
import type { NodeBuilder } from '../node/node.js'

/** The code of node types, together with the library of node types that a tree may use. */
export class NodeRegistry {
  readonly library: NodeLibrary
  /** names that scripts and enum ports of this registry's trees may use in place of numbers */
  readonly enums = new Map<string, number>()
  readonly #builders = new Map<string, NodeBuilder>()
  readonly #types: UserTypes

  /** @param library node types described by palettes; `bind` adds their code */
  constructor(library: NodeLibrary = new NodeLibrary()) {
    this.library = library
    this.#types = new UserTypes(library.types, this.enums)
    for (const { spec, build } of BUILTINS) this.#builders.set(spec.id, build)
  }

  /**
   * Registers node types and adds them to the library: `registry.add(MoveTo, BatteryOk)`.
   * @throws NodeDefinitionError when the ID is taken, or a port's type has the same name as another type
   */
  add(...definitions: readonly NodeDefinition[]): this {
    for (const definition of definitions) {
      const { id } = definition.spec
      const taken =
        this.library.get(id) !== undefined ||
        this.library.subtree(id) !== undefined ||
        this.library.isBuiltIn(id)
          ? [nodeProblem('node.taken', id, this.#owner(id), { hint: OTHER_ID })]
          : []
      refuse([...taken, ...this.#types.problems(definition)])
      this.#types.register(definition)
      this.library.add(definition.spec)
      this.#builders.set(id, definition.build)
    }
    return this
  }

  /**
   * Registers code for node types that a palette describes. Trees are still validated against the palette; the code
   * must declare the same ports.
   * @throws NodeDefinitionError listing every difference, or when the node type already has code
   */
  bind(...definitions: readonly NodeDefinition[]): this {
    for (const definition of definitions) {
      const { id } = definition.spec
      const twice = this.#builders.has(id)
        ? [nodeProblem('node.taken', id, 'there is code for it already')]
        : []
      const differing = twice.length > 0 ? twice : paletteProblems(definition, this.library)
      refuse([...differing, ...this.#types.problems(definition)])
      this.#types.register(definition)
      this.#builders.set(id, definition.build)
    }
    return this
  }

  /** Registers an engine-internal builder for a node type of the library, for what definitions cannot express. */
  node(id: string, build: NodeBuilder): this {
    if (this.library.get(id) === undefined) {
      throw new InvariantError(`cannot register ${id}: it is not in the node library`)
    }
    if (this.#builders.has(id)) throw new InvariantError(`${id} is registered twice`)
    this.#builders.set(id, build)
    return this
  }

  builder(id: string): NodeBuilder | undefined {
    return this.#builders.get(id)
  }

  /** Whether a palette describes a node type that has no code yet. */
  isDescribed(id: string): boolean {
    return this.library.get(id) !== undefined && !this.#builders.has(id)
  }

  #owner(id: string): string {
    if (this.library.isBuiltIn(id)) return 'this is a node of the engine'
    if (this.library.subtree(id) !== undefined) return 'a subtree of the palette has this ID'
    return this.#builders.has(id)
      ? 'there is a node of this ID already'
      : 'the palette describes it: use bind()'
  }
}

function refuse(problems: ConstructorParameters<typeof NodeDefinitionError>[0]): void {
  if (problems.length > 0) throw new NodeDefinitionError(problems)
}
