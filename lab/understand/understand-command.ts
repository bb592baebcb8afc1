import { Option, type Command } from 'commander'
import { EXIT, interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { answer } from '#lab/bench/answer.js'
import { createProgress } from '#lab/bench/progress.js'

interface Options {
  readonly orders: readonly string[]
  readonly split?: 'dev' | 'heldout'
  readonly csv?: string
  readonly json: boolean
  readonly show: boolean
  readonly spoil: boolean
}

export function addUnderstandBench(bench: Command, finish: (code: ExitCode) => void): void {
  bench
    .command('understand')
    .description('how well are orders understood that others wrote? Beside parsers that anybody would write')
    .option('--orders <file...>', 'files of orders instead of those in lab/understand/orders', [])
    .addOption(new Option('--split <which>', 'one split only').choices(['dev', 'heldout']))
    .option('--csv <file>', 'write a line for each reader on each order')
    .option('--json', 'the last line is the figures as JSON', false)
    .option('--show', 'print the orders that are not understood as they are meant; not those held out', false)
    .option('--spoil', 'show held-out orders as well, which are of no use for measuring then', false)
    .action(async (options: Options) => finish(await interruptible((signal) => execute(options, signal))))
}

async function execute(options: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runUnderstandBench } = await import('./run-understand-bench.js')
  const { loadLexicon } = await import('#app/world/hear-order.js')
  const result = await runUnderstandBench({
    ...options,
    lexicon: loadLexicon(),
    progress: (all) => createProgress(all, 0, process.stderr, () => performance.now()),
    signal,
  })
  let code: ExitCode = signal.aborted ? EXIT.interrupted : EXIT.ok
  answer(result, options.json, (worse) => {
    if (!signal.aborted) code = worse
  })
  return code
}
