import type { Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { addRunOptions, typedOptions, type RunOptions } from '#app/command-line/options.js'

export function addRunCommand(program: Command, finish: (code: ExitCode) => void): void {
  addRunOptions(
    program
      .command('run', { isDefault: false })
      .description('learn by verbal reinforcement: run, criticise, edit, repeat; then write a report'),
  )
    .addHelpText('after', HELP)
    .action(async (options: RunOptions, command: Command) =>
      finish(await guarded({ ...options, given: typedOptions(command) })),
    )
}

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
The same options give the same episodes, byte for byte; a run in real time, of a real robot or of a driver of its own
does not repeat.

Examples:
  graft run                                               ten episodes on field F1
  graft run --field F3 --seed 7 --episodes 2              another field, other faults
  graft run --world home --task tidy                      a task in the home
  graft run --world my-world --armed-by anna              a robot of your own, for which anna vouches
  graft run --serial '/dev/ttyACM*' --field F1            a real controller
  graft run --resume F1-s1-1a2b3c4d                       resume an interrupted run

Exit codes: 0 done · 2 the command line or an input file was refused · 3 a model is missing or differs · 4 no robot,
nobody armed it, or the link to it was lost · 5 an emergency stop ended the run · 8 the output cannot be written ·
130 interrupted`
