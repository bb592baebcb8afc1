import type { Command } from 'commander'
import { collect, type Finish } from '#cli/bt/commands/shared.js'
import type { Io } from '#cli/bt/output/io.js'
import type { ExplainOptions } from './explain.js'

export function addExplain(twin: Command, finish: Finish, io: Io): void {
  const text = collect((written) => ({ ok: true, value: written }))
  twin
    .command('explain')
    .description('what the twin makes of one step: every check, held or not, and the values that decided')
    .argument('<step>', 'as a tree writes it: \'Grasp item="mug"\'')
    .option(
      '--domain <file>',
      "a world as data, or service or task-board; the robot's own field when left out",
    )
    .option('--field <id>', 'the field of the robot', 'F1')
    .option('--after <step>', 'a step that went well before; can be repeated', text)
    .option(
      '--fact <fact=value>',
      'a fact of a world as data that is otherwise than at the start; can be repeated',
      text,
    )
    .option('--json', 'one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  graft twin explain LoadBlocks --after 'MoveToZone zone="1"'
  graft twin explain 'Grasp item="mug"' --domain service --fact 'location(mug)=sink'

Exit codes: 0 the step may be done, or nothing is left to do · 1 it may not · 2 the command line or a file was refused`,
    )
    .action(async (step: string, options: ExplainOptions) => {
      const { explain } = await import('./explain.js')
      finish(await explain(step, options, io))
    })
}
