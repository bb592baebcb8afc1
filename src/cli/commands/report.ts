import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { formatDiagnostic } from '#base/diagnostic.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { readRunManifest } from '#app/run-folder/read-run-manifest.js'
import { findRun } from '#app/run-folder/restore.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'

export function addReportCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('report')
    .description('regenerate report.html of a run')
    .argument('<run>', 'run id or folder')
    .option('--out <dir>', 'folder of the runs', 'runs')
    .action(async (run: string, options: { readonly out: string }) => {
      const folder = findRun(options.out, run)
      if (folder === undefined || !existsSync(join(folder, 'episodes.jsonl'))) {
        process.stderr.write(`there is no run ${run} in ${options.out}\n`)
        return finish(EXIT.usage)
      }
      const manifest = readRunManifest(folder)
      if (!manifest.ok) {
        process.stderr.write(`${formatDiagnostic(manifest.error)}\n`)
        return finish(EXIT.usage)
      }
      const { writeReport } = await import('#report/write-report.js')
      const as = runAsOwnerOf(folder)
      if (!as.ok) {
        process.stderr.write(`${formatDiagnostic(as.error)}\n`)
        return finish(EXIT.usage)
      }
      process.stdout.write(`${await writeReport(folder)}\n`)
    })
}
