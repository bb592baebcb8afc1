import { Option, type Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { endOf } from '#lab/bench/answer.js'
import { createProgress } from '#lab/bench/progress.js'
import { orderReaders, SHIPPED } from './readers.js'
import { SPLITS, type Split } from './sets.js'
import { SHOWN, type Shown } from './shown.js'

interface Options {
  readonly orders: readonly string[]
  readonly split?: Split
  readonly world?: string
  readonly by?: readonly string[]
  readonly top: boolean
  readonly csv?: string
  readonly svg?: string
  readonly json: boolean
  readonly show?: Shown
  readonly spoil: boolean
}

export function addUnderstandBench(bench: Command, finish: (code: ExitCode) => void): void {
  const names = orderReaders().map(({ name }) => name)
  bench
    .command('understand')
    .description('how well are orders understood that others wrote? Beside parsers that anybody would write')
    .option('--orders <file...>', 'files of orders instead of those in lab/understand/orders', [])
    .addOption(new Option('--split <which>', 'one split only; all but train without it').choices(SPLITS))
    .option('--world <name>', 'orders in this world only')
    .addOption(new Option('--by <reader...>', 'these readers only, and show what they read').choices(names))
    .option('--top', 'judge likeliest readings, without search: quick', false)
    .option('--csv <file>', 'write a line for each reader on each order')
    .option('--svg <file>', 'draw risk against coverage')
    .option('--json', 'the last line is the figures as JSON', false)
    .addOption(
      new Option('--show [which]', 'print orders, what is meant and what is read; not those held out')
        .choices(SHOWN)
        .preset('wrong'),
    )
    .option('--spoil', 'show held-out orders as well, which are of no use for measuring then', false)
    .action(async (options: Options) => finish(await interruptible((signal) => execute(options, signal))))
}

async function execute({ by, ...options }: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runUnderstandBench } = await import('./run-understand-bench.js')
  const { loadLexicon } = await import('#app/world/hear-order.js')
  const result = await runUnderstandBench({
    ...options,
    shownReaders: by ?? [SHIPPED],
    readers: orderReaders().filter(({ name }) => by === undefined || by.includes(name)),
    lexicon: loadLexicon(),
    progress: (all) => createProgress(all, 0, process.stderr, () => performance.now()),
    signal,
  })
  return endOf(result, options.json, signal)
}
