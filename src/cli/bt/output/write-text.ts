import { writeOut } from '#adapters/files/write-out.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { forDocuments } from '#app/command-line/terminal-guard.js'
import type { Io } from './io.js'

/**
 * Writes a result to a file, or to stdout when no file was named. As root with the rights of whoever decides
 * where the file lies.
 * @returns why it could not be written
 */
export function writeText(file: string | undefined, text: string, io: Io): Diagnostic | undefined {
  if (file !== undefined && file !== '-') return writeOut(file, text)
  forDocuments(io.out).write(text)
  return undefined
}
