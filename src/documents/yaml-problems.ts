import { didYouMean, type Diagnostic, type SourceRef } from '#base/diagnostic.js'

/** The kind of file being read: supplies the wording of its diagnostics. */
export interface FileKind {
  /** prefix of codes: `field.empty` */
  readonly code: string
  /** `field file` */
  readonly name: string
  /** what the file contains */
  readonly contents: string
  /** advice to give for a second document */
  readonly secondDocumentHint: string
  /** advice to give for an empty file */
  readonly emptyFileHint?: string
}

export const FIELD_FILE: FileKind = {
  code: 'field',
  name: 'field file',
  contents: 'a field, or a list of fields under `fields:`',
  secondDocumentHint: 'write several fields as a list under `fields:`',
}

/** Maximum nesting depth. A field has five levels; a deeper file is no field and would cost deep recursion to read. */
export const MAX_DEPTH = 32

/** Maximum number of alias expansions: enough to share zones between fields, too few for an alias bomb. */
export const MAX_ALIASES = 1000

export const nestedTooDeep = (where: SourceRef, about: FileKind): Diagnostic => ({
  code: `${about.code}.too-deep`,
  severity: 'error',
  message: 'values are nested too deeply',
  where,
  expected: `at most ${MAX_DEPTH} levels`,
  got: 'more',
  hint: `is a bracket not closed, or is this not a ${about.name}?`,
})

export const emptyFile = (file: string, about: FileKind): Diagnostic => ({
  code: `${about.code}.empty`,
  severity: 'error',
  message: 'the file is empty',
  where: { file, line: 1, column: 1 },
  expected: about.contents,
  got: 'nothing',
  ...(about.emptyFileHint === undefined ? {} : { hint: about.emptyFileHint }),
})

export const furtherSyntax = (count: number, where: SourceRef, about: FileKind): Diagnostic => ({
  code: `${about.code}.yaml-syntax`,
  severity: 'error',
  message: 'more errors of syntax from here on',
  where,
  expected: 'YAML 1.2',
  got: count === 1 ? 'one more error' : `${count} more errors`,
  hint: 'they may come from those above: mend these first',
})

/** @param line the text of the offending line */
export function syntaxProblem(message: string, where: SourceRef, about: FileKind, line: string): Diagnostic {
  const short = line.trim()
  return {
    code: `${about.code}.yaml-syntax`,
    severity: 'error',
    message: message.split('\n', 1)[0] ?? message,
    where,
    expected: 'YAML 1.2',
    got: short === '' ? 'the end of a line or of the file' : short.slice(0, 80),
    hint: SYNTAX_HINTS.find(([said]) => said.test(message))?.[1] ?? COMMON_MISTAKES,
  }
}

/** The likely user mistake, by parser message. */
const SYNTAX_HINTS: readonly (readonly [RegExp, string])[] = [
  [/tab/i, 'indent with spaces: YAML knows no tabs'],
  [/closing .*quote|quoted/i, 'close the quotes on the same line'],
  [/flow (map|sequence|collection)/i, 'close every { and [, and put commas between the items'],
  [/compact mappings|implicit key/i, 'one key per line; text with a colon and a blank in it needs quotes'],
  [/same column|indent/i, 'indent the keys that belong together by the same number of blanks'],
  [/tag/i, 'leave the tag (!…) out, or put quotes around the text'],
  [/directive/i, 'a text that begins with % needs quotes'],
  [/@|`|reserved|plain value/i, 'put quotes around the text'],
]

const COMMON_MISTAKES = 'is the indentation right, and are quotes and brackets closed?'

export const duplicateKey = (
  key: string,
  firstLine: number,
  where: SourceRef,
  about: FileKind,
): Diagnostic => ({
  code: `${about.code}.duplicate-key`,
  severity: 'error',
  message: `the key ${JSON.stringify(key.slice(0, 60))} is written twice`,
  where,
  expected: 'every key once',
  got: `the key of line ${firstLine} again`,
  hint: 'keep one of the two: the other would have no effect',
})

export const secondDocument = (where: SourceRef, about: FileKind): Diagnostic => ({
  code: `${about.code}.several-documents`,
  severity: 'error',
  message: 'a second YAML document begins here',
  where,
  expected: 'one document per file',
  got: 'two or more',
  hint: about.secondDocumentHint,
})

export function unknownAlias(
  name: string,
  known: readonly string[],
  where: SourceRef,
  about: FileKind,
): Diagnostic {
  const near = didYouMean(name, known.slice(0, 100))
  const hint = near === undefined ? 'text that begins with * needs quotes' : `did you mean *${near}?`
  return {
    code: `${about.code}.yaml-alias`,
    severity: 'error',
    message: `nothing above is named &${name.slice(0, 60)}`,
    where,
    expected: 'an alias (*name) of a value with an anchor (&name) further up',
    got: `*${name.slice(0, 60)}`,
    hint,
  }
}

export const cyclicAlias = (name: string, where: SourceRef, about: FileKind): Diagnostic => ({
  code: `${about.code}.yaml-alias`,
  severity: 'error',
  message: `alias *${name.slice(0, 60)} refers to the value that contains it`,
  where,
  expected: 'a value that ends',
  got: 'a value inside itself',
  hint: 'write the value out',
})

export const tooManyAliases = (cause: unknown, file: string, about: FileKind): Diagnostic => ({
  code: `${about.code}.yaml-alias`,
  severity: 'error',
  message: cause instanceof Error ? cause.message : String(cause),
  where: { file, line: 1, column: 1 },
  expected: `at most ${MAX_ALIASES} values by alias (*name)`,
  got: 'more',
  hint: 'write the values out',
})

/** More than anyone reads at once; a file of the wrong kind has thousands. */
export const MAX_PROBLEMS = 100

/** Sorts problems in file order and caps them at `MAX_PROBLEMS`. */
export function firstProblems(problems: readonly Diagnostic[], file: string, about: FileKind): Diagnostic[] {
  const sorted = problems.toSorted(
    (a, b) => (a.where?.line ?? 0) - (b.where?.line ?? 0) || (a.where?.column ?? 0) - (b.where?.column ?? 0),
  )
  const left = sorted.length - MAX_PROBLEMS
  if (left <= 0) return sorted
  const more: Diagnostic = {
    code: `${about.code}.more-problems`,
    severity: 'error',
    message: `${file} has more problems than the ${MAX_PROBLEMS} above`,
    expected: `a ${about.name}`,
    got: 'more',
    hint: `is it a ${about.name}?`,
  }
  return [...sorted.slice(0, MAX_PROBLEMS), more]
}
