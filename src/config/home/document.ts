import type { z } from 'zod'
import { didYouMean, typeInWords, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readTextFile } from '#documents/read-text-file.js'
import { describeValue, formatPath, quote, valueAt, type Path } from '#documents/value-text.js'
import { firstProblems, type FileKind } from '#documents/yaml-problems.js'
import { readYaml, type YamlText } from '#documents/yaml-text.js'

/** A mistake that only a comparison of values shows: where it is, and the words for it. */
export interface Mismatch extends Pick<Diagnostic, 'message' | 'expected' | 'got' | 'hint'> {
  readonly path: Path
}

/** A kind of document: its schema, and what the schema cannot say. */
export interface DocumentKind<T> {
  readonly about: FileKind
  readonly schema: z.ZodType<T>
  readonly check: (value: T) => readonly Mismatch[]
}

/** Reads a document from a file; reports every mistake with line and column, never throws because of its contents. */
export async function readDocument<T>(
  path: string,
  kind: DocumentKind<T>,
): Promise<Result<T, readonly Diagnostic[]>> {
  const text = await readTextFile(path, kind.about)
  return text.ok ? parseDocument(text.value, path, kind) : err([text.error])
}

/** @param file name used in the positions of diagnostics */
export function parseDocument<T>(
  text: string,
  file: string,
  { about, schema, check }: DocumentKind<T>,
): Result<T, readonly Diagnostic[]> {
  const yaml = readYaml(text, file, about)
  if (!yaml.ok) return err(firstProblems(yaml.error, file, about))
  const read = schema.safeParse(yaml.value.value)
  if (!read.success) {
    const problems = read.error.issues.flatMap((issue) => shapeProblems(issue, yaml.value, { about, schema }))
    return err(firstProblems(problems, file, about))
  }
  const problems = check(read.data).map(({ path, ...words }): Diagnostic => {
    return { code: `${about.code}.mismatch`, severity: 'error', where: yaml.value.whereValue(path), ...words }
  })
  return problems.length > 0 ? err(firstProblems(problems, file, about)) : ok(read.data)
}

type Issue = z.core.$ZodIssue

type AnyKind = Pick<DocumentKind<unknown>, 'about' | 'schema'>

function shapeProblems(issue: Issue, yaml: YamlText, kind: AnyKind): Diagnostic[] {
  const { about } = kind
  const name = formatPath(issue.path, `the ${about.name}`)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownKey(key, issue.path, yaml, kind))
  const got = valueAt(yaml.value, issue.path)
  const missing = got === undefined
  return [
    {
      code: `${about.code}.${missing ? 'missing' : 'value'}`,
      severity: 'error',
      message: missing
        ? `${formatPath(issue.path.slice(0, -1), `the ${about.name}`)} has no ${quote(String(issue.path.at(-1)))}`
        : `${name} has an invalid value`,
      where: yaml.whereValue(issue.path),
      expected: expected(issue),
      got: missing ? 'nothing' : describeValue(got),
    },
  ]
}

function unknownKey(key: string, path: Path, yaml: YamlText, { about, schema }: AnyKind): Diagnostic {
  const known = keysAt(schema, path)
  const near = didYouMean(key, known)
  return {
    code: `${about.code}.unknown-key`,
    severity: 'error',
    message: `${formatPath(path, `the ${about.name}`)} has no key ${quote(key)}`,
    where: yaml.whereKey([...path, key]),
    expected: known.join(', '),
    got: key.slice(0, 60),
    ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
  }
}

/**
 * The keys that the schema itself knows at a place; none where any name may stand.
 * A key that is not known there may be one of several forms: then those of all of them.
 */
function keysAt(schema: unknown, path: Path): readonly string[] {
  const { def, shape } = schema as { readonly def: Def; readonly shape?: Readonly<Record<string, unknown>> }
  const inside = [def.in, def.innerType, ...(def.options ?? [])].filter((part) => part !== undefined)
  if (inside.length > 0) return [...new Set(inside.flatMap((part) => keysAt(part, path)))]
  const [key, ...rest] = path
  if (key === undefined) return Object.keys(shape ?? {})
  const part = shape === undefined ? (def.element ?? def.valueType) : shape[String(key)]
  return part === undefined ? [] : keysAt(part, rest)
}

/** What the kinds of schema are made of: a transform, an optional one, a union, a list, a record. */
interface Def {
  readonly in?: unknown
  readonly innerType?: unknown
  readonly options?: readonly unknown[]
  readonly element?: unknown
  readonly valueType?: unknown
}

function expected(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeInWords(issue.expected)
    case 'too_small':
      return `at least ${String(issue.minimum)}`
    case 'too_big':
      return `at most ${String(issue.maximum)}`
    case 'invalid_value':
      return issue.values.map(String).join(' or ')
    case 'invalid_format':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'custom':
      return issue.message
  }
}
