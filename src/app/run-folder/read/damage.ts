import { lstatSync, statSync, type Stats } from 'node:fs'
import { extname } from 'node:path'
import type { z } from 'zod'
import { typeInWords, type Diagnostic, type SourceRef } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { JsonText } from '#documents/json-text.js'
import { LIMITS } from '#bt/limits.js'
import { describeUnreadable, regularSize } from '#documents/read-regular.js'
import { describeValue, formatPath, valueAt } from '#documents/value-text.js'

/** The refusal of a run folder that holds something else than what graft wrote. */
export const damaged = (
  message: string,
  more: Partial<Pick<Diagnostic, 'where' | 'expected' | 'got' | 'hint'>> = {},
): Diagnostic => ({
  code: 'run.damaged',
  severity: 'error',
  message,
  hint: 'check the disk; restore the file from a copy of the run folder',
  ...more,
})

/** What a path holds: `missing` only when nothing at all is there. */
export type Found = 'file' | 'folder' | 'missing'

/**
 * Longest files of a run, bytes, by what they are: they are read whole. An episode on the field has a line of 9 kB and
 * a trace of 17 kB.
 */
const LONGEST: ReadonlyMap<string, number> = new Map([
  ['.jsonl', 2 ** 28],
  ['.json', 2 ** 24],
  ['.xml', 4 * LIMITS.text],
])

/**
 * Looks at what is in the place of a file or folder of a run, without opening anything that could block.
 * @returns a diagnostic for everything that can be neither (pipes, devices, links to nothing, loops of links), and for
 *   files that are too long to be read
 */
export function lookAt(path: string, expected: 'file' | 'folder'): Result<Found, Diagnostic> {
  const wrong = (got: string): Result<Found, Diagnostic> =>
    err(
      damaged(`${path} is not what graft wrote`, {
        where: start(path),
        expected: expected === 'file' ? 'a regular file' : 'a folder',
        got,
        hint: 'move it away, and restore what belongs there from a copy of the run folder',
      }),
    )
  try {
    const own = lstatSync(path, { throwIfNoEntry: false })
    if (own === undefined) return ok('missing')
    const seen = own.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : own
    if (seen === undefined) return wrong('a link to nothing')
    if (kindOf(seen) !== expected) return wrong(NAMES[kindOf(seen)])
    if (expected === 'folder') return ok(expected)
    const size = regularSize(path)
    if (!size.ok) return wrong(describeUnreadable(size.error))
    const longest = LONGEST.get(extname(path)) ?? Infinity
    return size.value <= longest ? ok(expected) : err(tooLong(path, size.value, longest))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    // a file in the place of the folder around it: that one is named when it is looked at
    if (code === 'ENOTDIR') return ok('missing')
    return wrong(code === 'ELOOP' ? 'links that lead in a circle' : code)
  }
}

const tooLong = (path: string, size: number, longest: number): Diagnostic =>
  damaged(`${path} is too long to be what graft wrote`, {
    where: start(path),
    expected: `at most ${longest} bytes`,
    got: `${size} bytes`,
    hint: 'restore the file from a copy of the run folder; a run this long is best continued as a new one',
  })

/** Whether the path itself is a link: what is written must not land where it leads. */
export const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

/** Checks a value against its shape; the first mistake is reported at its place. */
export function checkShape(
  shape: z.ZodType,
  json: JsonText,
  path: readonly PropertyKey[] = [],
): Result<void, Diagnostic> {
  const checked = shape.safeParse(valueAt(json.value, path))
  const issue = checked.error?.issues[0]
  if (issue === undefined) return ok(undefined)
  const deepest = innermost(issue)
  const at = [...path, ...deepest.path]
  const got = valueAt(json.value, at)
  const where = json.whereValue(at)
  return err(
    damaged(`${formatPath(at, 'the text')} is not what graft wrote`, {
      where,
      expected: expectedOf(deepest.issue),
      got: got === undefined ? 'nothing' : describeValue(got),
    }),
  )
}

type Issue = z.core.$ZodIssue

/** Of several allowed forms the one that fits best says most: the one whose mistake lies deepest. */
function innermost(issue: Issue): { readonly issue: Issue; readonly path: readonly PropertyKey[] } {
  const inside = issue.code === 'invalid_union' ? issue.errors : []
  const deepest = inside.flatMap(([first]) => (first === undefined ? [] : [innermost(first)]))
  const best = deepest.sort((a, b) => b.path.length - a.path.length)[0]
  if (best === undefined || best.path.length === 0) return { issue, path: issue.path }
  return { issue: best.issue, path: [...issue.path, ...best.path] }
}

function expectedOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      // JSON has no others
      return issue.expected === 'number' ? 'a number' : typeInWords(issue.expected)
    case 'invalid_value':
      return issue.values.map(String).join(' or ')
    case 'too_small':
      return `at least ${String(issue.minimum)}`
    case 'too_big':
      return `at most ${String(issue.maximum)}`
    case 'invalid_format':
      return `text of the form ${issue.pattern ?? issue.format}`
    case 'invalid_union':
      return 'one of the forms that graft writes'
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return issue.message
  }
}

const kindOf = (stat: Stats): 'file' | 'folder' | 'other' =>
  stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other'

const NAMES = { file: 'a file', folder: 'a folder', other: 'a device, pipe or socket' } as const

const start = (file: string): SourceRef => ({ file, line: 1, column: 1 })
