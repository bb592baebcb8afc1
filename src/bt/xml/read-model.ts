import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeKind, NodeSpec, PortSpec, PortType } from '../document.js'
import { checkLiteral } from '../validate/check-literal.js'
import { pointerKey } from '../attributes.js'
import { TypeTable } from '../value/type-table.js'
import { attrOf, type XmlElement } from './element.js'
import { directionOf, modelError, wrongPortName } from './palette/subtree-models.js'
import { portTypeByName } from './palette/types.js'
import { scanXml } from './scan.js'

/**
 * Reads a `TreeNodesModel`: a palette of nodes in BehaviorTree.CPP's own format, as used by Groot2 and Nav2. Types may
 * be written as in C++; a port without a type accepts anything, and texts of unknown types are not checked.
 *
 * As an extension that lets a robot set limits, a port may carry `min`, `max`, `unit` (types `int`, `number`) and
 * `values="a;b"` (type `enum`); `type="mask"` is four characters of 0 and 1. A node's description is in its
 * `description` attribute, a port's in its text.
 *
 * @param text a palette, or any document that contains a TreeNodesModel
 */
export function readNodesModel(
  text: string,
  file: string,
): Result<readonly NodeSpec[], readonly Diagnostic[]> {
  const { root, diagnostics } = scanXml(text, file)
  const found: Diagnostic[] = diagnostics.filter(({ severity }) => severity === 'error')
  const models = root?.name === 'TreeNodesModel' ? [root] : (root?.children.filter(isModel) ?? [])
  if (root !== undefined && models.length === 0) {
    found.push(modelError(root.where, 'there is no <TreeNodesModel>', 'put the nodes into <TreeNodesModel>'))
  }
  const specs = new Map<string, { readonly spec: NodeSpec; readonly element: XmlElement }>()
  for (const element of models.flatMap((model) => model.children)) {
    const spec = readSpec(element, found)
    const known = specs.get(spec.id)
    if (known === undefined) specs.set(spec.id, { spec, element })
    // merged palettes repeat nodes; only contradictions are errors
    else if (!sameInterface(known.spec, spec)) {
      const { line, column } = known.element.where
      const hint = `it is defined at ${line}:${column} with other ports; remove one of them`
      found.push(modelError(element.where, `node ${spec.id} is defined twice`, hint))
    }
  }
  return found.length > 0 ? err(found) : ok([...specs.values()].map(({ spec }) => spec))
}

const isModel = (element: XmlElement): boolean => element.name === 'TreeNodesModel'

function sameInterface(a: NodeSpec, b: NodeSpec): boolean {
  const key = ({ kind, ports }: NodeSpec): string =>
    JSON.stringify([kind, ports.map(({ name, direction, type }) => [name, direction, type])])
  return key(a) === key(b)
}

function readSpec(element: XmlElement, found: Diagnostic[]): NodeSpec {
  const kind = KINDS.get(element.name)
  const id = attrOf(element, 'ID')?.value
  if (kind === undefined) {
    const hint = `use one of ${[...KINDS.keys()].join(', ')}`
    found.push(modelError(element.where, `<${element.name}> is no kind of node`, hint))
  }
  if (id === undefined) found.push(modelError(element.where, `${element.name} needs an ID`, 'add ID="…"'))
  const description = attrOf(element, 'description')?.value ?? textOf(element, 'description')
  const ports = element.children.filter(isPort).map((port) => readPort(port, found))
  return { id: id ?? '', kind: kind ?? 'action', description, ports }
}

/** Groot wrote a node's description and its metadata into separate elements. */
const textOf = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text ?? ''

const isPort = (element: XmlElement): boolean => !NOTES.has(element.name)

const NOTES: ReadonlySet<string> = new Set(['description', 'MetadataFields'])

function readPort(element: XmlElement, found: Diagnostic[]): PortSpec {
  // the name that Nav2 uses in its palette
  const direction = element.name === 'bidirectional_port' ? 'inout' : directionOf(element)
  const name = attrOf(element, 'name')
  if (direction === undefined) {
    const hint = 'use one of input_port, output_port, inout_port'
    found.push(modelError(element.where, `<${element.name}> is no kind of port`, hint))
  }
  const wrongName = name === undefined ? 'a port needs a name of its own' : wrongPortName(name.value)
  if (wrongName !== undefined) {
    found.push(modelError(name?.where ?? element.where, wrongName, 'a letter, then letters, digits and _'))
  }
  const type = readType(element, found)
  const fallback = attrOf(element, 'default')
  // palettes generated from C++ give defaults as expressions, which mean nothing here; a robot's own limits are
  // enforced
  const ours = type.kind !== 'value' && type.kind !== 'string'
  if (
    ours &&
    fallback !== undefined &&
    fallback.value !== '' &&
    pointerKey(fallback.value, '') === undefined
  ) {
    const wrong = checkLiteral(fallback.value, type, {
      types: new TypeTable(),
      enums: new Map(),
      builtIn: false,
    })
    if (wrong !== undefined && !wrong.accepted) {
      found.push(modelError(fallback.place, 'the default is no value of the port', wrong.expected))
    }
  }
  return {
    name: name?.value ?? '',
    direction: direction ?? 'in',
    type,
    description: attrOf(element, 'description')?.value ?? element.text,
    ...(fallback === undefined ? {} : { default: fallback.value }),
  }
}

/** `int` with limits is this engine's own type; without, it is C++'s. */
function readType(element: XmlElement, found: Diagnostic[]): PortType {
  const written = attrOf(element, 'type')?.value
  const limited = LIMIT_ATTRIBUTES.some((name) => attrOf(element, name) !== undefined)
  const bound = (name: string, fallback: number): number => {
    const attr = attrOf(element, name)
    const value = attr === undefined ? fallback : Number(attr.value)
    if (!Number.isFinite(value) || attr?.value.trim() === '') {
      found.push(modelError(attr?.place, `${name} is no number`, 'write a decimal number'))
    }
    return value
  }
  if (written === 'int' && limited) {
    return { kind: 'int', min: bound('min', -(2 ** 31)), max: bound('max', 2 ** 31 - 1) }
  }
  if (written === 'number' || (written === 'double' && limited)) {
    const unit = attrOf(element, 'unit')?.value
    const range = { min: bound('min', -Number.MAX_VALUE), max: bound('max', Number.MAX_VALUE) }
    return { kind: 'number', ...range, ...(unit === undefined ? {} : { unit }) }
  }
  if (written === 'mask') return { kind: 'mask' }
  if (written === 'enum') return { kind: 'enum', values: (attrOf(element, 'values')?.value ?? '').split(';') }
  const type = portTypeByName(written)
  return type.kind === 'value' && type.type === 'string' ? { kind: 'string' } : type
}

const LIMIT_ATTRIBUTES = ['min', 'max', 'unit'] as const

const KINDS: ReadonlyMap<string, NodeKind> = new Map(
  Object.entries({
    Action: 'action',
    Condition: 'condition',
    Control: 'control',
    Decorator: 'decorator',
    SubTree: 'subtree',
  } as const),
)
