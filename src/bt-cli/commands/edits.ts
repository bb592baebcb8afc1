import type { Command } from 'commander'
import type { Io } from '#terminal/io.js'
import type { DiffOptions } from '../diff/diff.js'
import type { EditOptions } from '../edit/edit.js'
import type { FmtOptions } from '../fmt/fmt.js'
import { nodesOption, pluginOption, type Finish } from './shared.js'
import { wholeNumber } from '#app/command-line/options.js'

export function addDiff(bt: Command, finish: Finish, io: Io): void {
  bt.command('diff')
    .description('compare the trees of two files, ignoring layout and comments')
    .argument('<a>', 'XML file')
    .argument('<b>', 'XML file')
    .addOption(nodesOption())
    .addOption(pluginOption())
    .option('--context <n>', 'unchanged lines of context', wholeNumber(0, 1e6), 3)
    .option('--json', 'print the patch from A to B, for graft bt edit', false)
    .option('--svg <file>', 'also draw the first tree that changed, before and after in one picture')
    .addHelpText(
      'after',
      `
Examples:
  graft bt diff old.xml new.xml
  graft bt diff old.xml new.xml --json > patch.json
  graft bt diff old.xml new.xml --svg diff.svg

Exit codes: 0 trees are equal · 1 trees differ · 2 a file cannot be read`,
    )
    .action(async (a: string, b: string, options: DiffOptions) => {
      const { btDiff } = await import('../diff/diff.js')
      finish(await btDiff(a, b, options, io))
    })
}

export function addEdit(bt: Command, finish: Finish, io: Io): void {
  bt.command('edit')
    .description('apply a patch to a file; comments and layout are kept where nothing changes')
    .argument('<file>', 'XML file')
    .requiredOption('--patch <patch.json>', 'JSON array of edits (docs/bt/edits.md)')
    .option('--write', 'change the file instead of printing the new text', false)
    .addOption(nodesOption())
    .addOption(pluginOption())
    .addHelpText(
      'after',
      `
All edits are applied or none; a patch that would break a valid tree is refused.

Examples:
  graft bt edit mission.xml --patch patch.json            print the new text
  graft bt diff old.xml new.xml --json > p.json; graft bt edit mine.xml --patch p.json --write

Exit codes: 0 applied · 2 refused, nothing was changed`,
    )
    .action(async (file: string, options: EditOptions) => {
      const { edit } = await import('../edit/edit.js')
      finish(await edit(file, options, io))
    })
}

export function addFmt(bt: Command, finish: Finish, io: Io): void {
  bt.command('fmt')
    .description('format trees; comments, attribute order and meaning are kept')
    .argument('<paths...>', 'XML files or folders')
    .option('--check', 'only list the files that are not formatted', false)
    .option('--write', 'change the files in place', false)
    .addHelpText(
      'after',
      `
Examples:
  graft bt fmt mission.xml                        print the formatted text
  graft bt fmt trees/ --write
  graft bt fmt trees/ --check                     in CI

Exit codes: 0 formatted · 1 --check found unformatted files · 2 a file is not XML`,
    )
    .action(async (paths: readonly string[], options: FmtOptions) => {
      const { fmt } = await import('../fmt/fmt.js')
      finish(fmt(paths, options, io))
    })
}
