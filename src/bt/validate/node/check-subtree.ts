import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, NodeSpec } from '#bt/document.js'
import { boolFromText } from '#bt/value/numbers.js'
import type { CheckContext } from '../context.js'
import { checkAttributes } from './check-attributes.js'
import { checkLiteral } from '../check-literal.js'
import { problem, valueLocation, warning } from '#bt/problem.js'

/** Checks a SubTree tag: its `_autoremap`, and its ports if a model describes them. */
export function checkSubtree(node: NodeDef, context: CheckContext): Diagnostic[] {
  const id = node.attrs['ID'] ?? ''
  const model = context.models.get(id) ?? context.library.subtree(id)
  const autoremap = readAutoremap(node)
  const found = checkAttributes(node, model)
  if (autoremap === undefined) {
    found.push(
      problem(node, 'bt.port-type', '_autoremap is neither true nor false', {
        where: valueLocation(node, '_autoremap'),
        expected: 'true or false',
        got: `"${node.attrs['_autoremap'] ?? ''}"`,
      }),
    )
  }
  if (model === undefined) return found
  return [
    ...found,
    ...(autoremap === true ? [] : missingPorts(node, model)),
    ...literals(node, model, context),
  ]
}

function readAutoremap(node: NodeDef): boolean | undefined {
  const text = node.attrs['_autoremap']
  if (text === undefined) return false
  try {
    return boolFromText(text)
  } catch {
    return undefined
  }
}

/** BehaviorTree.CPP requires outputs too, and treats an empty default as none. */
function missingPorts(node: NodeDef, model: NodeSpec): Diagnostic[] {
  return model.ports
    .filter((port) => node.attrs[port.name] === undefined && (port.default ?? '') === '')
    .map(({ name, description }) => {
      const hint = `write ${name}="{…}"${description === '' ? '' : `: ${description}`}`
      const message = `SubTree ${model.id} needs port ${name}`
      return problem(node, 'bt.missing-port', message, { hint })
    })
}

/** BehaviorTree.CPP accepts any value in a SubTree's port; the node inside that reads it fails later. */
function literals(node: NodeDef, model: NodeSpec, { library, enums }: CheckContext): Diagnostic[] {
  return model.ports.flatMap((port): Diagnostic[] => {
    const text = node.attrs[port.name]
    if (text === undefined || /^ *\{[^]+\} *$/.test(text) || text === '=') return []
    const wrong = checkLiteral(text, port.type, { types: library.types, enums, builtIn: false })
    if (wrong === undefined || wrong.accepted) return []
    const more = { where: valueLocation(node, port.name), expected: wrong.expected, got: `"${text}"` }
    return [
      warning(node, 'bt.subtree-literal', `port ${port.name} of SubTree ${model.id} ${wrong.message}`, more),
    ]
  })
}
