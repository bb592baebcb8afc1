import { some } from '../../../twin/data/problems.js'
import type { Io } from '../../bt/output/io.js'
import { EXIT, type ExitCode } from '../../exit-code.js'
import { paintFor, type Paint } from '../../terminal/paint.js'
import { openBench, type CheckTold, type Where } from './bench.js'
import { readStep, type StepText } from './step-text.js'

export interface ExplainOptions extends Where {
  readonly after?: readonly string[]
  readonly json?: boolean
}

/** `graft twin explain`: every check of one step, held or not, with the values that decided. */
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
  const told = bench.value.explain(step.value, before)
  if (!told.ok) return refuse(told.error)
  const may = told.value.every(({ holds }) => holds)
  if (options.json === true) {
    const result = {
      type: 'explanation',
      domain: bench.value.name,
      step: step.value,
      may,
      checks: told.value,
    }
    io.out.write(`${JSON.stringify(result)}\n`)
  } else io.out.write(page(told.value, paintFor(io.out, io.env)))
  return may ? EXIT.ok : EXIT.planFails
}

/** More facts than this explain nothing. */
const MOST_TOLD = 6

function page(told: readonly CheckTold[], paint: Paint): string {
  if (told.length === 0) return 'nothing is left to do\n'
  const ids = Math.max(...told.map(({ checkId }) => checkId.length))
  return told
    .map(({ command, checkId, rule, holds, believed, advice }, index) => {
      const head = told[index - 1]?.command === command ? [] : [paint.bold(command)]
      const mark = holds ? paint.good('✓') : paint.bad('✗')
      const news = believed.filter((fact) => fact !== rule)
      const why = news.length === 0 ? [] : [paint.dim(some(news, MOST_TOLD))]
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
