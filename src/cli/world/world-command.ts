import { Option, type Command } from 'commander'
import { wholeNumber } from '#app/command-line/options.js'
import type { Finish } from '#bt-cli/commands/shared.js'
import { processIo, type Io } from '#terminal/io.js'
import type { CheckOptions } from './check.js'

/**
 * `graft world …`: worlds described by data, with their robot, tasks and trees.
 * @param io the process's own streams, except in tests
 */
export function addWorldCommand(program: Command, finish: Finish, io: Io = processIo()): void {
  const world = program
    .command('world')
    .description('check a world described by data: its rules, robot, task and trees')
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
      'try a real robot, too: it moves by one step of the plan, and you answer for it',
    )
    .option(
      '--write',
      "write what the world means now to the folder's expect.yaml, which later checks compare",
      false,
    )
    .option('--json', 'one JSON object', false)
    .addHelpText(
      'after',
      `
Examples:
  graft world check home                    the shipped home and its task
  graft world check home --task tidy        another of its tasks
  graft world check my-world                a folder with world.yaml, robot.yaml, task.yaml, policy/initial.xml
  graft world check my-world --write        keep what steps lead to as examples: later checks tell what has changed

✓ is right, ✗ is to be mended, ! is worth a look. A folder without a robot.yaml is checked as far as its rules go.

A robot that is not real (a simulation, or real: false in robot.yaml) is started, moved by one step and stopped twice,
to see that it stands in the declared time. A real one is left alone unless you answer for it with --armed-by.

Exit codes: 0 no problems · 1 problems found · 2 a file was refused, with line and column`,
    )
    .action(async (name: string, options: CheckOptions) => {
      const { checkWorld } = await import('./check.js')
      finish(await checkWorld(name, options, io))
    })
}
