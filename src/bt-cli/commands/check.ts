import { Option, type Command } from 'commander'
import type { CheckOptions } from '../check/check.js'
import type { Format } from '../check/formats.js'
import type { Io } from '#terminal/io.js'
import { compatOption, nodesOption, pluginOption, type Finish } from './shared.js'
import { wholeNumber } from '#app/command-line/options.js'

export function addCheck(bt: Command, finish: Finish, io: Io): void {
  bt.command('check')
    .description('check trees and list all problems, with line and column')
    .argument('<paths...>', 'XML files or folders')
    .addOption(nodesOption())
    .addOption(pluginOption())
    .addOption(compatOption())
    .addOption(
      new Option('--format <format>', 'output format')
        .choices(['text', 'json', 'github', 'sarif'])
        .default('text'),
    )
    .option('--json', 'same as --format json: one JSON object per line, ending with a summary')
    .option('--no-lint', 'errors only, no warnings about pitfalls')
    .addOption(
      new Option('--max-warnings <n>', 'fail if there are more warnings than this')
        .argParser(wholeNumber(0, 1e6))
        .default(Infinity, 'unlimited'),
    )
    .addHelpText(
      'after',
      `
Examples:
  graft bt check mission.xml                      with the nodes of graft's own robot
  graft bt check trees/ --nodes palette.xml       all trees in a folder, with your nodes
  graft bt check trees/ --format github           annotations on a pull request

Exit codes: 0 no errors · 1 errors, or more warnings than --max-warnings · 2 a file or palette cannot be read`,
    )
    .action(async (paths: readonly string[], options: Omit<CheckOptions, 'format'> & CheckFlags) => {
      const { check } = await import('../check/check.js')
      const format = options.json === true ? 'json' : options.format
      finish(await check(paths, { ...options, format }, io))
    })
}

interface CheckFlags {
  readonly format: Format
  readonly json?: boolean
}
