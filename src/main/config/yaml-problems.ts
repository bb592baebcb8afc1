import { didYouMean, type Diagnostic, type SourceRef } from '../../base/diagnostic.js'

/** Levels of nesting. A field has five; more than this is not a field but would cost a deep recursion to read. */
export const DEEPEST = 32

/** Nodes that aliases may stand for: enough to share zones between fields, too few for a bomb. */
export const MAX_ALIASES = 1000

export const nestedTooDeep = (where: SourceRef): Diagnostic => ({
  code: 'field.too-deep',
  severity: 'error',
  message: 'values are nested too deeply',
  where,
  expected: `at most ${DEEPEST} levels`,
  hint: 'is a bracket not closed, or is this not a field file?',
})

export const emptyFile = (file: string): Diagnostic => ({
  code: 'field.empty',
  severity: 'error',
  message: 'the file is empty',
  where: { file, line: 1, column: 1 },
  expected: 'a field, or a list of fields under `fields:`',
  got: 'nothing',
})

export const syntaxProblem = (message: string, where: SourceRef): Diagnostic => ({
  code: 'field.yaml-syntax',
  severity: 'error',
  message: message.split('\n', 1)[0] ?? message,
  where,
  expected: 'YAML 1.2',
})

export const duplicateKey = (key: string, firstLine: number, where: SourceRef): Diagnostic => ({
  code: 'field.duplicate-key',
  severity: 'error',
  message: `the key ${JSON.stringify(key.slice(0, 60))} is written twice`,
  where,
  expected: 'every key once',
  got: `the key of line ${firstLine} again`,
})

export const secondDocument = (where: SourceRef): Diagnostic => ({
  code: 'field.several-documents',
  severity: 'error',
  message: 'a second YAML document begins here',
  where,
  expected: 'one document a file',
  hint: 'write several fields as a list under `fields:`',
})

export function unknownAlias(name: string, known: readonly string[], where: SourceRef): Diagnostic {
  const near = didYouMean(name, known.slice(0, 100))
  return {
    code: 'field.yaml-alias',
    severity: 'error',
    message: `nothing above is named &${name.slice(0, 60)}`,
    where,
    expected: 'an alias (*name) of a value with an anchor (&name) further up',
    got: `*${name.slice(0, 60)}`,
    ...(near === undefined ? {} : { hint: `did you mean *${near}?` }),
  }
}

export const endlessAlias = (name: string, where: SourceRef): Diagnostic => ({
  code: 'field.yaml-alias',
  severity: 'error',
  message: `*${name.slice(0, 60)} stands inside the value that it repeats`,
  where,
  expected: 'a value that ends',
})

export const tooManyAliases = (cause: unknown, file: string): Diagnostic => ({
  code: 'field.yaml-alias',
  severity: 'error',
  message: cause instanceof Error ? cause.message : String(cause),
  where: { file, line: 1, column: 1 },
  expected: `at most ${MAX_ALIASES} values by alias (*name)`,
  hint: 'write the values out',
})
