import { FIELD_EXAMPLES } from '#app/command-line/field-examples.js'
import type { Command } from 'commander'
import { collect, type Finish } from '#bt-cli/commands/shared.js'
import type { Io } from '#terminal/io.js'
import { addWorldOptions } from '../world-options.js'
import type { ExplainOptions } from './explain.js'

export function addExplain(twin: Command, finish: Finish, io: Io): void {
  const text = collect((written) => ({ ok: true, value: written }))
  const command = twin
    .command('explain')
    .description(
      "explain the twin's verdict on one step: every check, passed or failed, and the deciding values",
    )
    .argument('<step>', 'as a tree writes it: \'Grasp item="mug"\'')
    .option(
      '--domain <file>',
      "a world defined as data, or service or task-board (default: the robot's own field)",
    )
    .option('--field <id>', "the robot's field", 'F1')
    .option('--after <step>', 'a step that succeeded before; can be repeated', text)
    .option('--json', 'one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  ${FIELD_EXAMPLES.explain}
  graft twin explain 'Grasp item="mug"' --domain service --fact 'location(mug)=sink'

Exit codes: 0 the step is allowed, or nothing is left to do · 1 refused · 2 the command line or a file was refused`,
    )
    .action(async (step: string, options: ExplainOptions) => {
      const { explain } = await import('./explain.js')
      finish(await explain(step, options, io))
    })
  addWorldOptions(command)
}
