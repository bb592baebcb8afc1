import { assertNever } from '#base/result.js'
import type { Schema, SchemaNode } from './schema.js'

/**
 * A schema as a grammar of llama.cpp (GBNF): JSON without blanks, keys in their order. For models in a GGUF file;
 * servers make their own grammar from the schema.
 */
export function gbnfOf(schema: Schema): string {
  const defs = Object.entries(schema.$defs ?? {})
  const rules = [
    ['root', ruleOf(schema)],
    ...defs.map(([name, node]) => [ruleName(name), ruleOf(node)]),
    // no control characters, no escapes: what a model writes as text is one plain line
    ['char', '[^"\\\\\\x00-\\x1f\\x7f]'],
  ]
  return rules.map(([name, rule]) => `${name} ::= ${rule}\n`).join('')
}

function ruleOf(node: SchemaNode): string {
  if ('enum' in node) return grouped(node.enum.map((value) => literal(JSON.stringify(value))))
  if ('$ref' in node) return ruleName(node.$ref.slice('#/$defs/'.length))
  if ('anyOf' in node) return grouped(node.anyOf.map(ruleOf))
  switch (node.type) {
    case 'string':
      return `"\\"" ${upTo('char', node.maxLength)} "\\""`
    case 'integer':
      return integerRule(node.minimum, node.maximum)
    case 'array':
      return arrayRule(ruleOf(node.items), node.minItems, node.maxItems)
    case 'object': {
      const parts = Object.entries(node.properties).map(
        ([key, value], at) => `${literal(`${at === 0 ? '{' : ','}${JSON.stringify(key)}:`)} ${ruleOf(value)}`,
      )
      return parts.length === 0 ? literal('{}') : `${parts.join(' ')} "}"`
    }
    default:
      return assertNever(node)
  }
}

const LISTED = 100

/** Small ranges are listed; of a wide one only the digits are counted, and the reader of the reply checks the rest. */
function integerRule(minimum: number, maximum: number): string {
  const count = maximum - minimum + 1
  if (count <= LISTED)
    return grouped(Array.from({ length: count }, (_, index) => literal(String(minimum + index))))
  const digits = Math.max(...[minimum, maximum].map((bound) => String(Math.abs(bound)).length))
  return `${minimum < 0 ? '"-"? ' : ''}("0" | [1-9] [0-9]{0,${digits - 1}})`
}

function arrayRule(item: string, least: number, most: number): string {
  if (most === 0) return literal('[]')
  const needed = Array.from({ length: least }, (_, at) => (at === 0 ? item : `"," ${item}`)).join(' ')
  // nested, so that the grammar stays as large as the list: one item, and perhaps another one
  let more = ''
  for (let at = most; at > least; at--)
    more = `(${at === 1 ? '' : '"," '}${item}${more === '' ? '' : ` ${more}`})?`
  return ['"["', needed, more, '"]"'].filter((part) => part !== '').join(' ')
}

const upTo = (rule: string, most: number): string => `${rule}{0,${most}}`

const grouped = (options: readonly string[]): string =>
  options.length === 1 ? (options[0] ?? '') : `(${options.join(' | ')})`

const literal = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** Names of rules are lower case letters, digits and hyphens. */
const ruleName = (name: string): string =>
  `d-${name.toLowerCase().replaceAll(/[^a-z0-9]/g, (other) => `-${other.codePointAt(0) ?? 0}-`)}`
