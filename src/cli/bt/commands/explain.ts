import type { Command } from 'commander'
import type { Io } from '../output/io.js'
import type { Finish } from './shared.js'

export function addExplain(bt: Command, finish: Finish, io: Io): void {
  bt.command('explain')
    .description('what the code of a problem means, with an example; without a code, all codes')
    .argument('[code]', 'such as bt.unknown-node')
    .option('--json', 'one JSON object a line', false)
    .addHelpText(
      'after',
      `
Examples:
  graft bt explain bt.unknown-node
  graft bt explain --json                         every code, for machines`,
    )
    .action(async (code: string | undefined, options: { readonly json: boolean }) => {
      const { explain } = await import('../explain/explain.js')
      finish(explain(code, options, io))
    })
}
