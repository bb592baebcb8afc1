import type { Command } from 'commander'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import { evaluate, type Score } from './evaluate.js'
import { serveGym } from './serve/serve.js'
import { taskNamed, TASKS } from './tasks/table.js'

interface Options {
  readonly task?: string
  readonly envs: number
  readonly workers: number
  readonly baseline: boolean
  readonly seeds: number
  readonly json: boolean
}

/** `graft-lab gym`: environments for manipulation skills on the tabletop (docs/gym.md). */
export function addGymCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('gym')
    .description(
      'environments to train manipulation skills in: serves them on stdin and stdout, as lines of JSON',
    )
    .option('--task <name>', 'one task; without it the tasks are listed')
    .option('--envs <n>', 'environments', wholeNumber(1, 1024), 1)
    .option('--workers <n>', 'threads', wholeNumber(1, 64), 2)
    .option('--baseline', 'play the scripted policies, and random ones beside them', false)
    .option('--seeds <n>', 'with --baseline: episodes of each', wholeNumber(1, 100_000), 50)
    .option('--json', 'with --baseline: a line of JSON for each', false)
    .action(async (options: Options) => {
      if (options.baseline) finish(await baseline(options))
      else if (options.task === undefined) finish(list())
      else
        finish(
          await serveGym(
            { ...options, task: options.task },
            { input: process.stdin, output: process.stdout },
          ),
        )
    })
}

async function baseline({ task, seeds, workers, json }: Options): Promise<ExitCode> {
  const only = task === undefined ? undefined : taskNamed(task)
  if (only?.ok === false) {
    process.stderr.write(`${formatDiagnostic(only.error)}\n`)
    return EXIT.usage
  }
  const tasks = only === undefined ? TASKS.map(({ name }) => name) : [only.value.name]
  const print = (score: Score): void => {
    process.stdout.write(`${json ? JSON.stringify(score) : lineOf(score)}\n`)
  }
  const done = await evaluate({ tasks, policies: ['baseline', 'random'], seeds, workers }, print)
  if (done.ok) return EXIT.ok
  process.stderr.write(`${formatDiagnostic(done.error)}\n`)
  return EXIT.bug
}

function lineOf({ task, policy, successes, episodes, actions, failed }: Score): string {
  const which = policy === 'baseline' && failed.length > 0 ? `, not seeds ${failed.join(' ')}` : ''
  const share = `${successes} of ${episodes}`.padStart(12)
  return `${task.padEnd(14)}${policy.padEnd(10)}${share}, ${actions.toFixed(0)} actions on average${which}`
}

function list(): ExitCode {
  for (const { name, purpose } of TASKS) process.stdout.write(`${name.padEnd(14)}${purpose}\n`)
  return EXIT.ok
}
