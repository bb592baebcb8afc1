import type { Command } from 'commander'
import type { Io } from '#terminal/io.js'
import type { TraceOptions } from '../trace/trace.js'
import type { Finish } from './shared.js'

export function addTrace(bt: Command, finish: Finish, io: Io): void {
  bt.command('trace')
    .description('run recorded cases on this engine and print what it does')
    .argument('<paths...>', 'NAME.expected.json files next to NAME.xml, or folders')
    .option('--json', 'one line per case, {"name", "expect"}, in the format of the recordings', false)
    .option('--compare', 'show how far each case agrees with its recording', false)
    .addHelpText(
      'after',
      `
Only the input of a case is read ("case"), never what was recorded ("expect"), unless --compare is given.

Examples:
  graft bt trace cases/ --json > ours.jsonl       what this engine does, to compare
  graft bt trace cases/ --compare                 L1 statuses · L2 also events, blackboards · L3 also tick results

Exit codes: 0 all ran (and agree) · 1 --compare found differences · 2 a case cannot be read ·
            70 the engine crashed in a case`,
    )
    .action(async (paths: readonly string[], options: TraceOptions) => {
      const { trace } = await import('../trace/trace.js')
      finish(trace(paths, options, io))
    })
}
