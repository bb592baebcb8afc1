import type { z } from 'zod'
import { didYouMean, typeInWords, type Diagnostic } from '#base/diagnostic.js'
import { MAX_PROBLEMS } from '#documents/yaml-problems.js'
import { FACES, knownKeys } from './field-schema.js'
import { formatPath, quote, describeValue, valueAt, type Path } from '#documents/value-text.js'
import type { YamlText } from '#documents/yaml-text.js'

type Issue = z.core.$ZodIssue

/** Turns schema issues into diagnostics in the file's own terms: one for every missing, unknown or wrong value. */
export function shapeProblems(issues: readonly Issue[], base: Path, yaml: YamlText): Diagnostic[] {
  return issues.slice(0, MAX_PROBLEMS).flatMap((issue) => {
    const path = [...base, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, MAX_PROBLEMS).map((key) => unknownKey(key, path, yaml))
    const got = valueAt(yaml.value, path)
    return [got === undefined ? missing(issue, path, yaml) : invalidValue(issue, got, path, yaml)]
  })
}

function unknownKey(key: string, path: Path, yaml: YamlText): Diagnostic {
  const isList = path.length === 0 && valueAt(yaml.value, ['fields']) !== undefined
  const known = isList ? ['fields'] : knownKeys(path).filter((other) => other !== key)
  const near = key.length > 2 ? didYouMean(key, known) : undefined
  const misplaced = isList || key === 'fields' ? LIST_ALONE : OTHER_KIND.get(key)
  return {
    code: 'field.unknown-key',
    severity: 'error',
    message: `${nameAt(path)} has no key ${quote(key)}`,
    where: yaml.whereKey([...path, key]),
    expected: known.join(', '),
    got: key.slice(0, 60),
    ...hint(misplaced ?? (near === undefined ? undefined : `did you mean ${near}?`)),
  }
}

const LIST_ALONE =
  '`fields:` stands alone at the top of a file; the keys of a field go into an item of its list'

/** Keys that are valid only in a zone of the other kind. */
const OTHER_KIND: ReadonlyMap<string, string> = new Map([
  ['faces', 'only load zones have `faces`: blocks lie nowhere else at the start'],
  ['needsShelf', 'only unload zones have `needsShelf`'],
])

function missing(issue: Issue, path: Path, yaml: YamlText): Diagnostic {
  return {
    code: 'field.missing',
    severity: 'error',
    message: `${nameAt(path.slice(0, -1))} has no ${quote(String(path.at(-1) ?? 'value'))}`,
    where: yaml.whereValue(path),
    expected: expected(issue),
    got: 'nothing',
  }
}

function invalidValue(issue: Issue, got: unknown, path: Path, yaml: YamlText): Diagnostic {
  const options = issue.code === 'invalid_value' ? issue.values.map(String) : choices(issue)
  const near = typeof got === 'string' ? didYouMean(got, options) : undefined
  return {
    code: CODE[issue.code] ?? 'field.value',
    severity: 'error',
    message: `${nameAt(path)} has an invalid value`,
    where: yaml.whereValue(path),
    expected: expected(issue),
    got: describeValue(got),
    ...hint(near === undefined ? unitHint(issue, got) : `did you mean ${near}?`),
  }
}

const CODE: Readonly<Partial<Record<Issue['code'], string>>> = {
  invalid_type: 'field.type',
  too_small: 'field.range',
  too_big: 'field.range',
}

function unitHint(issue: Issue, got: unknown): string | undefined {
  if (issue.code === 'too_big' && issue.origin === 'number') return 'lengths are in metres'
  return issue.code === 'invalid_type' && issue.expected === 'number' && typeof got === 'string'
    ? 'write the number without quotes and without a unit; lengths are in metres'
    : undefined
}

const ZONE_KINDS = ['load', 'unload']

const choices = (issue: Issue): readonly string[] => (issue.code === 'invalid_union' ? ZONE_KINDS : [])

function expected(issue: Issue): string {
  if (issue.path.at(-1) === 'faces') return FOUR_FACES
  switch (issue.code) {
    case 'invalid_type':
      return typeInWords(issue.expected)
    case 'too_small':
      return `${issue.origin === 'array' ? 'a list of ' : ''}at least ${String(issue.minimum)}`
    case 'too_big':
      return `${issue.origin === 'array' ? 'a list of ' : ''}at most ${String(issue.maximum)}`
    case 'invalid_format':
      return '1 to 32 letters, digits, _ or -'
    case 'invalid_value':
      return issue.values.map(String).join(' or ')
    case 'invalid_union':
      return ZONE_KINDS.join(' or ')
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return issue.message
  }
}

const FOUR_FACES = `a list of four faces (${FACES.join(' or ')}), slot 0 first`

const hint = (text: string | undefined): { hint?: string } => (text === undefined ? {} : { hint: text })

const nameAt = (path: Path): string => formatPath(path, 'the field')
