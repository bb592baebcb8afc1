import { Option, type Command } from 'commander'
import type { ExitCode } from '#app/command-line/exit-code.js'
import { projectFile } from '#documents/read-text-file.js'
import { answer, positive } from '../answer.js'

interface Options {
  readonly data: string
  readonly model?: string
  readonly episodes?: number
  readonly mode?: 'final'
  readonly out?: string
  readonly json: boolean
}

/** `graft bench critic`: how much of what was really wrong the critic sees, and how sure it may be of it. */
export function addCriticBench(bench: Command, finish: (code: ExitCode) => void): void {
  bench
    .command('critic')
    .description(
      'issues found, false claims, node attribution and calibration of the critic on labelled episodes',
    )
    .option('--data <folder>', 'a set of episodes (docs/episode-sets.md)', projectFile('models/heldout'))
    .option('--model <id>', 'a critic of models/manifest.json; default: the first')
    .option('--episodes <n>', 'only the first n episodes', positive)
    .addOption(new Option('--mode <mode>', 'count only the reports of this mode').choices(['final']))
    .option('--out <dir>', 'write the reliability diagram there')
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async (options: Options) => {
      // the model's runtime takes a second to load: only who runs pays for it
      const { runCriticBench } = await import('./run-critic-bench.js')
      const result = await runCriticBench(options, (line) => process.stderr.write(`${line}\n`))
      answer(result, options.json, finish)
    })
}
