import { cpus } from 'node:os'
import { Option, type Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { endOf } from '../answer.js'
import { createProgress } from '../progress.js'
import { seedList } from '../vrl/vrl-command.js'

interface Options {
  readonly world: string
  readonly tasks?: readonly string[]
  readonly seeds: readonly number[]
  readonly episodes: number
  readonly faults: 'none' | 'nominal' | 'rough'
  readonly scenario?: string
  readonly jobs: number
  readonly json: boolean
}

export function addWorldBench(bench: Command, finish: (code: ExitCode) => void): void {
  bench
    .command('world')
    .description(
      'how much of the best plan does the loop attain in a world described by data? (docs/worlds/home.md)',
    )
    .option('--world <name>', 'a world with a simulation', 'home')
    .option('--tasks <list>', 'tasks of it, separated by commas (default: all)', (text: string) =>
      text.split(',').filter((name) => name !== ''),
    )
    .option('--seeds <list>', 'seeds: 1-40, or 1,2,7', seedList, [1])
    .option('--episodes <n>', 'episodes of a run', wholeNumber(1, 100), 5)
    .addOption(
      new Option('--faults <profile>', 'what goes wrong with the robot')
        .choices(['none', 'nominal', 'rough'])
        .default('nominal'),
    )
    .option('--scenario <name>', 'what the robot does not know (default: all is as believed)')
    .addOption(
      new Option('--jobs <n>', 'runs at a time')
        .argParser(wholeNumber(1, 256))
        .default(Math.max(1, cpus().length), 'one per core'),
    )
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async (options: Options) => finish(await interruptible((signal) => execute(options, signal))))
}

async function execute(options: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runWorldBench } = await import('./run-world-bench.js')
  const result = await runWorldBench({
    ...options,
    progress: (all) => createProgress(all, 0, process.stderr, () => performance.now()),
    signal,
  })
  return endOf(result, options.json, signal)
}
