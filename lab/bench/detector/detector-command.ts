import { writeFileSync } from 'node:fs'
import { Option, type Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { endOf } from '../answer.js'
import { createProgress } from '../progress.js'
import type { DetectorBench } from './run-detector-bench.js'

type Options = Omit<DetectorBench, 'progress' | 'signal'> & { readonly csv?: string; readonly json: boolean }

export function addDetectorBench(bench: Command, finish: (code: ExitCode) => void): void {
  bench
    .command('detector')
    .description(
      'are formulas about scenes answered rightly from what is seen of them? (docs/bench-detector.md)',
    )
    .addOption(
      new Option('--split <name>', 'whose shapes, hues and arrangements')
        .choices(['test', 'validation'])
        .default('test'),
    )
    .option('--scenes <n>', 'how many; 80 take ten minutes', wholeNumber(1, 10_000), 80)
    .option('--from <n>', 'number of the first', wholeNumber(0, 1_000_000), 5_000)
    .option('--formulas <n>', 'about each scene', wholeNumber(1, 10_000), 60)
    .option('--models <folder>', 'where sight.onnx and bounds.json are', 'models/sight')
    .option('--facts <file>', 'keep what readers say of scenes, and do not look twice')
    .option('--confidences <file>', 'how often readers are right', 'lab/bench/detector/confidences.json')
    .option('--fit', 'write that file, fitted on these scenes', false)
    .option('--csv <file>', 'write a line for each formula and reader')
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async (options: Options) => finish(await interruptible((signal) => execute(options, signal))))
}

async function execute({ csv, json, ...options }: Options, signal: AbortSignal): Promise<ExitCode> {
  const { runDetectorBench } = await import('./run-detector-bench.js')
  const { detectorCsv } = await import('./page.js')
  const result = await runDetectorBench({
    ...options,
    signal,
    progress: (all) => createProgress(all, 0, process.stderr, () => performance.now()),
  })
  if (csv !== undefined && result.ok) writeFileSync(csv, detectorCsv(result.value.rows))
  return endOf(result, json, signal)
}
