import type { Command } from 'commander'
import type { Io } from '#terminal/io.js'
import type { Finish } from './shared.js'

export function addLog(bt: Command, finish: Finish, io: Io): void {
  bt.command('log')
    .description('print a .btlog file of graft or BehaviorTree.CPP')
    .argument('<file>', 'file that ends in .btlog')
    .option('--json', 'one JSON object per line: start, transition, end', false)
    .addHelpText(
      'after',
      `
A log that ends in the middle of a record, because its process was killed, is read up to there.

Examples:
  graft bt run tree.xml --btlog run.btlog && graft bt log run.btlog
  graft bt log run.btlog --json | grep FAILURE

Exit codes: 0 read · 2 not a .btlog file`,
    )
    .action(async (file: string, options: { readonly json: boolean }) => {
      const { log } = await import('../log/log.js')
      finish(log(file, options, io))
    })
}
