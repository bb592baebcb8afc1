import type { Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { endOf } from '../answer.js'
import { addFieldOptions, seedOption, type FieldOptions } from '../fields/field-options.js'
import { progressOf } from '../progress.js'

interface Options extends FieldOptions {
  readonly times: number
  readonly seedFrom: number
  readonly json: boolean
}

export function addKidnappedBench(bench: Command, finish: (code: ExitCode) => void): void {
  const command = bench
    .command('kidnapped')
    .description('does a robot that is carried off find out where it is?')
    .option('--times <n>', 'of each kind, over the fields in turn', wholeNumber(1, 100_000), 100)
    .addOption(seedOption())
  addFieldOptions(command, 'the five shipped ones')
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async (options: Options) => finish(await interruptible((signal) => execute(options, signal))))
}

async function execute(options: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runKidnappedBench } = await import('./run-kidnapped-bench.js')
  const result = await runKidnappedBench({
    ...options,
    progress: progressOf,
    signal,
  })
  return endOf(result, options.json, signal)
}
