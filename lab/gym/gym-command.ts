import type { Command } from 'commander'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { evaluate, type Score } from './evaluate.js'
import { serveGym } from './serve/serve.js'
import { taskNamed, TASKS } from './tasks/table.js'
import { computer, lineOf, measure } from './throughput.js'

interface Options {
  readonly task?: string
  readonly envs: number
  readonly workers: number
  readonly baseline: boolean
  readonly bench?: number
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
    .option('--bench <seconds>', 'how fast each task runs, with random actions', wholeNumber(1, 600))
    .option('--seeds <n>', 'with --baseline: episodes of each', wholeNumber(1, 100_000), 50)
    .option('--json', 'with --baseline or --bench: a line of JSON for each', false)
    .action(async (options: Options) => {
      if (options.baseline) finish(await baseline(options))
      else if (options.bench !== undefined) finish(await bench(options, options.bench))
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

/** The task that was asked for, or all. */
function tasksOf({ task }: Options): Result<readonly string[], Diagnostic> {
  if (task === undefined) return ok(TASKS.map(({ name }) => name))
  const found = taskNamed(task)
  return found.ok ? ok([found.value.name]) : found
}

async function baseline(options: Options): Promise<ExitCode> {
  const { seeds, workers, json } = options
  const tasks = tasksOf(options)
  if (!tasks.ok) return refuse(tasks.error)
  const done = await evaluate(
    { tasks: tasks.value, policies: ['baseline', 'random'], seeds, workers },
    (score) => process.stdout.write(`${json ? JSON.stringify(score) : scoreLine(score)}\n`),
  )
  return done.ok ? EXIT.ok : refuse(done.error)
}

async function bench(options: Options, seconds: number): Promise<ExitCode> {
  const { envs, workers, json } = options
  const tasks = tasksOf(options)
  if (!tasks.ok) return refuse(tasks.error)
  for (const task of tasks.value) {
    const measured = await measure({ task, envs, workers }, seconds)
    if (!measured.ok) return refuse(measured.error)
    process.stdout.write(`${json ? JSON.stringify(measured.value) : lineOf(measured.value)}\n`)
  }
  if (!json) process.stdout.write(`${envs} environments, ${workers} workers; ${computer()}\n`)
  return EXIT.ok
}

function refuse(error: Diagnostic): ExitCode {
  process.stderr.write(`${formatDiagnostic(error)}\n`)
  return EXIT.usage
}

function scoreLine({ task, policy, successes, episodes, actions, failed }: Score): string {
  const which = policy === 'baseline' && failed.length > 0 ? `, not seeds ${failed.join(' ')}` : ''
  const share = `${successes} of ${episodes}`.padStart(12)
  return `${task.padEnd(14)}${policy.padEnd(10)}${share}, ${actions.toFixed(0)} actions on average${which}`
}

function list(): ExitCode {
  for (const { name, purpose } of TASKS) process.stdout.write(`${name.padEnd(14)}${purpose}\n`)
  return EXIT.ok
}
