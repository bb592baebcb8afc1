import { Option, type Command } from 'commander'
import { named, wholeNumber } from '#app/command-line/options.js'
import type { Finish } from '#bt-cli/commands/shared.js'
import { processIo, type Io } from '#terminal/io.js'
import type { ChancesOptions } from './chances.js'
import type { CheckOptions } from './check.js'

/**
 * `graft world …`: worlds described by data, with their robot, tasks and trees.
 * @param io the process's own streams, except in tests
 */
export function addWorldCommand(program: Command, finish: Finish, io: Io = processIo()): void {
  const world = program
    .command('world')
    .description(
      'check a world described by data: its rules, robot, task and trees; count how often its steps fail',
    )
  world
    .command('check')
    .description('prove what a search can: the task can be reached, every rule has a use, stop works')
    .argument('<world>', 'its name (home), or its folder')
    .option('--task <name>', 'a task of the world, or a file (default: its task.yaml)')
    .option('--tree <file>', "the tree to check (default: the world's own first tree for the task)")
    .addOption(
      new Option('--limit <states>', 'states that the search looks at')
        .argParser(wholeNumber(10, 1_000_000))
        .default(2000),
    )
    .option(
      '--armed-by <name>',
      'also test a real robot: it moves by one step of the plan, and you vouch for it',
      named,
    )
    .option(
      '--write',
      "write what the world means now to the folder's expect.yaml, which later checks compare",
      false,
    )
    .option('--json', 'one JSON object', false)
    .addHelpText('after', CHECK_HELP)
    .action(async (name: string, options: CheckOptions) => {
      const { checkWorld } = await import('./check.js')
      finish(await checkWorld(name, options, io))
    })
  addChances(world, finish, io)
}

const CHECK_HELP = `
Examples:
  graft world check home                    the shipped home and its task
  graft world check home --task tidy        another of its tasks
  graft world check my-world                a folder with world.yaml, robot.yaml, task.yaml, policy/initial.xml
  graft world check my-world --write        keep what steps lead to as examples: later checks tell what has changed

✓ is right, ✗ must be fixed, ! is worth a look. Without a robot.yaml only the rules are checked.

A robot that is not real (a simulation, or real: false in robot.yaml) is started, moved by one step and stopped twice,
to check that it comes to rest in the declared time. A real one is left alone unless you vouch for it with --armed-by.

Exit codes: 0 no problems · 1 problems found · 2 no such world, task or file, or one that cannot be read ·
130 ended by Ctrl-C, with a stop`

function addChances(world: Command, finish: Finish, io: Io): void {
  world
    .command('chances')
    .description(
      'how often steps really failed in recorded runs, compared with the chances that the world declares',
    )
    .argument('<world>', 'its name (home), or its folder')
    .argument('<runs...>', 'ids of runs in this world, or their folders')
    .option('--runs <dir>', 'where runs are kept', 'runs')
    .option('--write', 'correct the declared chances outside their interval, in world.yaml', false)
    .option('--json', 'one JSON object', false)
    .addHelpText(
      'after',
      `
Examples:
  graft world chances home home-fetch-s1-1a2b3c4d home-tidy-s2-2b3c4d5e
  graft world chances kitchen runs/kitchen-* --write   kitchen/world.yaml keeps its comments and layout

A run counts, for each mode under fails:, the permitted steps in which it was possible and those that ended in it.
The estimate begins with the declared chance, which is worth 10 tries; the interval is of the tries alone.

Exit codes: 0 no declared chance lies outside its interval, or --write has corrected it · 1 one does · 2 a run or file
was refused`,
    )
    .action(async (name: string, runs: readonly string[], options: ChancesOptions) => {
      const { tellChances } = await import('./chances.js')
      finish(await tellChances(name, runs, options, io))
    })
}
