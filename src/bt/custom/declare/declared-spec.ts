import type { Diagnostic } from '#base/diagnostic.js'
import type { PortSpec } from '#bt/document.js'
import { pointerKey, forbiddenIn, isPortName, isReservedAttribute } from '#bt/attributes.js'
import { ConversionError } from '#bt/value/value.js'
import type { ValueType } from '#bt/value/types.js'
import { definitionProblem } from './definition-error.js'
import type { PortDeclaration, PortMap } from './ports.js'
import { isUserType } from './value-types.js'

/** Describes what is wrong with a node type's ID; `undefined` when it is valid. */
export function idProblem(id: unknown): string | undefined {
  if (typeof id !== 'string' || id === '') return 'id is missing'
  if (RESERVED.has(id)) return `${id} has a meaning of its own in a tree's XML`
  const bad = forbiddenIn(id)
  if (bad !== undefined) return `an ID cannot hold "${bad}"`
  return /^[\p{L}_]/u.test(id) ? undefined : 'an ID begins with a letter'
}

/** The ports in the form that palettes and validation use; defaults become text. */
export function portSpecs(id: string, ports: PortMap, problems: Diagnostic[]): PortSpec[] {
  return Object.entries(ports).map(([name, port]) => {
    const wrong = nameProblem(name)
    if (wrong !== undefined) problems.push(definitionProblem(id, `port ${name}: ${wrong}`))
    const fallback = defaultText(port)
    if (fallback !== undefined && 'wrong' in fallback) {
      problems.push(definitionProblem(id, `port ${name}: ${fallback.wrong}`, fallback.hint))
    }
    const { direction, type, description } = port
    return {
      name,
      direction,
      type: { kind: 'value', type: type.name },
      description,
      ...(fallback === undefined || 'wrong' in fallback ? {} : { default: fallback.text }),
      ...(port.optional ? { optional: true } : {}),
    }
  })
}

type DefaultText = { readonly text: string } | { readonly wrong: string; readonly hint?: string } | undefined

function defaultText({ direction, type, default: data, optional }: PortDeclaration): DefaultText {
  if (data === undefined) return undefined
  if (optional) return { wrong: 'it has a default, so it cannot be optional' }
  if (typeof data === 'string' && pointerKey(data, '') !== undefined) return { text: data }
  if (direction !== 'in') {
    return {
      wrong: `the default of a port that is written must be a blackboard key`,
      hint: `default: '{key}'`,
    }
  }
  const text = textOf(type, data)
  if (text === undefined) {
    return {
      wrong: `a default of type ${type.name} has no text form`,
      hint: `give ${type.name} a format function`,
    }
  }
  const back = readBack(type, text)
  return 'wrong' in back || back.text === text
    ? back
    : { wrong: `its default "${text}" is read as ${back.text}`, hint: `the port's type is ${type.name}` }
}

function readBack(type: ValueType, text: string): { readonly text: string } | { readonly wrong: string } {
  try {
    return { text: textOf(type, type.parse(text, isUserType(type) ? type.names : new Map())) ?? text }
  } catch (cause) {
    if (!(cause instanceof ConversionError)) throw cause
    return { wrong: `its default cannot be read as ${type.name}: ${cause.message}` }
  }
}

/** A value in the text form that a tree would contain. */
function textOf(type: ValueType, data: unknown): string | undefined {
  if (isUserType(type)) return type.format?.(data)
  if (typeof data === 'string') return data
  if (typeof data === 'number' || typeof data === 'bigint' || typeof data === 'boolean') return String(data)
  return Array.isArray(data) && /^(vector|queue)<[a-z]\w*>$/.test(type.name)
    ? data.map(String).join(';')
    : undefined
}

function nameProblem(name: string): string | undefined {
  if (isPortName(name)) return undefined
  if (isReservedAttribute(name)) return `${name} is an attribute of every node`
  if (name.startsWith('_')) return 'names that begin with _ are for scripts and notes'
  const bad = forbiddenIn(name)
  return bad === undefined ? 'a name begins with a letter' : `a name cannot hold "${bad}"`
}

/** element names in a tree's XML that are not nodes */
const RESERVED: ReadonlySet<string> = new Set([
  'root',
  'Root',
  'SubTree',
  'BehaviorTree',
  'TreeNodesModel',
  'include',
  'Action',
  'Condition',
  'Control',
  'Decorator',
])
