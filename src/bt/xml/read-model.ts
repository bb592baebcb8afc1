import type { Diagnostic, SourceRef } from '../../base/diagnostic.js'
import { err, ok, type Result } from '../../base/result.js'
import type { NodeKind, NodeSpec, PortSpec, PortType } from '../document.js'
import { checkLiteral } from '../validate/check-literal.js'
import { pointerKey } from '../engine/pointer.js'
import { attrOf, type XmlElement } from './element.js'
import { scanXml } from './scan.js'

/**
 * Reads a `TreeNodesModel`: the robot's nodes in BehaviorTree.CPP's own format, which Groot2 can load as a palette.
 * Beyond it, a port may carry `min`, `max`, `unit` (types `int` and `number`) and `values="a;b"` (type `enum`);
 * `type="mask"` is four characters of 0 and 1. A node's description stands in its `description` attribute, a port's
 * in its text.
 */
export function readNodesModel(
  text: string,
  file: string,
): Result<readonly NodeSpec[], readonly Diagnostic[]> {
  const { root, diagnostics } = scanXml(text, file)
  const found: Diagnostic[] = [...diagnostics]
  const models = root?.name === 'TreeNodesModel' ? [root] : (root?.children.filter(isModel) ?? [])
  if (root !== undefined && models.length === 0) {
    found.push(modelError(root.where, 'there is no <TreeNodesModel>', 'put the nodes into <TreeNodesModel>'))
  }
  const specs = models.flatMap((model) => model.children.map((element) => readSpec(element, found)))
  for (const [index, spec] of specs.entries()) {
    if (specs.findIndex((other) => other.id === spec.id) === index) continue
    found.push(modelError(models[0]?.where, `node ${spec.id} is defined twice`, 'remove one of them'))
  }
  return found.some((diagnostic) => diagnostic.severity === 'error') ? err(found) : ok(specs)
}

const isModel = (element: XmlElement): boolean => element.name === 'TreeNodesModel'

function readSpec(element: XmlElement, found: Diagnostic[]): NodeSpec {
  const kind = KINDS.get(element.name)
  const id = attrOf(element, 'ID')?.value
  if (kind === undefined) {
    const hint = `use one of ${[...KINDS.keys()].join(', ')}`
    found.push(modelError(element.where, `<${element.name}> is no kind of node`, hint))
  }
  if (id === undefined) found.push(modelError(element.where, `${element.name} needs an ID`, 'add ID="…"'))
  const description = attrOf(element, 'description')?.value ?? ''
  const ports = element.children.map((port) => readPort(port, found))
  return { id: id ?? '', kind: kind ?? 'action', description, ports }
}

function readPort(element: XmlElement, found: Diagnostic[]): PortSpec {
  const direction = DIRECTIONS.get(element.name)
  const name = attrOf(element, 'name')
  if (direction === undefined) {
    const hint = `use one of ${[...DIRECTIONS.keys()].join(', ')}`
    found.push(modelError(element.where, `<${element.name}> is no kind of port`, hint))
  }
  if (
    name === undefined ||
    !/^[A-Za-z][\w.]*$/.test(name.value) ||
    name.value === 'name' ||
    name.value === 'ID'
  ) {
    found.push(
      modelError(name?.where ?? element.where, 'a port needs a name of its own', 'letters, digits, _ and .'),
    )
  }
  const type = readType(element, found)
  const fallback = attrOf(element, 'default')
  if (fallback !== undefined && pointerKey(fallback.value, '') === undefined) {
    const wrong = checkLiteral(fallback.value, type)
    if (wrong !== undefined) {
      found.push(modelError(fallback.where, 'the default is no value of the port', wrong.expected))
    }
  }
  return {
    name: name?.value ?? '',
    direction: direction ?? 'in',
    type,
    description: element.text,
    ...(fallback === undefined ? {} : { default: fallback.value }),
  }
}

function readType(element: XmlElement, found: Diagnostic[]): PortType {
  const written = attrOf(element, 'type')
  const bound = (name: string, fallback: number): number => {
    const attr = attrOf(element, name)
    const value = attr === undefined ? fallback : Number(attr.value)
    if (!Number.isFinite(value)) {
      found.push(modelError(attr?.where, `${name} is no number`, 'write a decimal number'))
    }
    return value
  }
  const unit = attrOf(element, 'unit')?.value
  switch (written?.value) {
    case 'int':
      return { kind: 'int', min: bound('min', -(2 ** 31)), max: bound('max', 2 ** 31 - 1) }
    case 'number':
    case 'double': {
      const range = { min: bound('min', -Number.MAX_VALUE), max: bound('max', Number.MAX_VALUE) }
      return { kind: 'number', ...range, ...(unit === undefined ? {} : { unit }) }
    }
    case 'mask':
      return { kind: 'mask' }
    case 'enum':
      return { kind: 'enum', values: (attrOf(element, 'values')?.value ?? '').split(';') }
    case 'string':
    case 'std::string':
    case undefined:
      return { kind: 'string' }
    default:
      found.push(
        modelError(
          written?.where,
          `type ${written?.value} is not known`,
          'int, number, mask, enum or string',
        ),
      )
      return { kind: 'string' }
  }
}

const modelError = (where: SourceRef | undefined, message: string, hint: string): Diagnostic => ({
  code: 'bt.model',
  severity: 'error',
  message,
  ...(where === undefined ? {} : { where }),
  hint,
})

const KINDS: ReadonlyMap<string, NodeKind> = new Map(
  Object.entries({
    Action: 'action',
    Condition: 'condition',
    Control: 'control',
    Decorator: 'decorator',
    SubTree: 'subtree',
  } as const),
)

const DIRECTIONS: ReadonlyMap<string, PortSpec['direction']> = new Map(
  Object.entries({
    input_port: 'in',
    output_port: 'out',
    inout_port: 'inout',
  } as const),
)
