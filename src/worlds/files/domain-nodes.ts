import type { NodeSpec, PortSpec, PortType } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import type { DomainRules, PortRules } from '#twin/domain/rules.js'

/** Returns a domain's skills as node types, so that its trees can be read, checked and drawn like any other. */
export const domainLibrary = ({ skills }: DomainRules): NodeLibrary =>
  new NodeLibrary(
    skills.map(({ name, text, ports }): NodeSpec => ({
      id: name,
      kind: 'action',
      description: text,
      ports: ports.map(toPort),
    })),
  )

/** Whether the engine reserves this name, so that no tree could reach a skill with it. */
export const isEngineNode = (name: string): boolean => new NodeLibrary().isBuiltIn(name)

const toPort = ({ name, takes, text, optional, values }: PortRules): PortSpec => ({
  name,
  direction: 'in',
  type: typeOf(values),
  description: text ?? takes,
  ...(optional ? { optional } : {}),
})

function typeOf(values: readonly string[] | undefined): PortType {
  if (values === undefined) return { kind: 'value', type: 'int32' }
  return values.join() === 'false,true' ? { kind: 'value', type: 'bool' } : { kind: 'enum', values }
}
