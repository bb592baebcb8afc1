import type { Command } from 'commander'
import type { Io } from '../output/io.js'
import type { DiffOptions } from '../diff/diff.js'
import type { EditOptions } from '../edit/edit.js'
import type { FmtOptions } from '../fmt/fmt.js'
import { nodesOption, pluginOption, type Finish } from './shared.js'
import { wholeNumber } from '#app/command-line/options.js'

export function addDiff(bt: Command, finish: Finish, io: Io): void {
  bt.command('diff')
    .description('what differs between the trees of two files, whatever their layout and comments')
    .argument('<a>', 'XML file')
    .argument('<b>', 'XML file')
    .addOption(nodesOption())
    .addOption(pluginOption())
    .option('--context <n>', 'unchanged lines around a change', wholeNumber(0, 1e6), 3)
    .option('--json', 'the patch from A to B, as graft bt edit reads it', false)
    .option('--svg <file>', 'also draw the first tree that changed, before and after in one picture')
    .addHelpText(
      'after',
      `
Examples:
  graft bt diff old.xml new.xml
  graft bt diff old.xml new.xml --json > patch.json
  graft bt diff old.xml new.xml --svg diff.svg

Exit codes: 0 the same trees · 1 they differ · 2 a file cannot be read`,
    )
    .action(async (a: string, b: string, options: DiffOptions) => {
      const { btDiff } = await import('../diff/diff.js')
      finish(await btDiff(a, b, options, io))
    })
}

export function addEdit(bt: Command, finish: Finish, io: Io): void {
  bt.command('edit')
    .description('apply a patch to a file; comments and layout stay where nothing changed')
    .argument('<file>', 'XML file')
    .requiredOption('--patch <patch.json>', 'JSON array of edits (docs/bt/edits.md)')
    .option('--write', 'change the file instead of printing the new text', false)
    .addOption(nodesOption())
    .addOption(pluginOption())
    .addHelpText(
      'after',
      `
All edits are applied or none, and a patch that breaks a sound tree is refused.

Examples:
  graft bt edit mission.xml --patch patch.json            the new text on stdout
  graft bt diff old.xml new.xml --json > p.json && graft bt edit mine.xml --patch p.json --write

Exit codes: 0 applied · 2 refused, nothing was changed`,
    )
    .action(async (file: string, options: EditOptions) => {
      const { edit } = await import('../edit/edit.js')
      finish(await edit(file, options, io))
    })
}

export function addFmt(bt: Command, finish: Finish, io: Io): void {
  bt.command('fmt')
    .description('one layout for all trees; comments, order of attributes and meaning stay')
    .argument('<paths...>', 'XML files, and folders of them')
    .option('--check', 'only name the files that are not formatted', false)
    .option('--write', 'change the files', false)
    .addHelpText(
      'after',
      `
Examples:
  graft bt fmt mission.xml                        the formatted text on stdout
  graft bt fmt trees/ --write
  graft bt fmt trees/ --check                     in CI

Exit codes: 0 formatted · 1 --check found files that are not · 2 a file is no XML`,
    )
    .action(async (paths: readonly string[], options: FmtOptions) => {
      const { fmt } = await import('../fmt/fmt.js')
      finish(fmt(paths, options, io))
    })
}
