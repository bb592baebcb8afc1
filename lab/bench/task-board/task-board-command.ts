import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { endOf } from '../answer.js'
import { createProgress } from '../progress.js'
import { share } from '../share.js'
import { seedList } from '../vrl/vrl-command.js'

interface Options {
  readonly tasks: number
  readonly seeds: readonly number[]
  readonly press: number
  readonly grasp: number
  readonly plug: number
  readonly omitted: number
  readonly mistaken: number
  readonly csv?: string
  readonly json: boolean
}

export function addTaskBoardBench(bench: Command, finish: (code: ExitCode) => void): void {
  bench
    .command('task-board')
    .description(
      'an arm presses buttons, plugs in and opens a trapdoor: what does each part add, and what reaches its driver? ' +
        '(docs/bench-service.md)',
    )
    .option('--tasks <n>', 'the three tasks of the paper, and generated ones', wholeNumber(1, 1000), 40)
    .option('--seeds <list>', 'seeds: 1-40, or 1,2,7', seedList, [1, 2, 3])
    .option('--press <share>', 'presses that fail, 0 to 1', share, 0.1)
    .option('--grasp <share>', 'grasps that fail, 0 to 1', share, 0.1)
    .option('--plug <share>', 'plugs that fail and slip onto the bench, 0 to 1', share, 0.1)
    .option('--omitted <share>', 'steps that the execution module leaves out, 0 to 1', share, 0.1)
    .option('--mistaken <share>', 'steps that it writes with another argument, 0 to 1', share, 0.1)
    .option('--csv <file>', 'write a line a run')
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async (options: Options) => finish(await interruptible((signal) => execute(options, signal))))
}

async function execute(options: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runTaskBoardBench, taskBoardCsv } = await import('./run-task-board-bench.js')
  const { tasks, seeds, press, grasp, plug, omitted, mistaken, csv, json } = options
  const result = runTaskBoardBench({
    ...{ tasks, seeds, signal },
    faults: { press, grasp, plug },
    writing: { omitted, mistaken },
    progress: (all) => createProgress(all, 0, process.stderr, () => performance.now()),
  })
  if (csv !== undefined && result.ok) writeFileSync(csv, taskBoardCsv(result.value.runs))
  return endOf(result, json, signal)
}
