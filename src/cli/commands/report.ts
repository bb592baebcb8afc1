import type { Command } from 'commander'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { visibleInLine } from '#base/visible.js'
import { EXIT, exitOfRefusal, type ExitCode } from '#app/command-line/exit-code.js'
import { describeLostOutput } from '#app/run-folder/disk-error.js'
import { findRun } from '#app/run-folder/read/find-run.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'

interface ReportOptions {
  readonly out: string
  readonly json?: boolean
}

export function addReportCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('report')
    .description('regenerate report.html of a run, or compare several runs')
    .argument(
      '<run...>',
      'run id, its unique beginning, or folder; of several, a page of their own shows the curves with a band',
    )
    .option('--out <dir>', 'folder of the runs, and of the page that compares them', 'runs')
    .option('--json', 'of several runs: the figures instead of the path')
    .addHelpText('after', HELP)
    .action(async (runs: readonly string[], options: ReportOptions) => {
      const [run = ''] = runs
      const written = runs.length > 1 ? await compared(runs, options) : await regenerate(run, options.out)
      if (written.ok) process.stdout.write(`${visibleInLine(written.value)}\n`)
      else process.stderr.write(`${formatDiagnostic(written.error)}\n`)
      finish(written.ok ? EXIT.ok : exitOfRefusal(written.error))
    })
}

const HELP = `
  graft report F1-s1-1a2b3c4d     regenerates its report.html
  graft report RUN RUN            the curves of several seeds, with a band for each way they were made, and
                                  how their last trees differ: comparison-1a2b3c4d.html, one for these runs`

const warn = (damage: Diagnostic): void => void process.stderr.write(`${formatDiagnostic(damage)}\n`)

/** Several runs on one page. */
async function compared(
  runs: readonly string[],
  { out, json = false }: ReportOptions,
): Promise<Result<string, Diagnostic>> {
  const folders: string[] = []
  for (const run of runs) {
    const folder = findRun(out, run)
    if (!folder.ok) return folder
    folders.push(folder.value)
  }
  const { compareRuns } = await import('#report/compare/compare-runs.js')
  const output = {
    what: 'comparison',
    folder: out,
    missing: 'make the folder first, or name another with --out',
  }
  return writtenBy(output, async () => {
    const comparison = await compareRuns(folders, out, warn)
    return comparison.ok ? ok(json ? JSON.stringify(comparison.value) : comparison.value.file) : comparison
  })
}

async function regenerate(run: string, root: string): Promise<Result<string, Diagnostic>> {
  const folder = findRun(root, run)
  if (!folder.ok) return folder
  const { writeReport } = await import('#report/write-report.js')
  const missing = 'the folder of the run was removed meanwhile: put it back'
  const output = { what: 'report', folder: folder.value, missing }
  return writtenBy(output, () => writeReport(folder.value, warn))
}

/** Writes as the owner of a folder; a disk that fails is told in words. */
async function writtenBy(
  output: Parameters<typeof describeLostOutput>[1],
  write: () => Promise<Result<string, Diagnostic>>,
): Promise<Result<string, Diagnostic>> {
  const as = runAsOwnerOf(output.folder)
  if (!as.ok) return as
  try {
    return await write()
  } catch (error) {
    const trouble = describeLostOutput(error, output)
    if (trouble === undefined) throw error
    return err(trouble)
  }
}
