import type { Command } from 'commander'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { endWithTheReader, processIo, type Io } from '#terminal/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'

/** `graft record`: handles recordings for Foxglove and Lichtblick. */
export function addRecordCommand(
  program: Command,
  finish: (code: ExitCode) => void,
  io: Io = processIo(),
): void {
  const record = program
    .command('record')
    .description('show and repair recordings for Foxglove and Lichtblick')
    .addHelpText('after', HELP)
  const say = (problems: readonly Diagnostic[], code: ExitCode): void => {
    for (const problem of problems) io.err.write(`${formatDiagnostic(problem)}\n`)
    finish(code)
  }
  record
    .command('show')
    .description('show topics, counts, duration and gaps; for an unfinished file, what a repair would keep')
    .argument('<file>', 'an .mcap file')
    .option('--json', 'one JSON object', false)
    .addHelpText('after', '\nExamples:\n  graft record show recordings/F1-s1-1a2b3c4d-02.mcap')
    .action(async (file: string, { json }: { readonly json: boolean }) => {
      const { show } = await import('./show.js')
      const shown = await show(file, json, io)
      if (!shown.ok) say([shown.error], EXIT.usage)
    })
  record
    .command('repair')
    .description('repair recordings whose writer was killed: drop the torn tail, rebuild index and summary')
    .argument('<path...>', '.mcap files or folders')
    .option('--force', 'repair even a file that was written to a moment ago', false)
    .option('--json', 'one JSON object per file', false)
    .action(
      async (paths: readonly string[], options: { readonly force: boolean; readonly json: boolean }) => {
        const { repairPaths } = await import('./mend.js')
        const problems = await repairPaths(paths, options, io)
        say(problems, problems.length === 0 ? EXIT.ok : problems.every(isDamage) ? EXIT.no : EXIT.usage)
      },
    )
  record
    .command('layout')
    .description(
      "print the shipped layout with a row per node of a recording's tree, to import into the viewer",
    )
    .argument('<file>', 'an .mcap file')
    .action(async (file: string) => {
      const { writeLayout } = await import('./show.js')
      const written = await writeLayout(file, io)
      if (!written.ok) say([written.error], EXIT.usage)
    })
  if (io.out === process.stdout) record.hook('preAction', endWithTheReader)
}

/** It was looked through, and cannot be made whole. */
const isDamage = ({ code }: Diagnostic): boolean => code === 'record.damaged'

const HELP = `
graft serve records each episode: RUN-EE.mcap for Foxglove and Lichtblick, RUN-EE.btlog for Groot2. After a crash or a
power cut they are repaired at the next start; repair does the same manually, for instance on a copy.

Examples:
  graft record show recordings/F1-s1-1a2b3c4d-02.mcap
  graft record repair recordings
  graft record layout recordings/F1-s1-1a2b3c4d-02.mcap > layout.json

The manual: docs/recording.md

Exit codes: 0 done · 1 damaged, and left as it is (repair) · 2 no such file, or not a recording`
