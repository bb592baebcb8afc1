import type { Command } from 'commander'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { describeDiskError } from '#app/run-folder/disk-error.js'
import { findRun } from '#app/run-folder/read/find-run.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'

export function addReportCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('report')
    .description('regenerate report.html of a run')
    .argument('<run>', 'run id or folder')
    .option('--out <dir>', 'folder of the runs', 'runs')
    .action(async (run: string, options: { readonly out: string }) => {
      const written = await regenerate(run, options.out)
      if (written.ok) process.stdout.write(`${written.value}\n`)
      else process.stderr.write(`${formatDiagnostic(written.error)}\n`)
      finish(written.ok ? EXIT.ok : EXIT.usage)
    })
}

async function regenerate(run: string, root: string): Promise<Result<string, Diagnostic>> {
  const folder = findRun(root, run)
  if (!folder.ok) return folder
  const { writeReport } = await import('#report/write-report.js')
  const as = runAsOwnerOf(folder.value)
  if (!as.ok) return as
  try {
    return await writeReport(folder.value)
  } catch (error) {
    const trouble = describeDiskError(error, folder.value, true)
    if (trouble === undefined) throw error
    return err(trouble)
  }
}
