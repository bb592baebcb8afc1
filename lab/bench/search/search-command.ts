import type { Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { endOf } from '../answer.js'
import { createProgress } from '../progress.js'

interface Options {
  readonly count: number
  readonly seed: number
  readonly worlds: readonly string[]
  readonly breadth: number
  readonly csv?: string
  readonly json: boolean
}

export function addSearchBench(bench: Command, finish: (code: ExitCode) => void): void {
  bench
    .command('search')
    .description('how good is the search for plans, beside breadth-first search and means-ends analysis?')
    .option('--count <n>', 'problems, half of them in worlds drawn at random', wholeNumber(1, 100_000), 500)
    .option('--seed <n>', 'of the problems', wholeNumber(0, 1_000_000), 1)
    .option('--worlds <list>', 'worlds of the other half, separated by commas', names, [
      'home',
      'tabletop',
      'service',
      'task-board',
    ])
    .option('--breadth <n>', 'states of breadth-first search', wholeNumber(1, 1_000_000), 1_500)
    .option('--csv <file>', 'write a line for each planner on each problem')
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async (options: Options) => finish(await interruptible((signal) => execute(options, signal))))
}

const names = (text: string): readonly string[] => text.split(',').filter((name) => name !== '')

async function execute(options: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runSearchBench } = await import('./run-search-bench.js')
  const now = (): number => performance.now()
  const result = await runSearchBench({
    ...options,
    planners: ['graft', 'means-ends', 'breadth-first'],
    now,
    cpu: () => process.cpuUsage().user / 1000,
    progress: (all) => createProgress(all, 0, process.stderr, now),
    signal,
  })
  return endOf(result, options.json, signal)
}
