import { FIELD_EXAMPLES } from '#app/command-line/field-examples.js'
import { InvalidArgumentError, type Command } from 'commander'
import { endWithTheReader, processIo, type Io } from '#terminal/io.js'
import type { ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import type { ReplayOptions } from './replay.js'

/** `graft replay`: executes an episode again, to inspect it and to verify its record. */
export function addReplayCommand(
  program: Command,
  finish: (code: ExitCode) => void,
  io: Io = processIo(),
): void {
  const command = program
    .command('replay')
    .description('run an episode again and compare it with its record, or show its state at one time')
    .argument('<run>', 'run id or folder')
    .option('--episode <n>', 'only this episode (default: all)', wholeNumber(1, 99_999))
    .option('--at <time>', "show the state at this time of the episode's clock: 12.3s, 12.3, 12300ms", timeOf)
    .option('--until <time>', 'with --at: also show what happens up to this time', timeOf)
    .option(
      '--find <text>',
      'show the first moment at which a node, fact, refusal or critic report contains this text',
    )
    .option('--svg <file>', 'with --at or --find: draw the tree at that moment')
    .option('--json', 'one JSON object per line: verdict, event, moment', false)
    .option('--world <folder>', 'of a run in a world: its folder, if it does not come with graft')
    .option('--out <dir>', 'folder of the runs', 'runs')
    .addHelpText('after', HELP)
    .action(async (run: string, options: ReplayOptions) => {
      if (options.until !== undefined && options.at === undefined)
        command.error('error: --until shows what happens after --at: give both')
      if (options.until !== undefined && options.at !== undefined && options.until < options.at)
        command.error('error: --until is earlier than --at: give a later time')
      const { replay } = await import('./replay.js')
      finish(await replay(run, options, io))
    })
  if (io.out === process.stdout) command.hook('preAction', endWithTheReader)
}

/** @returns ms */
function timeOf(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s)?$/.exec(text)
  if (match === null)
    throw new InvalidArgumentError(`expected seconds such as 12.3s, got ${JSON.stringify(text)}`)
  return Number(match[1]) * (match[2] === 'ms' ? 1 : 1000)
}

const HELP = `
Everything that decides an episode of the virtual robot is in its run folder: field, seed, faults, tree, and what the
models said. So it can be run again in a second or two, without the models; each status change, each step of
Algorithm 1 and each command is compared with the record. A run of a real controller is played back from its wire
(run --wire) and compared in order. A run in a world (run --world) needs the files of its world as they were.

Examples:
  graft replay F1-s1-1a2b3c4d                              every episode: identical, or the first difference
  graft replay F1-s1-1a2b3c4d --episode 2 --at 12.3s       tree, twin, blackboard, command and critic at that moment
  graft replay RUN --episode 2 --at 12s --until 14s        and what happened in these two seconds
  ${FIELD_EXAMPLES.find}
  graft replay RUN --episode 2 --find FAILURE --svg failed.svg

The manual: docs/recording.md

Exit codes: 0 identical, or shown · 1 different, or not found · 2 no such run, or its files were changed`
