import type { z } from 'zod'
import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readTextFile } from '#documents/read-text-file.js'
import { describeValue, formatPath, valueAt, type Path } from '#documents/value-text.js'
import { firstProblems, type FileKind } from '#documents/yaml-problems.js'
import { readYaml, type YamlText } from '#documents/yaml-text.js'
import { isObject } from '../bridge/json-object.js'
import type { Finding } from './finding.js'
import { checkMapping } from './mapping-checks.js'
import { mappingOf } from './mapping-of.js'
import { EXPECTED, mappingSchema, skillSchemas, type RawSkill } from './mapping-schema.js'
import type { Mapping } from './mapping.js'

/** A mapping with what is allowed and may be unintended. */
export interface ReadMapping {
  readonly mapping: Mapping
  readonly warnings: readonly Diagnostic[]
}

/** Reads a mapping file (docs/ros2.md). Reports every problem with its line and column; never throws. */
export async function readMapping(path: string): Promise<Result<ReadMapping, readonly Diagnostic[]>> {
  const text = await readTextFile(path, MAPPING_FILE)
  return text.ok ? parseMapping(text.value, path) : err([text.error])
}

/** As `readMapping`, of a text. @param file name used in the positions of diagnostics */
export function parseMapping(text: string, file: string): Result<ReadMapping, readonly Diagnostic[]> {
  const fail = (problems: readonly Diagnostic[]): Result<never, readonly Diagnostic[]> =>
    err(firstProblems(problems, file, MAPPING_FILE))
  const yaml = readYaml(text, file, MAPPING_FILE)
  if (!yaml.ok) return fail(yaml.error)
  const shape = mappingSchema.safeParse(yaml.value.value)
  const { skills, problems } = readSkills(shape.success ? shape.data : yaml.value.value, yaml.value)
  const wrong = [...(shape.success ? [] : problemsOf(shape.error.issues, [], yaml.value)), ...problems]
  if (!shape.success || wrong.length > 0) return fail(wrong)
  const found = checkMapping(shape.data, skills).map((finding) => diagnosticOf(finding, yaml.value))
  if (found.some(({ severity }) => severity === 'error')) return fail(found)
  return ok({ mapping: mappingOf(shape.data, skills), warnings: found })
}

const MAPPING_FILE: FileKind = {
  code: 'ros2',
  name: 'mapping file',
  contents: 'url, name, stopMs, heartbeatMs, skills and facts',
  secondDocumentHint: 'a robot has one mapping: put everything into one document',
  emptyFileHint: 'docs/ros2.md has one to begin with',
}

/** The skills one by one: whether one is an action or a service decides what is expected of it. */
function readSkills(
  value: unknown,
  yaml: YamlText,
): { readonly skills: ReadonlyMap<string, RawSkill>; readonly problems: readonly Diagnostic[] } {
  const skills = new Map<string, RawSkill>()
  const problems: Diagnostic[] = []
  const given = isObject(value) && isObject(value['skills']) ? Object.entries(value['skills']) : []
  for (const [name, skill] of given) {
    const path = ['skills', name]
    const keys = isObject(skill) ? Object.keys(skill) : []
    const isAction = keys.includes('action')
    if (isAction === keys.includes('service')) {
      problems.push(
        diagnosticOf(
          { path, message: `skill ${name} is no action and no service, or both`, got: keys.join(', ') },
          yaml,
        ),
      )
      continue
    }
    const read = skillSchemas[isAction ? 'action' : 'service'].safeParse(skill)
    if (read.success) skills.set(name, read.data)
    else problems.push(...problemsOf(read.error.issues, path, yaml))
  }
  return { skills, problems }
}

function problemsOf(issues: readonly z.core.$ZodIssue[], under: Path, yaml: YamlText): readonly Diagnostic[] {
  return issues.flatMap((issue): Diagnostic[] => {
    const path = [...under, ...issue.path]
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...path, key], yaml))
    return [diagnosticOf({ path, message: `${formatPath(path, 'the file')} has an invalid value` }, yaml)]
  })
}

function unknownKey(path: Path, yaml: YamlText): Diagnostic {
  const key = String(path.at(-1)).slice(0, 60)
  const near = didYouMean(key, ALL_KEYS)
  return {
    code: 'ros2.unknown-key',
    severity: 'error',
    message: `there is no key ${JSON.stringify(key)} here`,
    where: yaml.whereKey(path),
    expected: expectedAt(path.slice(0, -1)),
    got: key,
    hint:
      near === undefined || near === key
        ? 'leave it out, or indent it as docs/ros2.md does'
        : `did you mean ${near}?`,
  }
}

const ALL_KEYS = (
  'url name stopMs heartbeatMs places skills facts stop standing estop action service type timeoutSeconds params ' +
  'goal request success progress remaining topic value nearest within otherwise frame maxAgeSeconds publish call ' +
  'message ends pressed evenIfAborted linear angular forMs x y yaw min max'
).split(' ')

function diagnosticOf(finding: Finding, yaml: YamlText): Diagnostic {
  const { path, message, severity = 'error' } = finding
  const value = valueAt(yaml.value, path)
  const missing = value === undefined
  const got = finding.got ?? (missing ? 'nothing' : describeValue(value))
  const hint = finding.hint ?? (isObject(value) && looksLikeHole(value) ? QUOTES : undefined)
  const where = finding.at === undefined ? yaml.whereValue(path) : yaml.whereInside(path, finding.at, 'value')
  return {
    code: finding.code ?? (missing ? 'ros2.missing' : 'ros2.value'),
    severity,
    message: missing && finding.code === undefined ? `${formatPath(path, 'the file')} is missing` : message,
    where,
    expected: finding.expected ?? expectedAt(path),
    got: got === '' ? 'nothing' : got,
    hint: hint ?? 'docs/ros2.md explains every key',
  }
}

/** `x: {place.x}` is a mapping of YAML with one key that has no value */
const looksLikeHole = (value: object): boolean => Object.values(value).every((inside) => inside === null)
const QUOTES = "a template needs quotes: '{place.x}'"

function expectedAt(path: Path): string {
  const name = formatPath(path, '')
  return EXPECTED.find(([fits]) => fits.test(name))?.[1] ?? MAPPING_FILE.contents
}
