import { formatRef, type Diagnostic, type SourceRef } from '#base/diagnostic.js'
import { plural } from '#app/command-line/words.js'
import { printable, type Paint } from '#terminal/paint.js'
import type { Sources } from '../input/sources.js'

/**
 * A problem as text: `file:line:column: error code: message`, the line with a caret below the place, and what was
 * expected, what was found, and a hint.
 */
export function showProblem(problem: Diagnostic, sources: Sources, paint: Paint): string {
  const { where, severity, code, message, expected, got, hint } = problem
  const colour = severity === 'error' ? paint.bad : paint.warn
  const place = where === undefined ? '' : `${paint.bold(formatRef(where))}: `
  const more = Object.entries({ expected, got, hint }).filter(([, text]) => text !== undefined)
  return [
    `${place}${colour(severity)} ${paint.dim(code)}: ${printable(message)}`,
    ...(where === undefined ? [] : excerpt(where, sources, colour)),
    ...more.map(([label, text]) => `  ${`${label}:`.padEnd(9)} ${printable(text ?? '')}`),
  ].join('\n')
}

/** `2 errors and 1 warning`, `no problems` */
export function countProblems(problems: readonly Diagnostic[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  const parts = [
    errors === 0 ? [] : plural(errors, 'error'),
    warnings === 0 ? [] : plural(warnings, 'warning'),
  ].flat()
  return parts.length === 0 ? 'no problems' : parts.join(' and ')
}

function excerpt(where: SourceRef, sources: Sources, colour: (text: string) => string): string[] {
  const line = sources.line(where.file, where.line)
  if (line === undefined || line.trim() === '') return []
  const start = Math.max(0, where.column - 1 - (line.length > WIDEST ? WIDEST / 2 : where.column))
  const shown = line.slice(start, start + WIDEST)
  const before = shown.slice(0, where.column - 1 - start)
  const marked = shown.slice(before.length)
  const length = Math.max(1, wordAt(marked).length)
  const number = String(where.line).padStart(5)
  const marks = `^${'~'.repeat(Math.max(0, width(marked.slice(0, length)) - 1))}`
  return [
    `${number} | ${start > 0 ? CUT : ''}${visible(shown)}${start + WIDEST < line.length ? CUT : ''}`,
    `${' '.repeat(number.length)} | ${' '.repeat(width(before) + (start > 0 ? CUT.length : 0))}${colour(marks)}`,
  ]
}

/** columns of a quoted line that fit next to its number */
const WIDEST = 100
const CUT = '...'

/** The text that the problem refers to: the start of a tag, or an attribute's value. */
const wordAt = (text: string): string => /^<?\/?[\w.:-]+|^[^"'<>]*/.exec(text)?.[0] ?? ''

/** Neutralises control characters, so that no file can move the cursor; a tab counts as one column. */
const visible = (text: string): string =>
  text
    .replace(/\t/g, ' ')
    .replace(/[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '\uFFFD')

/** Width in terminal columns. */
const width = (text: string): number =>
  [...text].reduce((sum, char) => sum + (WIDE.test(char) ? 2 : /\p{Mn}/u.test(char) ? 0 : 1), 0)

const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60]|\p{Emoji_Presentation}/u
