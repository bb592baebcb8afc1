import { Option, type Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { endOf } from '../answer.js'
import { addFieldOptions, seedOption, type FieldOptions } from '../fields/field-options.js'
import { progressOf } from '../progress.js'
import type { Company } from './drive-past.js'

interface Options extends FieldOptions {
  readonly encounters: number
  readonly seedFrom: number
  readonly scannerFaults: boolean
  readonly company?: Company
  readonly control: boolean
  readonly json: boolean
}

export function addEncountersBench(bench: Command, finish: (code: ExitCode) => void): void {
  const command = bench
    .command('encounters')
    .description('does the robot touch people who walk over its field, and things that stand there?')
    .option('--encounters <n>', 'of each kind, over the fields in turn', wholeNumber(1, 100_000), 100)
    .addOption(seedOption())
    .addOption(new Option('--company <who>', 'only those drives').choices(COMPANIES))
    .option('--no-control', 'without the same drives by a robot that does not look')
    .option('--scanner-faults', 'also with a scanner that fails, in each of the ways that it can', false)
  addFieldOptions(command, 'the five shipped ones')
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async (options: Options) => finish(await interruptible((signal) => execute(options, signal))))
}

const COMPANIES: readonly Company[] = ['nobody', 'crosses', 'stops', 'thing']

async function execute(options: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runEncountersBench } = await import('./run-encounters-bench.js')
  const result = await runEncountersBench({
    ...options,
    progress: progressOf,
    signal,
  })
  return endOf(result, options.json, signal)
}
