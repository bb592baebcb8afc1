import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeKind, NodeSpec } from '#bt/document.js'
import type { NodeBuilder } from '#bt/node/node.js'
import { idProblem, portSpecs } from './declared-spec.js'
import { definitionProblem, NodeDefinitionError } from './definition-error.js'
import type { PortMap } from './ports.js'

/** A user-defined node type: its specification and how it is built. Pass it to `NodeRegistry.add`. */
export interface NodeDefinition {
  readonly spec: NodeSpec
  /** the ports as the code declares them */
  readonly ports: PortMap
  readonly build: NodeBuilder
}

/** The part common to all node definitions. */
export interface NodeDeclaration<P extends PortMap> {
  /** as written in trees: `MoveTo` */
  readonly id: string
  /** for palettes, editors and language models: what it does, and when it fails */
  readonly description?: string
  readonly ports?: P
}

/** A node that keeps state. */
export interface Stateful<S> {
  /** Called once for each occurrence of the node in a tree, when the tree is created. */
  state?(): S
}

/**
 * Builds a definition, or reports every problem with it.
 * @param code names of the functions that the definition must provide
 * @throws NodeDefinitionError
 */
export function define<P extends PortMap, Declaration extends NodeDeclaration<P>>(
  kind: Exclude<NodeKind, 'subtree'>,
  declaration: Declaration & NodeDeclaration<P>,
  code: readonly (keyof Declaration & string)[],
  build: NodeBuilder,
): NodeDefinition {
  const { id, description = '', ports } = declaration
  const problems: Diagnostic[] = []
  const wrongId = idProblem(id)
  if (wrongId !== undefined) problems.push(definitionProblem(id, wrongId))
  for (const name of code) {
    if (typeof declaration[name] !== 'function')
      problems.push(definitionProblem(id, `it has no function ${name}`))
  }
  const specs = portSpecs(id, ports ?? {}, problems)
  if (problems.length > 0) throw new NodeDefinitionError(problems)
  return { spec: { id, kind, description, ports: specs }, ports: ports ?? {}, build }
}

/** The declared ports, `{}` when it has none. */
export const portsOf = <P extends PortMap>(declaration: NodeDeclaration<P>): P =>
  declaration.ports ?? ({} as P)
