import type { Diagnostic } from '../../../base/diagnostic.js'
import { plural } from '../../words.js'
import { countProblems } from '../common/show-problem.js'

/** What a check of all files found. */
export interface CheckReport {
  readonly problems: readonly Diagnostic[]
  /** files that were looked at */
  readonly files: number
  readonly errors: number
  readonly warnings: number
  readonly tooManyWarnings: boolean
  readonly ok: boolean
  /** what the person can do about all problems together */
  readonly hints: readonly string[]
}

/** @param maxWarnings above it warnings are as bad as errors */
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
export function verdict({ problems, files, tooManyWarnings }: CheckReport): string {
  const touched = new Set(problems.flatMap(({ where }) => where?.file ?? [])).size
  const all = plural(files, 'file')
  if (problems.length === 0) return `${all} checked, no problems`
  const where = touched === 0 ? '' : files > 1 ? ` in ${touched} of ${all}` : ''
  return `${countProblems(problems)}${where}${tooManyWarnings ? ': more warnings than --max-warnings allows' : ''}`
}
