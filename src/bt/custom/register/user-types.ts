import type { Diagnostic } from '#base/diagnostic.js'
import type { TypeTable } from '#bt/value/type-table.js'
import type { ValueType } from '#bt/value/types.js'
import { nodeProblem } from '../declare/definition-error.js'
import type { NodeDefinition } from '../declare/definition.js'
import { isUserType } from '../declare/value-types.js'

/** The types that users register along with their nodes, and the names defined by enums. */
export class UserTypes {
  readonly #known = new Map<string, ValueType>()
  readonly #table: TypeTable
  readonly #enums: Map<string, number>

  /** @param enums names for scripts; the names of registered enums are added */
  constructor(table: TypeTable, enums: Map<string, number>) {
    this.#table = table
    this.#enums = enums
  }

  /** Reports conflicts between a definition's types and those already registered. */
  problems({ spec, ports }: NodeDefinition): Diagnostic[] {
    return typesOf(ports).flatMap((type) => {
      const known = this.#known.get(type.name)
      if (known === type) return []
      if (known !== undefined) {
        const hint = 'define it once and share it between the nodes'
        return [
          nodeProblem('node.type-taken', spec.id, `there is another type ${type.name} already`, { hint }),
        ]
      }
      return [...type.names].flatMap(([word, number]) => {
        const other = this.#enums.get(word)
        if (other === undefined || other === number) return []
        const message = `${word} of enum ${type.name} means ${number}, but scripts know it as ${other} already`
        return [nodeProblem('node.type-taken', spec.id, message, { hint: 'rename one of them' })]
      })
    })
  }

  register({ ports }: NodeDefinition): void {
    for (const type of typesOf(ports)) {
      this.#known.set(type.name, type)
      this.#table.add(type)
      for (const [word, number] of type.names) this.#enums.set(word, number)
    }
  }
}

const typesOf = (ports: NodeDefinition['ports']) =>
  Object.values(ports)
    .map(({ type }) => type)
    .filter(isUserType)
