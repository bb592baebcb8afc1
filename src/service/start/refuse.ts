import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'

/** Says why the service does not start. */
export function refuse(problems: readonly Diagnostic[], code: ExitCode = EXIT.usage): ExitCode {
  // journald reads the priority of a line from its beginning
  const priority = process.env.JOURNAL_STREAM === undefined ? '' : '<3>'
  for (const problem of problems)
    for (const line of formatDiagnostic(problem).split('\n')) process.stderr.write(`${priority}${line}\n`)
  return code
}
