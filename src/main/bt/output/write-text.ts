import { writeFileSync } from 'node:fs'
import { asOwner, ownerOf } from '../../../adapters/files/owner.js'
import type { Diagnostic } from '../../../base/diagnostic.js'
import { forDocuments } from '../../terminal/guard.js'
import type { Io } from './io.js'

/**
 * Writes a result to a file, or to stdout when no file was named. As root with the rights of whoever decides where the file lies.
 * @returns why it could not be written
 */
export function writeText(file: string | undefined, text: string, io: Io): Diagnostic | undefined {
  if (file === undefined || file === '-') {
    forDocuments(io.out).write(text)
    return undefined
  }
  const owner = ownerOf(file)
  if (!owner.ok) return owner.error
  try {
    asOwner(owner.value, () => writeFileSync(file, text))
    return undefined
  } catch (cause) {
    return unwritable(file, cause)
  }
}

export const unwritable = (file: string, cause: unknown): Diagnostic => ({
  code: 'file.unwritable',
  severity: 'error',
  message: `${file} cannot be written`,
  got: cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause),
  hint: 'check that its folder is there and may be written to',
})
