import { cpus } from 'node:os'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { describeDiskError } from '#app/run-folder/disk-error.js'
import { interruptible, EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { addFieldOptions, type FieldOptions } from '../fields/field-options.js'
import { createProgress, duration } from '../progress.js'
import type { BlockInfoChoice } from './settings/configuration.js'
import { wholeNumber } from '#app/command-line/options.js'

interface Options extends FieldOptions {
  readonly seeds: readonly number[]
  readonly episodes: number
  readonly critic?: readonly string[]
  readonly sweep?: 'recall' | 'attribution' | 'edits'
  readonly actor?: 'model' | 'rules' | 'scripted'
  readonly blockInfo: BlockInfoChoice
  readonly jobs: number
  readonly out?: string
  readonly resume: boolean
  readonly json: boolean
}

export function addVrlBench(bench: Command, finish: (code: ExitCode) => void): void {
  const vrl = bench
    .command('vrl')
    .description(
      'what ten episodes teach: critics and actors on fields and seeds, in one table (docs/bench-vrl.md)',
    )
  addFieldOptions(vrl, 'the five shipped fields')
    .option('--seeds <list>', 'seeds: 1-40, or 1,2,7', seedList, [1])
    .option('--episodes <n>', 'episodes of a run', wholeNumber(1, 1000), 10)
    .option(
      '--critic <list>',
      'rows of the table, separated by commas: none, random, random-edit, no-network, rules, threshold, ' +
        'shipped, each also as ROW/edits=1, local:ID, recorded:FILE, do-nothing, scripted:none, scripted:7b, ' +
        'scripted:3b-ft, scripted:gemini, scripted:gemini+blockinfo (default: all but local and recorded)',
      (text: string) => text.split(',').filter((name) => name !== ''),
    )
    .addOption(
      new Option(
        '--sweep <share>',
        'instead of --critic: scripted critics whose recall or attribution goes up, or model and ' +
          'rules with 1, 2, 4 and 12 edits a patch',
      )
        .choices(['recall', 'attribution', 'edits'])
        .conflicts('critic'),
    )
    .addOption(
      new Option(
        '--actor <kind>',
        'who edits in the rows of a critic (default: model; scripted in the scripted rows)',
      ).choices(['model', 'rules', 'scripted']),
    )
    .addOption(
      new Option('--block-info <which>', 'rows of real critics: whether the actor is told the faces')
        .choices(['both', 'with', 'without'])
        .default('both'),
    )
    .addOption(
      new Option('--jobs <n>', 'worker processes')
        .argParser(wholeNumber(1, 256))
        .default(Math.max(1, cpus().length), 'one per core'),
    )
    .option('--out <dir>', 'folder of this bench (default: runs/bench-vrl-HASH of the settings)')
    .option('--resume', 'go on with what is in the folder', false)
    .option('--json', 'the figures as one JSON object, the last line of stdout', false)
    .addHelpText('after', HELP)
    .action(async (options: Options) => finish(await guarded(options)))
}

/** Ctrl-C once keeps what is finished; twice ends the process at once. */
async function guarded(options: Options): Promise<ExitCode> {
  try {
    return await interruptible((signal) => execute(options, signal))
  } catch (error) {
    const trouble = describeDiskError(error, options.out ?? 'runs')
    if (trouble === undefined) throw error
    return refuse([trouble])
  }
}

async function execute(options: Options, signal: AbortSignal): Promise<ExitCode> {
  // the models' runtimes take a second to load: only who runs pays for them
  const { chosenFields } = await import('../fields/field-options.js')
  const { runVrlBench } = await import('./run-vrl-bench.js')
  const { sweepRows } = await import('./settings/configuration.js')
  const { benchTable } = await import('./report/table.js')
  const fields = await chosenFields(options)
  if (!fields.ok) return refuse(fields.error)
  const { seeds, episodes, blockInfo, jobs, out, resume, sweep, actor } = options
  const critics = sweep === undefined ? options.critic : sweepRows(sweep)
  const began = performance.now()
  const ended = await runVrlBench({
    fields: fields.value,
    seeds,
    episodes,
    blockInfo,
    jobs,
    resume,
    ...(critics !== undefined && { critics }),
    ...(actor !== undefined && { actor }),
    ...(out !== undefined && { out }),
    progress: (all, before) => createProgress(all, before, process.stderr, () => performance.now()),
    signal,
  })
  if (!ended.ok) return refuse(ended.error)
  if (ended.value.kind === 'interrupted') {
    process.stderr.write(`stopped; finished runs are kept in ${ended.value.folder}: go on with --resume\n`)
    return EXIT.interrupted
  }
  const { settings, hash, figures, bars, folder, summary, resumed } = ended.value
  process.stdout.write(benchTable(settings, hash, figures, bars))
  const took = performance.now() - began
  process.stderr.write(`${duration(took)}; runs, CSV, summary and curve are in ${folder}\n`)
  if (resumed === 0 && settings.fields.length * seeds.length * episodes === BAR_EPISODES)
    process.stderr.write(`bar: 50 episodes a row in under 5 min: ${took < BAR_MS ? 'yes' : 'NO'}\n`)
  if (options.json) process.stdout.write(`${JSON.stringify(summary)}\n`)
  return EXIT.ok
}

/** Benchmarks §6.1, bar 6, on two cores. */
const BAR_EPISODES = 50
const BAR_MS = 300_000

function refuse(problems: readonly Diagnostic[]): ExitCode {
  for (const problem of problems) process.stderr.write(`${formatDiagnostic(problem)}\n`)
  return problems.some(({ code }) => code.startsWith('model.')) ? EXIT.models : EXIT.usage
}

const MOST_SEEDS = 10_000

/** `1-40`, `3`, `1,2,7-9`; every seed once, in the order given. */
export function seedList(text: string): readonly number[] {
  const parts = text.split(',').map((part) => /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part.trim()))
  const ranges = parts.map((match) => [Number(match?.[1]), Number(match?.[2] ?? match?.[1])] as const)
  const sizes = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const wrong = parts.includes(null) || ranges.some(([first, last]) => last < first) || sizes > MOST_SEEDS
  if (wrong)
    throw new InvalidArgumentError(
      `expected seeds such as 1-40 or 1,2,7, at most ${MOST_SEEDS}, got ${JSON.stringify(text)}`,
    )
  return [
    ...new Set(
      ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i)),
    ),
  ]
}

const HELP = `
Rows: none = nobody looks, the actor has trace and score; shipped = the models of this release, with and without
BlockInfo; rules = rules in place of the language model; threshold = a colour threshold in place of the critic's \
network;
no-network = both; random, random-edit = edits drawn from what the model's grammar allows, with and without "no \
edit"; attainable = the best plan of each field (always played: the other rows are measured against it);
do-nothing = a robot that stays at home. Rows scripted:* are stand-ins whose quality is an input: they check the loop,
not a model.

Each run is ten episodes on one field with one seed, through the same loop as graft run. The same settings give the
same episodes.csv, byte for byte, whatever --jobs is. Ctrl-C keeps what is finished; --resume goes on.`
