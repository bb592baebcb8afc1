import type { Diagnostic } from '#base/diagnostic.js'
import { exitOfRefusal, type ExitCode } from '#app/command-line/exit-code.js'
import { paintFor } from '#terminal/paint.js'
import type { Io } from '#terminal/io.js'
import { showProblem } from './show-problem.js'
import type { Sources } from '../input/sources.js'
import { writeOut } from '#adapters/files/write-out.js'
import { forDocuments } from '#app/command-line/terminal-guard.js'

/** Prints on stderr why the input was refused. */
export function refuse(problems: readonly Diagnostic[], sources: Sources, io: Io): ExitCode {
  const paint = paintFor(io.err, io.env)
  for (const problem of problems) io.err.write(`${showProblem(problem, sources, paint)}\n`)
  return exitOfRefusal(...problems)
}

/**
 * Writes a result to a file, or to stdout when no file is given. As root, writes with the rights of whoever controls
 * the path.
 * @returns why it could not be written
 */
export function writeText(file: string | undefined, text: string, io: Io): Diagnostic | undefined {
  if (file !== undefined && file !== '-') return writeOut(file, text)
  forDocuments(io.out).write(text)
  return undefined
}
