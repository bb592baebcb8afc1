import type { Diagnostic } from '#base/diagnostic.js'
import type { FileKind } from './yaml-problems.js'

/** Nobody reads more at once; a file of another kind has thousands. */
export const MOST_PROBLEMS = 100

/** In the order of the file, and not more than a person reads. */
export function firstProblems(problems: readonly Diagnostic[], file: string, about: FileKind): Diagnostic[] {
  const sorted = problems.toSorted(
    (a, b) => (a.where?.line ?? 0) - (b.where?.line ?? 0) || (a.where?.column ?? 0) - (b.where?.column ?? 0),
  )
  const left = sorted.length - MOST_PROBLEMS
  if (left <= 0) return sorted
  const more: Diagnostic = {
    code: `${about.code}.more-problems`,
    severity: 'error',
    message: `${file} has more problems than the ${MOST_PROBLEMS} above`,
    expected: `a ${about.name}`,
    got: 'more',
    hint: `is it a ${about.name}?`,
  }
  return [...sorted.slice(0, MOST_PROBLEMS), more]
}
