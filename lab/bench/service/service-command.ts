import { writeFileSync } from 'node:fs'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { interruptible, EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { answer } from '../answer.js'
import { createProgress } from '../progress.js'
import { seedList } from '../vrl/vrl-command.js'
import type { FailureReport } from './simulated-world.js'

interface Options {
  readonly tasks: number
  readonly seeds: readonly number[]
  readonly grasp: number
  readonly slip: number
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

function share(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value < 1))
    throw new InvalidArgumentError(`expected a share from 0 to below 1, got ${JSON.stringify(text)}`)
  return value
}

async function execute(options: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runServiceBench } = await import('./run-service-bench.js')
  const { serviceCsv } = await import('./page.js')
  const { tasks, seeds, grasp, slip, undeclared, report, csv, json } = options
  const result = runServiceBench({
    ...{ tasks, seeds, report, signal },
    faults: { grasp, slip, declared: !undeclared },
    progress: (all) => createProgress(all, 0, process.stderr, () => performance.now()),
  })
  if (csv !== undefined && result.ok) writeFileSync(csv, serviceCsv(result.value.runs))
  let code: ExitCode = signal.aborted ? EXIT.interrupted : EXIT.ok
  answer(result, json, (worse) => {
    if (!signal.aborted) code = worse
  })
  return code
}
