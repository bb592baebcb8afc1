import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readRegular } from '#documents/read-regular.js'

/**
 * Reads a text file named by the user. Any fault of the path or the bytes is a diagnostic.
 * @param what the file should contain, for messages: `a tree`, `a palette of nodes`
 */
export function readText(path: string, what: string): Result<string, Diagnostic> {
  const bytes = readBytes(path, what)
  if (!bytes.ok) return bytes
  if (bytes.value.includes(0)) return err(notText(path, what, 'binary data, or UTF-16'))
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.value))
  } catch {
    return err(notText(path, what, 'bytes that are not valid UTF-8'))
  }
}

/** As `readText`, for binary files. */
export function readBytes(path: string, what: string): Result<Buffer, Diagnostic> {
  const read = readRegular(path, LONGEST)
  if (read.ok) return read
  switch (read.error.kind) {
    case 'not-a-file':
      return err(notAFile(path, what, read.error.got))
    case 'too-long':
      return err(tooLong(path, read.error.size))
    case 'error':
      return err(unreadable(path, what, read.error.code))
  }
}

/** bytes; above the limits of the tree and log readers, so that their more specific messages come first */
const LONGEST = 512 * 1024 * 1024

const notAFile = (path: string, what: string, got: string): Diagnostic => ({
  code: 'file.not-a-file',
  severity: 'error',
  message: `${path} is not a file`,
  expected: `a file with ${what}`,
  got,
})

const tooLong = (path: string, size: number): Diagnostic => ({
  code: 'file.too-long',
  severity: 'error',
  message: `${path} is too long`,
  expected: `at most ${LONGEST} bytes`,
  got: `${size} bytes`,
})

const notText = (path: string, what: string, got: string): Diagnostic => ({
  code: 'file.not-text',
  severity: 'error',
  message: `${path} is not UTF-8 text`,
  expected: what,
  got,
  hint: 'save the file as UTF-8 in your editor',
})

function unreadable(path: string, what: string, code: string): Diagnostic {
  const missing = code === 'ENOENT' || code === 'ENOTDIR'
  return {
    code: missing ? 'file.missing' : 'file.unreadable',
    severity: 'error',
    message: missing ? `there is no file ${path}` : `${path} cannot be read`,
    expected: `a file with ${what}`,
    ...(missing ? {} : { got: code }),
    hint: missing ? nearby(path) : 'check its permissions',
  }
}

function nearby(path: string): string {
  try {
    const near = didYouMean(basename(path), readdirSync(dirname(path)))
    if (near !== undefined) return `did you mean ${near}?`
    const folder = dirname(path) === '.' ? 'this folder' : dirname(path)
    return `nothing in ${folder} has a name like it: give the path of a file that exists`
  } catch {
    return `there is no folder ${dirname(path)} either`
  }
}
