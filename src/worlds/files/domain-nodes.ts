import type { NodeSpec, PortSpec, PortType } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { HOLDS } from '../condition/tree-conditions.js'
import type { DomainRules, PortRules } from '#twin/domain/rules.js'

/** Returns a domain's skills as node types, so that its trees can be read, checked and drawn like any other. */
export const domainLibrary = (rules: DomainRules): NodeLibrary =>
  new NodeLibrary([
    ...rules.skills.map(({ name, text, ports }): NodeSpec => ({
      id: name,
      kind: 'action',
      description: text,
      ports: ports.map(toPort),
    })),
    ...holdsNode(rules),
  ])

/** The condition on facts that every world offers; its ports are those of the skills, for names with a `?`. */
export function holdsNode({ skills }: DomainRules): readonly NodeSpec[] {
  if (skills.some(({ name }) => name === HOLDS)) return []
  const names = new Set(skills.flatMap(({ ports }) => ports.map(({ name }) => name)))
  names.delete('formula')
  const text = { direction: 'in', type: { kind: 'string' } } as const
  return [
    {
      id: HOLDS,
      kind: 'condition',
      description: 'whether a formula holds in what is believed; what is unknown does not hold',
      ports: [
        { ...text, name: 'formula', description: 'such as open(fridge) and at = fridge' },
        ...[...names].map((name) => ({
          ...text,
          name,
          description: `the value of ?${name}`,
          optional: true,
        })),
      ],
    },
  ]
}

/** Whether the engine reserves this name, so that no tree could reach a skill with it. */
export const isEngineNode = (name: string): boolean => new NodeLibrary().isBuiltIn(name)

const toPort = ({ name, takes, text, optional, values, default: omitted }: PortRules): PortSpec => ({
  name,
  direction: 'in',
  type: typeOf(values),
  description: text ?? takes,
  ...(optional ? { optional } : {}),
  ...(omitted === undefined ? {} : { default: omitted }),
})

function typeOf(values: readonly string[] | undefined): PortType {
  if (values === undefined) return { kind: 'value', type: 'int32' }
  return values.join() === 'false,true' ? { kind: 'value', type: 'bool' } : { kind: 'enum', values }
}
