import type { Diagnostic } from '#base/diagnostic.js'
import { LIMITS } from '#bt/limits.js'
import { CODES } from '#bt/codes.js'
import { plural } from '#app/command-line/words.js'
import type { Palette } from '../input/palette.js'
import { countProblems } from '../output/show-problem.js'

/** The result of checking all files. */
export interface CheckReport {
  readonly problems: readonly Diagnostic[]
  /** number of files checked */
  readonly files: number
  readonly errors: number
  readonly warnings: number
  readonly tooManyWarnings: boolean
  readonly ok: boolean
  /** advice that applies to the problems as a whole */
  readonly hints: readonly string[]
}

/** @param maxWarnings more warnings than this count as errors */
export function makeReport(
  problems: readonly Diagnostic[],
  { files, maxWarnings, hints }: Pick<CheckReport, 'files' | 'hints'> & { readonly maxWarnings: number },
): CheckReport {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  const tooManyWarnings = warnings > maxWarnings
  return { problems, files, errors, warnings, tooManyWarnings, ok: errors === 0 && !tooManyWarnings, hints }
}

/** `2 errors and 1 warning in 2 of 5 files` */
export function decision({ problems, files, tooManyWarnings }: CheckReport): string {
  const touched = new Set(problems.flatMap(({ where }) => where?.file ?? [])).size
  const all = plural(files, 'file')
  if (problems.length === 0) return `${all} checked, no problems`
  const where = touched === 0 ? '' : files > 1 ? ` in ${touched} of ${all}` : ''
  return `${countProblems(problems)}${where}${tooManyWarnings ? ': more warnings than --max-warnings allows' : ''}`
}

/**
 * Advice that applies to the problems as a whole.
 * @param described node types that documents declare themselves
 */
export function hintsFor(
  problems: readonly Diagnostic[],
  { origin, isRobot }: Palette,
  described: readonly string[],
): readonly string[] {
  const own =
    described.length === 0 ? [] : `taken from the documents' own <TreeNodesModel>: ${described.join(', ')}`
  const known = problems.find(({ code }) => CODES.has(code))
  const explain = known === undefined ? [] : `to explain a code: graft bt explain ${known.code}`
  const files = problems.map(({ where, severity }) => `${severity} ${where?.file ?? ''}`)
  const full = mostFrequent(files) >= LIMITS.diagnostics
  const bound = full ? `only the first ${LIMITS.diagnostics} errors and warnings of each file are shown` : []
  if (!problems.some(({ code }) => code === 'bt.unknown-node')) return [bound, own, explain].flat()
  // many unknown nodes usually mean that no palette for this robot was given
  const palette = isRobot
    ? 'declare yours in a <TreeNodesModel> and pass the file: --nodes palette.xml'
    : 'to add palettes: --nodes another.xml'
  return [bound, own, `known nodes: the built-in ones and those of ${origin}; ${palette}`, explain].flat()
}

function mostFrequent(words: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}
