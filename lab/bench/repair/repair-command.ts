import { cpus } from 'node:os'
import { Option, type Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { endOf } from '../answer.js'
import { addFieldOptions, chosenFields, type FieldOptions } from '../fields/field-options.js'
import { createProgress } from '../progress.js'
import { seedList } from '../vrl/vrl-command.js'

interface Options extends FieldOptions {
  readonly seeds: readonly number[]
  readonly episodes: number
  readonly minds: readonly string[]
  readonly only?: readonly string[]
  readonly faults: 'none' | 'nominal'
  readonly blockInfo: 'with' | 'without'
  readonly jobs: number
  readonly csv?: string
  readonly json: boolean
}

export function addRepairBench(bench: Command, finish: (code: ExitCode) => void): void {
  const repair = bench
    .command('repair')
    .description(
      'trees with one mistake each: which of them does the loop mend, and how soon? (docs/bench-repair.md)',
    )
  addFieldOptions(repair, 'the shipped field F3')
    .option('--seeds <list>', 'seeds: 1-40, or 1,2,7', seedList, [1])
    .option('--episodes <n>', 'episodes of a run', wholeNumber(2, 100), 5)
    .option(
      '--minds <list>',
      'rows of graft bench vrl that do the mending, separated by commas; the first is compared with the others',
      names,
      ['shipped', 'rules', 'none'],
    )
    .option('--only <list>', 'only these mistakes, separated by commas', names)
    .addOption(
      new Option('--faults <profile>', 'what goes wrong with the robot beside the mistake in its tree')
        .choices(['none', 'nominal'])
        .default('none'),
    )
    .addOption(
      new Option('--block-info <which>', 'whether the actor is told the faces')
        .choices(['with', 'without'])
        .default('without'),
    )
    .addOption(
      new Option('--jobs <n>', 'worker processes')
        .argParser(wholeNumber(1, 256))
        .default(Math.max(1, cpus().length), 'one per core'),
    )
    .option('--csv <file>', 'write a line an episode')
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async (options: Options) => finish(await interruptible((signal) => execute(options, signal))))
}

const names = (text: string): readonly string[] => text.split(',').filter((name) => name !== '')

async function execute(options: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runRepairBench } = await import('./run-repair-bench.js')
  const { projectFile } = await import('#documents/read-text-file.js')
  const { csv, only, json, seeds, episodes, minds, faults, blockInfo, jobs } = options
  const fields = await chosenFields(options, projectFile('config/fields/F3.yaml'))
  const result = fields.ok
    ? await runRepairBench({
        ...{ seeds, episodes, minds, faults, blockInfo, jobs },
        fields: fields.value,
        ...(csv !== undefined && { csv }),
        ...(only !== undefined && { only }),
        progress: (all) => createProgress(all, 0, process.stderr, () => performance.now()),
        signal,
      })
    : fields
  return endOf(result, json, signal)
}
