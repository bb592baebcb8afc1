import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import type { NodeSpec, PortSpec } from '#bt/document.js'
import { attrOf, type XmlElement } from '../element.js'
import { forbiddenIn, isReservedAttribute } from '#bt/attributes.js'
import { portTypeByName } from './types.js'

/**
 * Reads the SubTree ports that a document's own `TreeNodesModel` describes. Its other entries describe the host's
 * nodes; as in BehaviorTree.CPP, nothing here depends on them.
 */
export function readSubtreeModels(model: XmlElement, found: Diagnostic[]): NodeSpec[] {
  return model.children
    .filter(({ name }) => name === 'SubTree')
    .flatMap((element) => readModel(element, found))
}

/** The direction of a port element; `undefined` for other elements. */
export const directionOf = (element: XmlElement): PortSpec['direction'] | undefined =>
  DIRECTIONS.get(element.name)

function readModel(element: XmlElement, found: Diagnostic[]): NodeSpec[] {
  const id = attrOf(element, 'ID')
  const ports = element.children.flatMap((port) => readPort(port, found))
  if (id === undefined) {
    found.push(modelError(element.where, 'SubTree needs an ID', 'add ID="…"'))
    return []
  }
  const description = attrOf(element, 'description')?.value ?? ''
  return [{ id: id.value, kind: 'subtree', description, ports }]
}

function readPort(element: XmlElement, found: Diagnostic[]): PortSpec[] {
  const direction = directionOf(element)
  if (direction === undefined) return []
  const name = attrOf(element, 'name')
  const wrong = name === undefined ? 'a port needs a name' : wrongPortName(name.value)
  if (name === undefined || wrong !== undefined) {
    const where = name?.where ?? element.where
    found.push(modelError(where, wrong ?? '', 'a letter, then letters, digits and _'))
    return []
  }
  const fallback = attrOf(element, 'default')?.value
  return [
    {
      name: name.value,
      direction,
      type: portTypeByName(attrOf(element, 'type')?.value),
      description: attrOf(element, 'description')?.value ?? element.text,
      ...(fallback === undefined ? {} : { default: fallback }),
    },
  ]
}

/** Describes what is wrong with a port's name; `undefined` when it is valid. */
export function wrongPortName(name: string): string | undefined {
  if (name === '') return 'the name of a port is empty'
  if (/^\d/.test(name)) return `port name ${name} begins with a digit`
  if (forbiddenIn(name) !== undefined) return `port name "${name}" holds a character that names cannot have`
  return isReservedAttribute(name) ? `${name} is an attribute of every node and cannot be a port` : undefined
}

export const modelError = (where: SourceRef | undefined, message: string, hint: string): Diagnostic => ({
  code: 'bt.model',
  severity: 'error',
  message,
  ...(where === undefined ? {} : { where }),
  hint,
})

const DIRECTIONS: ReadonlyMap<string, PortSpec['direction']> = new Map(
  Object.entries({
    input_port: 'in',
    output_port: 'out',
    inout_port: 'inout',
  } as const),
)
