import type { z } from 'zod'
import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { MAX_PROBLEMS } from '#documents/yaml-problems.js'
import { formatPath, quote, describeValue, valueAt, type Path } from '#documents/value-text.js'
import type { YamlText } from '#documents/yaml-text.js'
import { suggestKey, keysAt, knownKeys, describeType, type KnownKey } from './known-keys.js'
import { unitHint } from './unit-hint.js'

type Issue = z.core.$ZodIssue

/** Turns schema issues into diagnostics in the file's own terms: one for every unknown, missing or wrong value. */
export function siteProblems(issues: readonly Issue[], yaml: YamlText): Diagnostic[] {
  return issues.slice(0, MAX_PROBLEMS).flatMap((issue) => {
    const { path } = issue
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, MAX_PROBLEMS + 1).map((key) => unknownKey(key, path, yaml))
    const got = valueAt(yaml.value, path)
    const key = knownKeys().get(formatPath(path, ''))
    return [key === undefined ? notASection(path, got, yaml) : invalidValue(key, issue, got, yaml)]
  })
}

function unknownKey(key: string, path: Path, yaml: YamlText): Diagnostic {
  const known = keysAt(path)
  const suggestion = suggestKey(key, path)
  const knownList = `${nameAt(path)} takes: ${known.join(', ')}`
  return {
    code: 'config.unknown-key',
    severity: 'error',
    message: `${nameAt(path)} has no key ${quote(key)}`,
    where: yaml.whereKey([...path, key]),
    expected: known.join(', '),
    got: key === '' ? 'an empty name' : key.slice(0, 60),
    hint:
      suggestion === undefined
        ? knownList
        : suggestion.includes('.')
          ? `it belongs elsewhere: ${suggestion}`
          : `did you mean ${suggestion}?`,
  }
}

function notASection(path: Path, got: unknown, yaml: YamlText): Diagnostic {
  const keys = keysAt(path)
  return {
    code: 'config.type',
    severity: 'error',
    message: `${nameAt(path)} has an invalid value`,
    where: yaml.whereValue(path),
    expected: `keys and values: ${keys.join(', ')}`,
    got: describeValue(got),
    hint: `write the keys of ${nameAt(path)} below it, indented, one per line: ${keys[0]}: …`,
  }
}

function invalidValue(key: KnownKey, issue: Issue, got: unknown, yaml: YamlText): Diagnostic {
  const { name, path, schema } = key
  return {
    code: CODE[issue.code] ?? 'config.value',
    severity: 'error',
    message: `${name} has an invalid value`,
    where: yaml.whereValue(path),
    expected: describeType(key),
    got: describeValue(got),
    hint: guessMistake(key, got) ?? `${(schema.description ?? name).replace(/\.$/, '')}${defaultNote(key)}`,
  }
}

const CODE: Readonly<Partial<Record<Issue['code'], string>>> = {
  invalid_type: 'config.type',
  too_small: 'config.range',
  too_big: 'config.range',
}

/** Guesses what was meant. */
function guessMistake(key: KnownKey, got: unknown): string | undefined {
  const { schema } = key
  if (got === null) return `write a value, or leave the line out${defaultNote(key)}`
  if (typeof got === 'string') {
    const near = didYouMean(got, (schema.enum ?? []).map(String))
    if (near !== undefined) return `did you mean ${near}?`
    if (schema.type === 'boolean' && /^(yes|no|on|off|y|n)$/i.test(got))
      return `write ${/^(yes|on|y)$/i.test(got) ? 'true' : 'false'}`
  }
  if (typeof got === 'number' && schema.type === 'string')
    return schema.enum === undefined ? `put quotes around it: "${got}"` : undefined
  if (typeof got === 'boolean' && schema.type === 'string' && schema.enum === undefined)
    return `put quotes around it: "${got}"`
  return unitHint(key, got)
}

const defaultNote = ({ defaultValue, nullable }: KnownKey): string =>
  defaultValue === undefined || (nullable && defaultValue === null)
    ? ''
    : `; the default is ${describeValue(defaultValue)}`

const nameAt = (path: Path): string => formatPath(path, 'the file')
