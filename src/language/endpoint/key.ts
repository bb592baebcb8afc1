import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { describeUnreadable, readRegularStat } from '#documents/read-regular.js'

/** The name of the credential that systemd hands to a service: `LoadCredential=chat-key:FILE`. */
const CREDENTIAL = 'chat-key'
const LONGEST = 4096
/** others may read it */
const OPEN = 0o077

/**
 * The key of a chat server: systemd's credential, else the file that the configuration names, else none. It is never
 * an option or a variable of the environment, which other programs can read.
 */
export function chatKey(
  keyFile: string | undefined,
  credentials: string | undefined = process.env.CREDENTIALS_DIRECTORY,
): Result<string | undefined, Diagnostic> {
  const credential =
    credentials === undefined || credentials === '' ? undefined : join(credentials, CREDENTIAL)
  if (credential !== undefined && existsSync(credential)) return keyIn(credential, false)
  return keyFile === undefined ? ok(undefined) : keyIn(keyFile, true)
}

/** @param isOwn systemd sees to the rights of its own files */
function keyIn(file: string, isOwn: boolean): Result<string, Diagnostic> {
  const read = readRegularStat(file, LONGEST)
  if (!read.ok) return err(unusable(file, 'a file with the key', describeUnreadable(read.error)))
  const { bytes, stat } = read.value
  if (isOwn && (stat.mode & OPEN) !== 0) {
    const mode = (stat.mode & 0o777).toString(8)
    return err({
      ...unusable(file, 'a file that only its owner can read', `mode ${mode}`),
      hint: `chmod 600 ${file}`,
    })
  }
  const key = bytes.toString('utf8').trim()
  // what a header can hold; the key itself is never shown
  return /^[\x21-\x7e]+$/.test(key)
    ? ok(key)
    : err(
        unusable(
          file,
          'one line of letters, digits and punctuation',
          key === '' ? 'nothing' : 'something else',
        ),
      )
}

const unusable = (file: string, expected: string, got: string): Diagnostic => ({
  code: 'chat.key-file',
  severity: 'error',
  message: `${file} is not the key of a chat server`,
  expected,
  got,
  hint: 'write the key into it and nothing else, or leave chat.keyFile out where the server wants none',
})
