import { writeFileSync } from 'node:fs'
import { Option, type Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { endOf } from '../answer.js'
import { createProgress } from '../progress.js'
import { share } from '../share.js'
import { seedList } from '../vrl/vrl-command.js'
import type { FailureReport } from './simulated-world.js'

interface Options {
  readonly tasks: number
  readonly seeds: readonly number[]
  readonly grasp: number
  readonly slip: number
  readonly omitted: number
  readonly mistaken: number
  readonly read: boolean
  readonly report: FailureReport
  readonly undeclared: boolean
  readonly csv?: string
  readonly json: boolean
}

export function addServiceBench(bench: Command, finish: (code: ExitCode) => void): void {
  bench
    .command('service')
    .description(
      'things to be carried in a home where grasps fail: what do expected outcomes, feedback and repair add? ' +
        '(docs/bench-service.md)',
    )
    .option('--tasks <n>', 'random tasks, each in three wordings', wholeNumber(1, 1000), 50)
    .option('--seeds <list>', 'seeds: 1-40, or 1,2,7', seedList, [1])
    .option('--grasp <share>', 'grasps that fail, 0 to 1', share, 0.1)
    .option('--slip <share>', 'drives on which what is held slips out, 0 to 1', share, 0)
    .option('--omitted <share>', 'steps that the execution module leaves out, 0 to 1', share, 0.1)
    .option('--mistaken <share>', 'steps that it writes with another argument, 0 to 1', share, 0.1)
    .option('--read', 'goals are read from the wordings, as graft do reads orders', false)
    .addOption(
      new Option('--report <how>', 'whether the robot notices by itself that it has failed')
        .choices(['reported', 'silent'])
        .default('reported'),
    )
    .option('--undeclared', 'the robot does not know that these failures are chance', false)
    .option('--csv <file>', 'write a line a run')
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async (options: Options) => finish(await interruptible((signal) => execute(options, signal))))
}

async function execute(options: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runServiceBench } = await import('./run-service-bench.js')
  const { serviceCsv } = await import('./page.js')
  const { tasks, seeds, grasp, slip, undeclared, report, omitted, mistaken, read, csv, json } = options
  const result = await runServiceBench({
    ...{ tasks, seeds, report, read, signal },
    writing: { omitted, mistaken },
    faults: { grasp, slip, declared: !undeclared },
    progress: (all) => createProgress(all, 0, process.stderr, () => performance.now()),
  })
  if (csv !== undefined && result.ok) writeFileSync(csv, serviceCsv(result.value.runs))
  return endOf(result, json, signal)
}
