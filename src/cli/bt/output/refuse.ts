import type { Diagnostic } from '#base/diagnostic.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { paintFor } from '#terminal/paint.js'
import type { Io } from './io.js'
import { showProblem } from './show-problem.js'
import type { Sources } from '../input/sources.js'

/** The input was refused: says why on stderr. */
export function refuse(problems: readonly Diagnostic[], sources: Sources, io: Io): ExitCode {
  const paint = paintFor(io.err, io.env)
  for (const problem of problems) io.err.write(`${showProblem(problem, sources, paint)}\n`)
  return EXIT.usage
}
