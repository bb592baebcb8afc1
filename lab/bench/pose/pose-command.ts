import { Option, type Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { endOf } from '../answer.js'
import { addFieldOptions, seedOption, type FieldOptions } from '../fields/field-options.js'
import { progressOf } from '../progress.js'

interface Options extends FieldOptions {
  readonly missions: number
  readonly seedFrom: number
  readonly faults: 'none' | 'nominal'
  readonly json: boolean
}

export function addPoseBench(bench: Command, finish: (code: ExitCode) => void): void {
  const command = bench
    .command('pose')
    .description('does the robot know where it is on a floor on which wheels slip, and what does that cost?')
    .option('--missions <n>', 'missions, over the fields in turn', wholeNumber(1, 100_000), 200)
    .addOption(seedOption())
    .addOption(
      new Option('--faults <profile>', 'execution faults besides')
        .choices(['nominal', 'none'])
        .default('none'),
    )
  addFieldOptions(command, 'the five shipped ones')
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async (options: Options) => finish(await interruptible((signal) => execute(options, signal))))
}

async function execute(options: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runPoseBench } = await import('./run-pose-bench.js')
  const result = await runPoseBench({
    ...options,
    progress: progressOf,
    signal,
  })
  return endOf(result, options.json, signal)
}
