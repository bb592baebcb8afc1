import type { Command } from 'commander'
import type { ExitCode } from '#app/command-line/exit-code.js'
import { projectFile } from '#documents/read-text-file.js'
import { answer, positive } from '../answer.js'
import { runActorBench } from './run-actor-bench.js'

interface Options {
  readonly data: string
  readonly cases?: number
  readonly model?: string
  readonly free: boolean
  readonly json: boolean
}

/** `graft bench actor`: how good the language model's edits are, on situations that no training saw. */
export function addActorBench(bench: Command, finish: (code: ExitCode) => void): void {
  bench
    .command('actor')
    .description('best edits, validity, unseen wording, calibration and speed of the actor on held-out cases')
    .option(
      '--data <file>',
      'cases (lab/training/actor/write-cases.ts)',
      projectFile('models/heldout/actor.jsonl'),
    )
    .option('--cases <n>', 'only the first n cases', positive)
    .option('--model <id>', 'an actor of models/manifest.json; default: the first')
    .option('--no-free', 'leave out the replies without grammar')
    .option('--json', 'the last line is the figures as JSON', false)
    .action(async (options: Options) => {
      const result = await runActorBench(options, (line) => process.stderr.write(`${line}\n`))
      answer(result, options.json, finish)
    })
}
