import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { EXIT, type ExitCode } from '../exit-code.js'
import { findRun } from '../run/find-run.js'

export function addReportCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('report')
    .description('write report.html of a run again')
    .argument('<run>', 'id of a run, or its folder')
    .option('--out <dir>', 'where runs are kept', 'runs')
    .action(async (run: string, options: { readonly out: string }) => {
      const folder = findRun(options.out, run)
      if (folder === undefined || !existsSync(join(folder, 'episodes.jsonl'))) {
        process.stderr.write(`there is no run ${run} in ${options.out}\n`)
        return finish(EXIT.usage)
      }
      const { writeReport } = await import('../report/write-report.js')
      process.stdout.write(`${await writeReport(folder)}\n`)
    })
}
