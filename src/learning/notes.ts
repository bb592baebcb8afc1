import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'

/** An operator's note about an episode, complete. */
export interface EpisodeNote {
  readonly episode: number
  /** author */
  readonly by: string
  /** wall clock, milliseconds since the epoch */
  readonly at: number
  readonly text: string
}

/** characters: about a page of a book, and still a small part of a prompt */
const LONGEST_NOTE = 2000

/** Validates a note; never truncates it, since a truncated sentence may say the opposite. */
export function checkNote(text: string): Result<string, Diagnostic> {
  const own = text.trim()
  const length = [...own].length
  if (length > 0 && length <= LONGEST_NOTE) return ok(own)
  return err({
    code: length === 0 ? 'note.empty' : 'note.long',
    severity: 'error',
    message: length === 0 ? 'the note says nothing' : 'the note is too long to stand whole in a prompt',
    expected: `1 to ${LONGEST_NOTE} characters`,
    got: `${length} characters`,
    hint:
      length === 0 ? 'write what was to be seen, in quotes' : 'write several notes, one for each thing seen',
  })
}
