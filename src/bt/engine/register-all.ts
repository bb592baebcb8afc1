import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeRegistry } from './registry.js'
import { NodeDefinitionError } from '../custom/declare/definition-error.js'
import type { NodeDefinition } from '../custom/declare/definition.js'

/**
 * Registers what a module of nodes exports: an array of definitions, or a single one. A node that the palette already
 * describes is bound to it, any other is added. Reports every problem; the valid definitions are still registered.
 * @param from name of the module in messages
 */
export function registerAll(
  registry: NodeRegistry,
  exported: unknown,
  from = 'plugin',
): Result<NodeRegistry, readonly Diagnostic[]> {
  const list: readonly unknown[] = Array.isArray(exported) ? exported : [exported]
  const problems = list.flatMap((item, index) => {
    if (!isDefinition(item))
      return [noDefinition(from, list.length === 1 && !Array.isArray(exported) ? '' : `[${index}]`)]
    return attempt(() => (registry.isDescribed(item.spec.id) ? registry.bind(item) : registry.add(item)))
  })
  return problems.length > 0 ? err(problems) : ok(registry)
}

/** A plugin may bring its own copy of the engine, so the check is structural, not by class. */
function isDefinition(value: unknown): value is NodeDefinition {
  if (typeof value !== 'object' || value === null) return false
  if (!('spec' in value && 'ports' in value && 'build' in value)) return false
  const { spec, ports, build } = value
  return (
    typeof build === 'function' &&
    typeof ports === 'object' &&
    typeof spec === 'object' &&
    spec !== null &&
    'id' in spec &&
    typeof spec.id === 'string'
  )
}

function attempt(register: () => unknown): readonly Diagnostic[] {
  try {
    register()
    return []
  } catch (cause) {
    if (cause instanceof NodeDefinitionError) return cause.problems
    throw cause
  }
}

const noDefinition = (from: string, at: string): Diagnostic => ({
  code: 'node.plugin',
  severity: 'error',
  message: `${from}: its default export${at} is not a node definition`,
  hint: 'export default [MoveTo, …] with what defineAction and similar functions return',
})
