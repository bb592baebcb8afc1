import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, NodeSpec, PortSpec } from '#bt/document.js'
import { pointerKey } from '#bt/attributes.js'
import type { CheckContext } from '../context.js'
import { checkLiteral, describeType } from '../check-literal.js'
import { problem, valueLocation, warning, type More } from '#bt/problem.js'

/**
 * Checks what BehaviorTree.CPP checks of a node's ports when it creates the tree, and what it would find only in a
 * tick.
 */
export function checkPorts(node: NodeDef, spec: NodeSpec, context: CheckContext): Diagnostic[] {
  return spec.ports.flatMap((port) => {
    const text = node.attrs[port.name]
    if (text === undefined || (text === '' && NEVER_EMPTY.has(`${spec.id}.${port.name}`))) {
      return missing(node, spec, port, context)
    }
    return [
      ...literal(node, spec, port, { text, context }),
      ...place(node, spec, port, text),
      ...key(node, port, text),
    ]
  })
}

/** `{key}` is the only form that BehaviorTree.CPP accepts as a pointer in a typed port. */
const isPointer = (text: string): boolean => text.length >= 3 && text.startsWith('{') && text.endsWith('}')

function missing(node: NodeDef, spec: NodeSpec, port: PortSpec, { library }: CheckContext): Diagnostic[] {
  if (port.default !== undefined || port.optional === true || port.direction === 'out') return []
  const message = `${spec.id} needs port ${port.name}`
  const about = port.description === '' ? '' : `: ${port.description}`
  const more = { expected: describeType(port.type), hint: `write ${port.name}="…"${about}` }
  if (isStrict(spec, port, library.isBuiltIn(spec.id)) || NEEDED.has(`${spec.id}.${port.name}`)) {
    return [problem(node, 'bt.missing-port', message, more)]
  }
  // a palette can express this only in its description
  const optional = OPTIONAL.test(`${spec.id}.${port.name}`) || SAYS_OPTIONAL.test(port.description)
  return optional ? [] : [warning(node, 'bt.unset-port', message, more)]
}

const SAYS_OPTIONAL =
  /\boptional|\bdefaults?\b|\b(?:if|when) (?:not|left|empty|omitted|unset)|\bnot (?:given|set|provided|specified)\b/i

function literal(
  node: NodeDef,
  spec: NodeSpec,
  port: PortSpec,
  { text, context }: { readonly text: string; readonly context: CheckContext },
): Diagnostic[] {
  const builtIn = context.library.isBuiltIn(spec.id)
  // a robot's own limits apply to literals; there, `{=}`, `=` and braces surrounded by blanks are pointers
  if (isPointer(text) || (isStrict(spec, port, builtIn) && (text === '=' || port.direction !== 'in')))
    return []
  const wrong = checkLiteral(text, port.type, { types: context.library.types, enums: context.enums, builtIn })
  if (wrong === undefined) return []
  const { expected, code } = wrong
  const more: More = {
    where: valueLocation(node, port.name),
    expected,
    got: `"${text}"`,
    ...(wrong.hint === undefined ? {} : { hint: wrong.hint }),
  }
  const message = `port ${port.name} of ${spec.id} ${wrong.message}`
  return [wrong.accepted ? warning(node, code, message, more) : problem(node, code, message, more)]
}

/** An output needs a key to write to; a port that is also read may start from a literal. */
function place(node: NodeDef, spec: NodeSpec, port: PortSpec, text: string): Diagnostic[] {
  const strict = isStrict(spec, port, false)
  if (port.direction === 'in' || (port.direction === 'inout' && !strict)) return []
  if (isPointer(text.trim()) || text === '=') return []
  const more = {
    where: valueLocation(node, port.name),
    expected: 'a blackboard key in braces',
    got: `"${text}"`,
    hint: `write ${port.name}="{${port.name}}"`,
  }
  const message = `output port ${port.name} of ${spec.id} has no blackboard key to write to`
  return [
    strict ? problem(node, 'bt.port-type', message, more) : warning(node, 'bt.output-literal', message, more),
  ]
}

/** `@` means the outermost blackboard and may appear only at the beginning. */
function key(node: NodeDef, port: PortSpec, text: string): Diagnostic[] {
  const name = pointerKey(text, port.name)
  if (name === undefined || !name.startsWith('@') || !name.includes('@', 1)) return []
  const more = {
    where: valueLocation(node, port.name),
    got: `{${name}}`,
    hint: 'write one @, at the beginning',
  }
  return [problem(node, 'bt.key', `key ${name} has @ twice`, more)]
}

/** Ports with limits are specific to this engine, so its stricter rules apply to them. */
const isStrict = (spec: NodeSpec, port: PortSpec, builtIn: boolean): boolean =>
  !builtIn && spec.kind !== 'subtree' && port.type.kind !== 'value' && port.type.kind !== 'string'

/** ports that are read when the tree is created */
const NEEDED: ReadonlySet<string> = new Set([
  'Script.code',
  'ScriptCondition.code',
  'Precondition.if',
  'LoopInt.queue',
  'LoopBool.queue',
  'LoopDouble.queue',
  'LoopString.queue',
  'WasEntryUpdated.entry',
  'SkipUnlessUpdated.entry',
  'WaitValueUpdate.entry',
])

const NEVER_EMPTY: ReadonlySet<string> = new Set([
  'WasEntryUpdated.entry',
  'SkipUnlessUpdated.entry',
  'WaitValueUpdate.entry',
])

/** a Switch may omit cases */
const OPTIONAL = /^Switch\d\.case_\d$/
