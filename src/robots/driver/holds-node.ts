import { defineCondition } from '#bt/custom/condition.js'
import type { NodeDefinition } from '#bt/custom/declare/definition.js'
import { input, type InputDeclaration } from '#bt/custom/declare/ports.js'
import { STRING } from '#bt/value/types.js'
import { HOLDS } from '#worlds/condition/tree-conditions.js'
import { holdsNode } from '#worlds/files/domain-nodes.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'

/**
 * The condition on facts that every world offers (docs/twin/domains.md), as the engine ticks it: what is unknown, or
 * cannot be read, does not hold. None in a world that has a skill of that name.
 */
export function holdsDefinition(domain: TaskDomain, facts: () => Fluents): readonly NodeDefinition[] {
  return holdsNode(domain.rules).map(({ ports }) =>
    defineCondition({
      id: HOLDS,
      ports: Object.fromEntries(ports.map(({ name }) => [name, WRITTEN])),
      check: (ctx) => {
        const { formula = '', ...args } = Object.fromEntries(
          ports.flatMap(({ name }) => {
            const value = ctx.get(name)
            return value === undefined ? [] : [[name, value] as const]
          }),
        )
        return domain.conditions.holds({ formula, args }, facts()) === true
      },
    }),
  )
}

const WRITTEN: InputDeclaration<string, true> = input(STRING, { optional: true })
