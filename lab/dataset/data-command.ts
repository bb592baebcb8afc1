import type { Command } from 'commander'
import type { ExitCode } from '#app/command-line/exit-code.js'
import { checkSet } from './check.js'
import { exportRun } from './export.js'
import { showSet } from './show.js'

/** `graft data`: sets of episodes to train and examine models on (docs/episode-sets.md). */
export function addDataCommand(program: Command, finish: (code: ExitCode) => void): void {
  const data = program
    .command('data')
    .description('sets of episodes that critics and actors are trained and examined on')
  data
    .command('export')
    .description('make a set of a run: what was seen and done, what the critic said; also of a real robot')
    .argument('<run>', 'id of a run, or its folder')
    .requiredOption('--out <folder>', 'a new folder for the set')
    .option('--runs <dir>', 'where runs are kept', 'runs')
    .option('--labels <file>', 'what was really wrong, by a person: JSONL, one moment a line')
    .action(async (run: string, options: { out: string; runs: string; labels?: string }) => {
      finish(await exportRun({ run, ...options }))
    })
  data
    .command('check')
    .description('read every line and every picture of a set')
    .argument('<folder>', 'folder of a set')
    .option('--json', 'one line of JSON', false)
    .addHelpText(
      'after',
      '\nExit codes: 0 all as it should be · 1 something is wrong or missing · 2 it is no set',
    )
    .action(async (folder: string, { json }: { json: boolean }) => finish(await checkSet(folder, json)))
  data
    .command('show')
    .description('what a set holds: episodes, moments, issues by impact and mode')
    .argument('<folder>', 'folder of a set')
    .option('--json', 'one line of JSON', false)
    .action(async (folder: string, { json }: { json: boolean }) => finish(await showSet(folder, json)))
}
