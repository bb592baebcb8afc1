import type { Diagnostic } from '#base/diagnostic.js'
import { showProblem } from '../output/show-problem.js'
import type { Sources } from '../input/sources.js'
import { paintFor, type Paint } from '#terminal/paint.js'
import type { Io } from '#terminal/io.js'
import { sarif } from './sarif.js'
import { decision, type CheckReport } from './report.js'

/** How the result of a check is written. */
export type Format = 'text' | 'json' | 'github' | 'sarif'

export function writeReport(report: CheckReport, format: Format, sources: Sources, io: Io): void {
  const paint = paintFor(io.out, io.env)
  switch (format) {
    case 'text':
      io.out.write(text(report, sources, paint))
      return
    case 'json':
      io.out.write(
        lines([...report.problems.map((problem) => ({ type: 'problem', ...problem })), summary(report)]),
      )
      return
    case 'github':
      io.out.write(report.problems.map((problem) => `${annotation(problem)}\n`).join(''))
      io.err.write(`${decision(report)}\n`)
      return
    case 'sarif':
      io.out.write(`${JSON.stringify(sarif(report.problems), null, 2)}\n`)
      io.err.write(`${decision(report)}\n`)
      return
  }
}

function text(report: CheckReport, sources: Sources, paint: Paint): string {
  const problems = report.problems.map((problem) => `${showProblem(problem, sources, paint)}\n\n`)
  const colour = report.errors > 0 || report.tooManyWarnings ? paint.bad : paint.good
  const hints = report.hints.map((hint) => `${hint}\n`)
  return [...problems, `${colour(decision(report))}\n`, ...hints].join('')
}

const summary = ({ files, errors, warnings, ok }: CheckReport): object => ({
  type: 'summary',
  ok,
  files,
  errors,
  warnings,
})

const lines = (objects: readonly object[]): string =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join('')

/** A GitHub Actions workflow command: shows the problem next to its line in the pull request. */
function annotation({ severity, code, message, where, hint }: Diagnostic): string {
  const place =
    where === undefined ? '' : `file=${property(where.file)},line=${where.line},col=${where.column},`
  const text = hint === undefined ? message : `${message}\nhint: ${hint}`
  return `::${severity} ${place}title=${property(code)}::${data(text)}`
}

const data = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
const property = (text: string): string => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C')
