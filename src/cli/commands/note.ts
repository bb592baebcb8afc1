import { FIELD_EXAMPLES } from '#app/command-line/field-examples.js'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { isLocked } from '#adapters/store/run-lock.js'
import { addNote } from '#adapters/store/run-store.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import { visibleInLine } from '#base/visible.js'
import { checkNote } from '#learning/notes.js'
import { EXIT, exitOfRefusal, type ExitCode } from '#app/command-line/exit-code.js'
import { describeLostOutput } from '#app/run-folder/disk-error.js'
import { findRun } from '#app/run-folder/read/find-run.js'
import { readNotes } from '#app/run-folder/read/read-extras.js'
import { readRunFolder } from '#app/run-folder/read/read-run.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { named, wholeNumber } from '#app/command-line/options.js'

export function addNoteCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('note')
    .description('add a note to an episode, for its report and for later prompts of a chat model')
    .argument('<run>', 'run id or folder')
    .argument('<episode>', 'episode number', wholeNumber(1, 1000))
    .argument('<text>', 'one or more sentences, in quotes')
    .option('--out <dir>', 'folder of the runs', 'runs')
    .option('--by <name>', 'author (default: your user name)', named)
    .action((run: string, episode: number, text: string, { out, by }: { out: string; by?: string }) => {
      const noted = note(out, run, { episode, said: text, by: by ?? userName() })
      if (noted.ok)
        process.stdout.write(
          `noted for episode ${episode} of ${visibleInLine(noted.value)}\n${reportHint(noted.value)}`,
        )
      else process.stderr.write(`${formatDiagnostic(noted.error)}\n`)
      finish(noted.ok ? EXIT.ok : exitOfRefusal(noted.error))
    })
    .addHelpText('after', HELP)
}

/** A report is a page of its own, which knows nothing of what is noted later. */
const reportHint = (folder: string): string =>
  existsSync(join(folder, 'report.html'))
    ? `graft report ${visibleInLine(folder)} writes its report anew, with the note\n`
    : ''

/** A user without an entry in the list of users, as in many containers, has only a number. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim()
  }
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
  if (!folder.ok) return folder
  const as = runAsOwnerOf(folder.value)
  if (!as.ok) return as
  const stored = readRunFolder(folder.value)
  if (!stored.ok) return stored
  const notes = readNotes(folder.value)
  if (!notes.ok) return notes
  const finished = stored.value.records.length
  // the current episode may already have a note
  const last = isLocked(folder.value) ? finished + 1 : finished
  if (episode > last)
    return err({
      code: 'note.no-episode',
      severity: 'error',
      message: `run ${run} has no episode ${episode}`,
      expected:
        last === 0 ? 'an episode that has ended, or the current one of a run that goes on' : `1 to ${last}`,
      got: String(episode),
    })
  try {
    addNote(folder.value, { episode, by, at: Date.now(), text: text.value })
    return folder
  } catch (error) {
    const missing = 'the folder of the run was removed meanwhile: put it back'
    const trouble = describeLostOutput(error, { what: 'note', folder: folder.value, missing })
    if (trouble === undefined) throw error
    return err(trouble)
  }
}

const HELP = `
The full note goes next to the record (notes.jsonl), into the report (graft report RUN writes it again), and into the
prompts of a general chat model after that episode and later ones. The small shipped model was not trained to read
sentences; it sees only their first words.

  ${FIELD_EXAMPLES.note}`
