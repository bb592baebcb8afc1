import type { Diagnostic } from '#base/diagnostic.js'
import { quirksOf, type Compat } from '#bt/compat.js'
import type { NodeDef, NodeSpec } from '#bt/document.js'
import { problem, valueLocation } from '#bt/problem.js'
import { boolFromText } from '#bt/value/numbers.js'
import { BOOL, DOUBLE, INT32, INT64, STRING } from '#bt/value/types.js'
import { Blackboard } from '#bt/blackboard.js'
import { pointerKey } from '#bt/attributes.js'

/**
 * Creates the blackboard of the tree inside a SubTree node: `port="{key}"` remaps a key to the parent's, `port="text"`
 * initialises an entry of the inner blackboard, and omitted ports of the tree's model take their defaults.
 */
export function subtreeBlackboard(
  def: NodeDef,
  from: { readonly parent: Blackboard; readonly model: NodeSpec | undefined; readonly compat: Compat },
): { readonly blackboard: Blackboard; readonly problems: readonly Diagnostic[] } {
  const { parent, model, compat } = from
  const blackboard = new Blackboard(parent, compat)
  const problems: Diagnostic[] = []
  const autoremap = readAutoremap(def, problems)
  const literals: [string, string][] = []
  for (const [port, text] of portTexts(def, model, autoremap, problems)) {
    const key = pointerKey(text === '=' ? ' =' : text, port)
    if (key === undefined) literals.push([port, text])
    else blackboard.remap(port, key)
  }
  // a literal stays in the inner blackboard, so it is written before keys are forwarded
  for (const [port, text] of literals) storeLiteral(blackboard, port, text, compat)
  blackboard.autoremap = autoremap
  return { blackboard, problems }
}

function readAutoremap(def: NodeDef, problems: Diagnostic[]): boolean {
  const text = def.attrs['_autoremap']
  if (text === undefined) return false
  try {
    return boolFromText(text)
  } catch {
    const where = valueLocation(def, '_autoremap')
    problems.push(
      problem(def, 'bt.port-type', '_autoremap is neither true nor false', {
        where,
        expected: 'true or false',
        got: `"${text}"`,
      }),
    )
    return false
  }
}

function portTexts(
  def: NodeDef,
  model: NodeSpec | undefined,
  autoremap: boolean,
  problems: Diagnostic[],
): [string, string][] {
  const written = Object.entries(def.attrs).filter(
    ([name]) => name !== 'ID' && name !== 'name' && /^[A-Za-z]/.test(name),
  )
  if (autoremap) return written
  const missing = (model?.ports ?? []).filter(({ name }) => def.attrs[name] === undefined)
  const defaults = missing.flatMap(({ name, default: fallback }): [string, string][] => {
    if (fallback !== undefined && fallback !== '') return [[name, fallback]]
    const message = `the model of SubTree ${model?.id} has a port ${name} without default, which is not written here`
    problems.push(problem(def, 'bt.missing-port', message, { hint: `write ${name}="{…}"` }))
    return []
  })
  return [...written, ...defaults]
}

/** Stores a literal: a text that is entirely a number becomes one, anything else stays text (BehaviorTree.CPP 4.10). */
function storeLiteral(blackboard: Blackboard, key: string, text: string, compat: Compat): void {
  if (/^-?\d+$/.test(text)) {
    const number = BigInt(text)
    if (number === BigInt.asIntN(32, number)) return blackboard.set(key, INT32, Number(number))
    if (number === BigInt.asIntN(64, number)) return blackboard.set(key, INT64, number)
  }
  if (/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return blackboard.set(key, DOUBLE, Number(text))
  if (!quirksOf(compat).boolLiteralStaysText && /^(true|false)$/i.test(text)) {
    return blackboard.set(key, BOOL, text.toLowerCase() === 'true')
  }
  blackboard.set(key, STRING, text)
}
