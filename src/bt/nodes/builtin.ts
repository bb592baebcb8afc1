import type { NodeKind, NodeSpec, PortSpec } from '../document.js'
import type { NodeBuilder } from '../engine/node.js'

/** A node type that every tree can use: what it is, and how it is built. */
export interface BuiltIn {
  readonly spec: NodeSpec
  readonly build: NodeBuilder
}

export function builtIn(
  kind: NodeKind,
  id: string,
  description: string,
  build: NodeBuilder,
  ports: readonly PortSpec[] = [],
): BuiltIn {
  return { spec: { id, kind, description, ports }, build }
}

/** A 32-bit integer input port. */
export function intPort(name: string, description: string, min: number, fallback?: string): PortSpec {
  const type = { kind: 'int', min, max: 2 ** 31 - 1 } as const
  return {
    name,
    direction: 'in',
    type,
    description,
    ...(fallback === undefined ? {} : { default: fallback }),
  }
}
