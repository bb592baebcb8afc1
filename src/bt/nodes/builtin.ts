import type { NodeSpec, PortSpec } from '../document.js'
import type { NodeBuilder } from '../node/node.js'

/** A node type that every tree can use: its specification and how it is built. */
export interface BuiltIn {
  readonly spec: NodeSpec
  readonly build: NodeBuilder
}

export const builtIn = (
  { id, kind, description, ports = [] }: Omit<NodeSpec, 'ports'> & Partial<Pick<NodeSpec, 'ports'>>,
  build: NodeBuilder,
): BuiltIn => ({ spec: { id, kind, description, ports }, build })

/**
 * A port with an engine type: `int32`, `any`, `NodeStatus`, … Descriptions of built-in ports are those that the
 * reference sends to Groot2, since they are part of its protocol.
 */
export const port = (
  direction: PortSpec['direction'],
  name: string,
  type: string,
  description = '',
): PortSpec => ({ name, direction, type: { kind: 'value', type }, description })

/** A 32-bit integer input port with a lower bound. */
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
