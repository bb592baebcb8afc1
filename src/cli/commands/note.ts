import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { addNote, readEpisodes } from '#adapters/store/run-store.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { checkNote } from '#learning/notes.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { findRun, unknownRun } from '#app/run-folder/restore.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { wholeNumber } from '#app/command-line/options.js'

export function addNoteCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('note')
    .description('write what you saw in an episode: for its report and for the next prompt of a chat model')
    .argument('<run>', 'id of a run, or its folder')
    .argument('<episode>', 'number of the episode', wholeNumber(1, 1000))
    .argument('<text>', 'one sentence or several, in quotes')
    .option('--out <dir>', 'where runs are kept', 'runs')
    .option('--by <name>', 'who saw it (default: your user name)')
    .action((run: string, episode: number, text: string, { out, by }: { out: string; by?: string }) => {
      const noted = note(out, run, { episode, said: text, by: by ?? userInfo().username })
      if (noted.ok) process.stdout.write(`noted for episode ${episode} of ${noted.value}\n`)
      else process.stderr.write(`${formatDiagnostic(noted.error)}\n`)
      finish(noted.ok ? EXIT.ok : EXIT.usage)
    })
    .addHelpText('after', HELP)
}

export interface Noted {
  readonly episode: number
  readonly said: string
  readonly by: string
}

/** @returns the folder of the run */
export function note(root: string, run: string, { episode, said, by }: Noted): Result<string, Diagnostic> {
  const text = checkNote(said)
  if (!text.ok) return text
  const folder = findRun(root, run)
  if (folder === undefined) return err(unknownRun(root, run))
  const as = runAsOwnerOf(folder)
  if (!as.ok) return as
  const finished = readEpisodes(folder).length
  // the one that is under way may be written of already
  if (episode > finished + 1)
    return err({
      code: 'note.no-episode',
      severity: 'error',
      message: `run ${run} has no episode ${episode}`,
      expected: `1 to ${finished}, or ${finished + 1} while it runs`,
      got: String(episode),
    })
  addNote(folder, { episode, by, at: Date.now(), text: text.value })
  return ok(folder)
}

const HELP = `
A note stands whole: beside the record (notes.jsonl), in the report (graft report RUN writes it again), and in the
prompt of a general chat model after that episode and the later ones. The small model that is shipped was not trained to
read sentences; it sees their first words only.

  graft note F1-s1-1a2b3c4d 3 "the block at slot 2 slipped because the cup was wet"`
