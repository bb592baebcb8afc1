import { Option, type Command } from 'commander'
import { nodesOption, type Finish } from '#cli/bt/commands/shared.js'
import type { Io } from '#cli/bt/output/io.js'
import { CHECK_FORMATS, type CheckFormat, type TwinCheckOptions } from './benches.js'

export function addTwinCheck(twin: Command, finish: Finish, io: Io): void {
  twin
    .command('check')
    .description(
      'run trees in the twin over all their branches: does every step find what it needs? nothing moves',
    )
    .argument('<trees...>', 'XML files')
    .option('--field <id>', 'the field to start on; F1 when neither a field nor a file is named')
    .option('--fields <file.yaml>', 'fields of your own; all of them unless --field names one')
    .option('--domain <file.yaml>', 'a world as data (docs/twin/domains.md) instead of a field')
    .option('--tree <id>', 'the tree that runs, where the file does not say')
    .addOption(nodesOption())
    .addOption(
      new Option('--format <format>', 'how the result is written').choices(CHECK_FORMATS).default('text'),
    )
    .option('--json', 'the same as --format json: one JSON object for each tree and field')
    .option(
      '--explain',
      'tell each refusal in sentences: the rule, what is believed and why, what would mend it',
      false,
    )
    .addHelpText(
      'after',
      `
What is checked: each step that the rules allow goes well; conditions, scripts and switches go every way. A step that
the rules refuse fails there. Where that makes the whole tree fail on some branch, the tree is refused, and the pair of
steps that does not chain is named. Where a Fallback or a decorator makes up for it, it is a warning.

Examples:
  graft twin check bt/initial.xml                          on field F1
  graft twin check mission.xml --field F3 --explain        why, in sentences
  graft twin check mission.xml --fields my-fields.yaml     on all fields of a file
  graft twin check tea.xml --domain service                in another world

Exit codes: 0 passes, perhaps with warnings · 1 fails · 2 bad input
The manual: docs/twin/plan-check.md`,
    )
    .action(async (trees: readonly string[], options: Flags) => {
      const { check } = await import('./check.js')
      const format = options.json === true ? 'json' : options.format
      finish(await check(trees, { ...options, format }, io))
    })
}

type Flags = Omit<TwinCheckOptions, 'format'> & { readonly format: CheckFormat; readonly json?: boolean }
