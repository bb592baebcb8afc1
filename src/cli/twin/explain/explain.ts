import { listNames } from '#worlds/problems.js'
import type { Io } from '#terminal/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { paintFor, type Paint } from '#terminal/paint.js'
import { openBench, type CheckExplained, type Where } from './bench.js'
import { readStep, type StepText } from './step-text.js'

export interface ExplainOptions extends Where {
  readonly after?: readonly string[]
  readonly json?: boolean
}

/** `graft twin explain`: shows every check of one step, passed or failed, with the values that decided it. */
export async function explain(text: string, options: ExplainOptions, io: Io): Promise<ExitCode> {
  const refuse = (why: string): ExitCode => {
    io.err.write(`${why}\n`)
    return EXIT.usage
  }
  const [step, ...after] = [text, ...(options.after ?? [])].map(readStep)
  const wrong = [step, ...after].find((read) => read?.ok === false)
  if (step?.ok !== true || wrong?.ok === false) return refuse(wrong?.ok === false ? wrong.error : '')
  const bench = await openBench(options)
  if (!bench.ok) return refuse(bench.error)
  const before = after.flatMap((read): StepText[] => (read.ok ? [read.value] : []))
  const reported = bench.value.explain(step.value, before)
  if (!reported.ok) return refuse(reported.error)
  const may = reported.value.every(({ holds }) => holds)
  if (options.json === true) {
    const result = {
      type: 'explanation',
      domain: bench.value.name,
      step: step.value,
      may,
      checks: reported.value,
    }
    io.out.write(`${JSON.stringify(result)}\n`)
  } else io.out.write(page(reported.value, paintFor(io.out, io.env)))
  return may ? EXIT.ok : EXIT.no
}

/** A longer list of facts explains nothing. */
const MOST_SHOWN = 6

function page(reported: readonly CheckExplained[], paint: Paint): string {
  if (reported.length === 0) return 'nothing is left to do\n'
  const ids = Math.max(...reported.map(({ checkId }) => checkId.length))
  return reported
    .map(({ command, checkId, rule, holds, believed, advice }, index) => {
      const head = reported[index - 1]?.command === command ? [] : [paint.bold(command)]
      const mark = holds ? paint.good('✓') : paint.bad('✗')
      const found = believed.filter((fact) => fact !== rule)
      const why = found.length === 0 ? [] : [paint.dim(listNames(found, MOST_SHOWN))]
      const lines = [...why, ...(advice === undefined ? [] : [advice])]
      return [
        ...head,
        `  ${mark} ${checkId.padEnd(ids)}  ${rule}`,
        ...lines.map((line) => `    ${' '.repeat(ids)}  ${line}`),
        '',
      ].join('\n')
    })
    .join('')
}
