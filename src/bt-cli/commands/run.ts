import { Option, type Command } from 'commander'
import type { Io } from '#terminal/io.js'
import { parseEntry } from '../run/blackboard.js'
import { MOCK_TICKS, parseMock } from '#app/models/mock-spec.js'
import type { BtRunOptions } from '../run/run.js'
import { collect, compatOption, nodesOption, pluginOption, positive, type Finish } from './shared.js'
import { interruptible } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'

export function addRun(bt: Command, finish: Finish, io: Io): void {
  bt.command('run')
    .description('run a tree on this computer and watch it; no robot moves')
    .argument('<file>', 'XML file with the tree')
    .option('--tree <id>', 'tree to run (default: the main tree)')
    .addOption(nodesOption())
    .addOption(pluginOption())
    .addOption(compatOption())
    .option(
      '--mock <spec>',
      'simulate nodes without code: success, failure@10 (in tick 10), running, 70%, or one type: ' +
        'Grasp=failure; can be repeated',
      collect(parseMock),
    )
    .option('--seed <n>', 'seed for mocks that succeed at random', wholeNumber(0, 2 ** 31 - 1), 1)
    .option(
      '--blackboard <key=value>',
      'set an entry before the first tick; can be repeated',
      collect(parseEntry),
    )
    .option('--hz <n>', 'ticks per second', positive(10_000), 50)
    .addOption(
      new Option('--ticks <n>', 'halt after this many ticks')
        .argParser(wholeNumber(1, 1e9))
        .default(Infinity, 'until the tree is done'),
    )
    .option('--repeat', 'restart when the tree is done', false)
    .option('--fast', 'virtual time, as fast as possible; deterministic', false)
    .option('--trace <file>', 'write every status change, one JSON object per line')
    .option('--btlog <file>', 'write a log that Groot2 and graft bt log read')
    .option('--chrome <file>', 'write a trace for chrome://tracing and ui.perfetto.dev')
    .option(
      '--groot [port]',
      'let Groot2 and graft bt watch connect, on this port and the next',
      wholeNumber(0, 65534),
    )
    .option('--hooks', 'with --groot: also let them set breakpoints and replace results', false)
    .option('--json', 'one JSON object per line: start, transition, end', false)
    .addHelpText('after', HELP)
    .action(runTree(finish, io))
}

const runTree =
  (finish: Finish, io: Io) =>
  async (file: string, options: Omit<BtRunOptions, 'groot'> & { readonly groot?: number | true }) => {
    const { btRun } = await import('../run/run.js')
    const { groot, ...rest } = options
    const port = groot === undefined ? {} : { groot: groot === true ? 1667 : groot }
    finish(await interruptible((signal) => btRun(file, { ...rest, ...port }, io, signal)))
  }

const HELP = `
The tree is ticked exactly once every 1/hz seconds. Skills of graft's robot have no code here: run a mission on the \
robot
or on the virtual one with graft run --tree, or simulate them with --mock. Simulated nodes are named in the output.

Examples:
  graft bt run tree.xml                                 a tree of built-in nodes and scripts
  graft bt run bt/initial.xml --mock success            every skill succeeds after ${MOCK_TICKS} ticks
  graft bt run mission.xml --mock 80% --mock MoveToHome=failure --fast --seed 7
  graft bt run tree.xml --groot --repeat                watch it in Groot2, or with graft bt watch

Exit codes: 0 SUCCESS (or --ticks reached) · 2 the tree was refused · 6 FAILURE, or an error while it ran ·
            8 a file could not be written to its end · 130 Ctrl-C`
