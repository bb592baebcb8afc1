import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'

interface Options {
  readonly seeds: number
  readonly others: number
  readonly wrongHeld: number
  readonly csv?: string
  readonly json: boolean
}

/** `graft bench memory`: what short-term and long-term memory make of facts that the twin does not know. */
export function addMemoryBench(bench: Command, _finish: (code: ExitCode) => void): void {
  bench
    .command('memory')
    .description(
      'hidden facts: how often is an order carried out without memory, with short-term, with long-term?',
    )
    .option('--seeds <n>', 'tasks for each of the eight hidden facts', wholeNumber(1, 200), 20)
    .option('--others <n>', 'lessons of other tasks in the memory', wholeNumber(0, 250), 96)
    .option(
      '--wrong-held <n>',
      'how often each misleading lesson is said to have held',
      wholeNumber(0, 100),
      1,
    )
    .option('--csv <file>', 'write a row for each task and variant')
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async ({ seeds, others, wrongHeld, csv, json }: Options) => {
      const { runMemoryBench } = await import('./run-memory-bench.js')
      const progress = (text: string): void => {
        if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(90)}`)
      }
      const { rows, page } = runMemoryBench({ seeds, others, wrongHeld, progress })
      if (csv !== undefined) writeFileSync(csv, tableOf(rows))
      process.stdout.write(`${page}\n`)
      if (json) process.stdout.write(`${JSON.stringify(rows)}\n`)
    })
}

function tableOf(rows: readonly object[]): string {
  const [first] = rows
  const head = Object.keys(first ?? {})
  const lines = rows.map((row) =>
    Object.values(row)
      .map((value) => JSON.stringify(value))
      .join(','),
  )
  return `${[head.join(','), ...lines].join('\n')}\n`
}
