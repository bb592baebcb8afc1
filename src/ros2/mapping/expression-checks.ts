import type { Path } from '#documents/value-text.js'
import { readPath } from '../bridge/json-object.js'
import { scalarKind, typeAt } from '../interfaces/check-value.js'
import type { Fields } from '../interfaces/definitions.js'
import { fieldsIn, readExpression } from './expression.js'
import { meant, type Finding } from './finding.js'

type Kind = 'number' | 'boolean' | 'text'

/** Where an expression may begin: names with a primitive type or fields of their own; `undefined` is not known. */
type Roots = Readonly<Record<string, string | Fields | undefined>>

/** Whether an expression can be read, names fields that exist, and compares what can be compared. */
export function checkExpression(
  text: string,
  path: Path,
  { condition, roots }: { readonly condition: boolean; readonly roots: Roots | undefined },
): readonly Finding[] {
  const read = readExpression(text)
  if ('expected' in read) {
    const { at, expected, got } = read
    return [
      { path, at, code: 'ros2.expression', message: 'the expression ends or goes on wrongly', expected, got },
    ]
  }
  return fieldsIn(read).flatMap((field): Finding[] => {
    const type = roots === undefined ? 'unknown' : typeFrom(roots, field.path)
    const said = saidOf(field.path)
    if (type === undefined) return [unknownField(path, field.at, said, namesOf(roots ?? {}, field.path))]
    if (type === 'unknown') return []
    const kind = scalarKind(type)
    if (kind === undefined)
      return [wrongKind(path, field.at, { said, expected: 'a number, text, or true or false', got: type })]
    const { value, operator } = field
    // alone, only a condition must be one; a fact may be any value
    const isPart = condition || read.kind !== 'field'
    if (value === undefined) {
      if (!isPart || kind === 'boolean') return []
      return [wrongKind(path, field.at, { said, expected: `a comparison: ${said} = …`, got: type })]
    }
    if (kind !== kindOf(value))
      return [
        wrongKind(path, field.at, {
          said,
          expected: `to be compared with ${IN_WORDS[kind]}`,
          got: String(value),
        }),
      ]
    const ordered = operator !== '=' && operator !== '!='
    if (ordered && kind !== 'number')
      return [wrongKind(path, field.at, { said, expected: '= or !=', got: String(operator) })]
    return []
  })
}

/** Whether a text names a field of this kind. @param fields `undefined`: not known */
export function checkField(
  text: string,
  path: Path,
  fields: Fields | undefined,
  kind: Kind,
): readonly Finding[] {
  const read = readPath(text)
  if (read === undefined)
    return [
      { path, code: 'ros2.field', message: `${text.slice(0, 60)} names no field`, expected: 'pose.position' },
    ]
  const type = fields === undefined ? 'unknown' : typeAt(fields, read)
  if (type === undefined) return [unknownField(path, 0, text, namesOf(fields ?? {}, read))]
  if (type === 'unknown' || scalarKind(type) === kind) return []
  return [wrongKind(path, 0, { said: text, expected: `a field with ${IN_WORDS[kind]}`, got: type })]
}

const IN_WORDS: Readonly<Record<Kind, string>> = {
  number: 'a number',
  boolean: 'true or false',
  text: 'text',
}

function typeFrom(roots: Roots, path: readonly (string | number)[]): string | undefined {
  const [first = '', ...rest] = path
  if (!Object.hasOwn(roots, first)) return undefined
  const root = roots[first]
  if (root === undefined) return 'unknown'
  if (typeof root === 'string') return typeAt({ [first]: root }, path)
  return typeAt(root, rest)
}

/** The names that could stand where a path is wrong. */
function namesOf(roots: Roots, path: readonly (string | number)[]): readonly string[] {
  const [first = ''] = path
  const root = Object.hasOwn(roots, first) ? roots[first] : undefined
  return typeof root === 'object'
    ? Object.keys(root).map((name) => `${String(first)}.${name}`)
    : Object.keys(roots)
}

const unknownField = (path: Path, at: number, said: string, names: readonly string[]): Finding => ({
  path,
  at,
  code: 'ros2.unknown-field',
  message: `there is no field ${said.slice(0, 60)}`,
  expected: names.join(', ') || 'no field: the interface has none',
  got: said.slice(0, 60),
  ...meant(said, names),
})

const wrongKind = (
  path: Path,
  at: number,
  { said, expected, got }: { readonly said: string; readonly expected: string; readonly got: string },
): Finding => ({ path, at, code: 'ros2.wrong-type', message: `${said} does not fit here`, expected, got })

const kindOf = (value: string | number | boolean): Kind =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean'

const saidOf = (path: readonly (string | number)[]): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('')
