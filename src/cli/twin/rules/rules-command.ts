import { Option, type Command } from 'commander'
import type { Finish } from '#bt-cli/commands/shared.js'
import type { Io } from '#terminal/io.js'
import type { RulesOptions } from './rules.js'

export function addRules(twin: Command, finish: Finish, io: Io): void {
  twin
    .command('rules')
    .description('show the rules: checks, effects and expected outcomes of every skill')
    .option(
      '--domain <file>',
      "a world defined as data: a file, or home, service or task-board (default: the robot's own field)",
    )
    .option('--skill <name>', 'one skill or command only')
    .addOption(
      new Option('--format <format>', 'output format').choices(['text', 'markdown', 'json']).default('text'),
    )
    .option('--json', 'same as --format json: one JSON object per skill and line')
    .addHelpText(
      'after',
      `
Examples:
  graft twin rules                                    what the robot's twin checks before every command
  graft twin rules --domain task-board --skill Grasp  one skill of a shipped world
  graft twin rules --domain my-robot/world.yaml       your own world (docs/twin/domains.md)

Exit codes: 0 done · 2 the domain file was refused, with line and column, or there is no such skill`,
    )
    .action(async ({ json, ...options }: RulesOptions & { readonly json?: boolean }) => {
      const { rules } = await import('./rules.js')
      finish(await rules(json === true ? { ...options, format: 'json' } : options, io))
    })
}
