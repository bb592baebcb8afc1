import type { Diagnostic } from '#base/diagnostic.js'
import { readRegular } from './read-regular.js'
import { err, ok, type Result } from '#base/result.js'
import { FIELD_FILE, type FileKind } from './yaml-problems.js'
import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'

/** Longest file that is read, bytes: fits a hundred fields, but a wrong file cannot exhaust memory. */
export const MAX_FILE_BYTES = 256 * 1024

/** Reads a small UTF-8 text file. Any problem with a user-supplied path is returned as a diagnostic. */
export function readTextFile(
  path: string,
  about: FileKind = FIELD_FILE,
): Promise<Result<string, Diagnostic>> {
  return Promise.resolve(textOf(path, about))
}

/** Whether it says that a file could not be read at all, rather than what is wrong in it. */
export const isUnreadable = ({ code }: Diagnostic): boolean =>
  /\.(not-a-file|file-too-long|file-missing|file-unreadable|not-utf8)$/.test(code)

function textOf(path: string, about: FileKind): Result<string, Diagnostic> {
  const bytes = readSmall(path, about)
  if (!bytes.ok) return bytes
  // UTF-16 of ASCII letters is valid UTF-8 with a zero byte after each letter
  if (bytes.value.includes(0)) return err(notUtf8(path, bytes.value, about))
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value))
  } catch {
    return err(notUtf8(path, bytes.value, about))
  }
}

function readSmall(path: string, about: FileKind): Result<Buffer, Diagnostic> {
  const read = readRegular(path, MAX_FILE_BYTES)
  if (read.ok) return read
  switch (read.error.kind) {
    case 'not-a-file':
      return err(notAFile(path, read.error.got, about))
    case 'too-long':
      return err(tooLong(path, read.error.size, about))
    case 'error':
      return err(unreadable(path, read.error.code, about))
  }
}

const notAFile = (path: string, got: string, about: FileKind): Diagnostic => ({
  code: `${about.code}.not-a-file`,
  severity: 'error',
  message: `${path} is not a file`,
  expected: 'a YAML file',
  got,
  hint: `give the path of a ${about.name}`,
})

const tooLong = (path: string, size: number, about: FileKind): Diagnostic => ({
  code: `${about.code}.file-too-long`,
  severity: 'error',
  message: `${path} is too long for a ${about.name}`,
  expected: `at most ${MAX_FILE_BYTES} bytes`,
  got: `${size} bytes`,
  hint: `is it a ${about.name}?`,
})

function unreadable(path: string, code: string, about: FileKind): Diagnostic {
  const missing = code === 'ENOENT' || code === 'ENOTDIR'
  return {
    code: `${about.code}.${missing ? 'file-missing' : 'file-unreadable'}`,
    severity: 'error',
    message: missing ? `there is no file ${path}` : `${path} cannot be read`,
    expected: 'a YAML file that can be read',
    got: code,
    hint: missing
      ? about === FIELD_FILE
        ? `give the path of a ${about.name}, or leave it out to use what is shipped`
        : `write a ${about.name} there, or give the path of one`
      : 'check the path and its permissions',
  }
}

function notUtf8(path: string, bytes: Buffer, about: FileKind): Diagnostic {
  const before = bytes.toString('utf8').split(/[\0\uFFFD]/, 1)[0] ?? ''
  const lines = before.split('\n')
  return {
    code: `${about.code}.not-utf8`,
    severity: 'error',
    message: 'the file is not UTF-8 text',
    where: { file: path, line: lines.length, column: (lines.at(-1) ?? '').length + 1 },
    expected: 'UTF-8',
    got: bytes.includes(0) ? 'binary data, or UTF-16' : 'bytes that no UTF-8 character has',
    hint: 'save the file as UTF-8 in your editor',
  }
}

/** Resolves a file that ships with graft, wherever it is installed; works from `src` and from the compiled `dist`. */
export const projectFile = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export const version = (): string =>
  (JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string }).version
