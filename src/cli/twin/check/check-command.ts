import { Option, type Command } from 'commander'
import { nodesOption, type Finish } from '#bt-cli/commands/shared.js'
import type { Io } from '#terminal/io.js'
import { addWorldOptions } from '../world-options.js'
import { CHECK_FORMATS, type CheckFormat, type TwinCheckOptions } from './benches.js'

export function addTwinCheck(twin: Command, finish: Finish, io: Io): void {
  const command = twin
    .command('check')
    .description('check all branches of trees in the twin; nothing moves')
    .argument('<trees...>', 'XML files')
    .option('--field <id>', 'field to start on (default: F1, unless --fields is given)')
    .option('--fields <file.yaml>', 'your own fields; checks all of them unless --field names one')
    .option('--domain <file.yaml>', 'a world defined as data (docs/twin/domains.md), instead of a field')
    .option('--tree <id>', 'main tree, if the file does not name one')
    .addOption(nodesOption())
    .addOption(new Option('--format <format>', 'output format').choices(CHECK_FORMATS).default('text'))
    .option('--json', 'same as --format json: one JSON object per tree and field')
    .option('--explain', 'explain each refusal: the rule, what is believed and why, what would fix it', false)
    .addHelpText(
      'after',
      `
The check lets each step that the rules allow succeed, and takes every branch of conditions, scripts and switches. A
step that the rules refuse fails there. If that makes the whole tree fail on some branch, the tree is refused, and the
step is named with the one before it. If a Fallback or a decorator recovers from it, it is a warning.

Examples:
  graft twin check bt/initial.xml                          on field F1
  graft twin check mission.xml --field F3 --explain        with explanations
  graft twin check mission.xml --fields my-fields.yaml     on all fields of a file
  graft twin check tea.xml --domain service                in another world

Exit codes: 0 passes, perhaps with warnings · 1 fails · 2 a tree or another file was refused

The manual: docs/twin/plan-check.md`,
    )
    .action(async (trees: readonly string[], options: Flags) => {
      const { check } = await import('./check.js')
      const format = options.json === true ? 'json' : options.format
      finish(await check(trees, { ...options, format }, io))
    })
  addWorldOptions(command)
}

type Flags = Omit<TwinCheckOptions, 'format'> & { readonly format: CheckFormat; readonly json?: boolean }
