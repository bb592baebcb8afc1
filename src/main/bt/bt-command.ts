import { InvalidArgumentError, Option, type Command } from 'commander'
import type { ExitCode } from '../exit-code.js'
import type { CheckOptions } from './check/check.js'
import type { Format } from './check/formats.js'
import { processIo } from './common/io.js'
import type { NodesOptions } from './nodes/nodes.js'
import type { TraceOptions } from './trace/trace.js'

/** `graft bt …`: the behaviour-tree engine's tools, which need neither robot nor models. */
export function addBtCommand(program: Command, finish: (code: ExitCode) => void): void {
  const bt = program
    .command('bt')
    .description('behaviour trees: check, explain and look at them; no robot and no models needed')
    .addHelpText('after', HELP)
  addCheck(bt, finish)
  addExplain(bt, finish)
  addNodes(bt, finish)
  addTrace(bt, finish)
}

type Finish = (code: ExitCode) => void

function addCheck(bt: Command, finish: Finish): void {
  bt.command('check')
    .description('find every problem of trees at once, each with its line and column')
    .argument('<paths...>', 'XML files, and folders of them')
    .addOption(nodesOption())
    .addOption(compatOption())
    .addOption(
      new Option('--format <format>', 'how the result is written')
        .choices(['text', 'json', 'github', 'sarif'])
        .default('text'),
    )
    .option('--json', 'the same as --format json: one JSON object a line, the last a summary')
    .option('--no-lint', 'errors only: no warnings about traps')
    .option('--max-warnings <n>', 'more warnings than this count as a failure', wholeNumber(0, 1e6), Infinity)
    .addHelpText(
      'after',
      `
Examples:
  graft bt check mission.xml                      against graft's own robot
  graft bt check trees/ --nodes palette.xml       all trees in a folder, against your nodes
  graft bt check trees/ --format github           annotations on a pull request

Exit codes: 0 no errors · 2 errors, or more warnings than --max-warnings`,
    )
    .action(async (paths: readonly string[], options: Omit<CheckOptions, 'format'> & CheckFlags) => {
      const { check } = await import('./check/check.js')
      const format = options.json === true ? 'json' : options.format
      finish(check(paths, { ...options, format }, processIo()))
    })
}

interface CheckFlags {
  readonly format: Format
  readonly json?: boolean
}

function addExplain(bt: Command, finish: Finish): void {
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
      const { explain } = await import('./explain/explain.js')
      finish(explain(code, options, processIo()))
    })
}

function addNodes(bt: Command, finish: Finish): void {
  bt.command('nodes')
    .description('the nodes that a tree may use, or everything about one')
    .argument('[id]', 'a node type such as Sequence')
    .addOption(nodesOption())
    .option('--json', 'one JSON object a line', false)
    .addHelpText(
      'after',
      `
Examples:
  graft bt nodes                                  built-in nodes and those of graft's robot
  graft bt nodes RetryUntilSuccessful             one node: its ports, how it is written`,
    )
    .action(async (id: string | undefined, options: NodesOptions) => {
      const { nodes } = await import('./nodes/nodes.js')
      finish(nodes(id, options, processIo()))
    })
}

function addTrace(bt: Command, finish: Finish): void {
  bt.command('trace')
    .description('run recorded cases on this engine and print what it does')
    .argument('<paths...>', 'NAME.expected.json beside its NAME.xml, or folders of them')
    .option('--json', 'one line a case, {"name", "expect"}, in the form of the recordings', false)
    .option('--compare', 'say how far each case agrees with its recording', false)
    .addHelpText(
      'after',
      `
Only the input of a case is read ("case"), never what was recorded ("expect"), unless --compare is given.

Examples:
  graft bt trace cases/ --json > ours.jsonl       what this engine does, for a comparison
  graft bt trace cases/ --compare                 L1 statuses · L2 also events, blackboards · L3 also tick results

Exit codes: 0 all ran (and agree) · 1 the engine crashed in a case · 2 unreadable cases, or differences`,
    )
    .action(async (paths: readonly string[], options: TraceOptions) => {
      const { trace } = await import('./trace/trace.js')
      finish(trace(paths, options, processIo()))
    })
}

const nodesOption = (): Option =>
  new Option(
    '--nodes <palette.xml>',
    "describes your nodes (a TreeNodesModel, as Groot2 exports it), instead of those of graft's robot; can be repeated",
  ).argParser((file: string, before: readonly string[] | undefined) => [...(before ?? []), file])

const compatOption = (): Option =>
  new Option('--compat <version>', '4.10 does as BehaviorTree.CPP 4.10 does; strict refuses what it is too lenient about')
    .choices(['4.10', 'strict'])
    .default('4.10')

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`expected a whole number from ${min} to ${max}, got ${JSON.stringify(text)}`)
  }
}

const HELP = `
Examples:
  graft bt check mission.xml                      every problem, with line, column and what to do
  graft bt nodes                                  which nodes there are

The manual: docs/bt/README.md`
