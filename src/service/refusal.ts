import type { Refusal } from '#console/host.js'
import { err, type Result } from '#base/result.js'
import { formatRef, type Diagnostic, formatDiagnostic } from '#base/diagnostic.js'
import { exitOfRefusal, type ExitCode } from '#app/command-line/exit-code.js'

/** Turns the first of several problems into a refusal of the console. */
export function refusalOf(problems: readonly Diagnostic[]): Refusal {
  const [first] = problems
  if (first === undefined) return { code: 'unknown', message: 'no reason was given' }
  const { hint } = first
  return { code: first.code, message: sentenceOf(first), ...(hint !== undefined && { hint }) }
}

/** A refusal has its own fields for code and hint: repeating them here would say them twice. */
function sentenceOf({ message, where, expected, got }: Diagnostic): string {
  return [
    `${where === undefined ? '' : `${formatRef(where)}: `}${message}`,
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(got === undefined ? [] : [`got ${got}`]),
  ].join('; ')
}

/** Turns an error of the store into a refusal of the console. */
export const asRefusal = <T>(result: Result<T, Diagnostic>): Result<T, Refusal> =>
  result.ok ? result : err(refusalOf([result.error]))

/** Prints why the service does not start. */
export function refuse(
  problems: readonly Diagnostic[],
  code: ExitCode = exitOfRefusal(...problems),
): ExitCode {
  // journald reads a line's priority from its first characters
  const priority = process.env.JOURNAL_STREAM === undefined ? '' : '<3>'
  for (const problem of problems)
    for (const line of formatDiagnostic(problem).split('\n')) process.stderr.write(`${priority}${line}\n`)
  return code
}
