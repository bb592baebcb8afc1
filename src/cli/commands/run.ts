import type { Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { addRunOptions, type RunOptions } from '#app/command-line/options.js'

export function addRunCommand(program: Command, finish: (code: ExitCode) => void): void {
  addRunOptions(
    program
      .command('run', { isDefault: false })
      .description('learn by verbal reinforcement: run, criticise, edit, repeat; then write a report'),
  )
    .addHelpText('after', HELP)
    .action(async (options: RunOptions, command: Command) =>
      finish(await guarded({ ...options, given: typed(options, command) })),
    )
}

const typed = (options: RunOptions, command: Command): ReadonlySet<string> =>
  new Set(Object.keys(options).filter((name) => command.getOptionValueSource(name) === 'cli'))

/** The first Ctrl-C stops the robot and ends the run cleanly; the second ends the process at once. */
const guarded = (options: RunOptions): Promise<ExitCode> =>
  interruptible(
    async (signal) => {
      // the model runtimes take a second to load: only an actual run pays for that
      const { executeRun } = await import('../run/execute.js')
      return executeRun(options, signal)
    },
    STOPPING,
    AT_ONCE,
  )

const STOPPING = '\nstopping the robot and closing the run (Ctrl-C again to quit at once)…\n'
const AT_ONCE = '\nquit at once: nobody has waited until the robot stands, so look at it\n'

const HELP = `
In each episode the controller boots SAFE and is armed by this command line; the critic looks at the first picture; the
behaviour tree runs, with every actuation cleared by the twin; after each unit of the tree and at the end the critic
looks again; the referee counts the score; the actor edits the tree; the better tree is kept.

The run folder (--out) holds everything: run.json, events.jsonl, episodes.jsonl, trees, traces, frames, report.html.
The same options give the same episodes, byte for byte.`
