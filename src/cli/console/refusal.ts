import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import type { Refusal } from '#console/host.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { printable } from '#terminal/paint.js'
import { isSilence } from './client.js'

/** What the service did not do, and why, in the shape of every message to people. */
export const refusalText = ({ code, message, hint }: Refusal): string =>
  formatDiagnostic({
    code: printable(code, 80),
    severity: 'error',
    message: printable(message, 1000),
    ...(hint === undefined ? {} : { hint: printable(hint, 500) }),
  })

export const problemText = (problems: readonly Diagnostic[]): string =>
  problems.map((problem) => `${formatDiagnostic(problem)}\n`).join('')

export const exitOf = (refusal: Refusal): ExitCode => (isSilence(refusal) ? EXIT.unreachable : EXIT.usage)
