import { DISK_ADVICE } from '#adapters/files/unwritable.js'
import type { Diagnostic } from '#base/diagnostic.js'

/**
 * Turns an error of a full, broken or read-only disk into a message for people: it is not a bug in graft. By then
 * the robot has been stopped, and every finished episode is kept.
 * @param begun whether the folder was there when the work in it began
 * @returns `undefined` for any other error
 */
export function describeDiskError(error: unknown, folder: string, begun = false): Diagnostic | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = ADVICE.get(code)
  const advice =
    begun && code === 'ENOENT'
      ? REMOVED
      : isRefusedFolder(error)
        ? NO_FOLDERS
        : known && (begun ? `${known}; ${KEPT}` : known)
  if (advice === undefined || !(error instanceof Error)) return undefined
  return {
    code: DISK_ADVICE.has(code) ? 'run.disk' : 'run.folder',
    severity: 'error',
    message: `the run folder cannot be written: ${error.message}`,
    got: folder,
    hint: advice,
  }
}

/**
 * The same about a page or a note beside runs that are over: there is nothing to resume.
 * @param output its name, and what to do where its folder is not there
 */
export function describeLostOutput(
  error: unknown,
  { what, folder, missing }: { readonly what: string; readonly folder: string; readonly missing: string },
): Diagnostic | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const advice = code === 'ENOENT' ? missing : BESIDE_RUNS.get(code)
  if (advice === undefined || !(error instanceof Error)) return undefined
  return {
    code: NAMED_WRONGLY.has(code) ? 'output.folder' : 'output.disk',
    severity: 'error',
    message: `the ${what} cannot be written: ${error.message}`,
    expected: 'a folder that can be written',
    got: folder,
    hint: advice,
  }
}

/** The command line, and not the disk, is to be changed. */
const NAMED_WRONGLY: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

const KEPT = 'finished episodes are kept: resume with graft run --resume'

/** The folder above is there: so it is below /proc, or a link leads nowhere. */
const isRefusedFolder = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOENT', 'EEXIST'].includes(String(error.code)) &&
  'syscall' in error &&
  error.syscall === 'mkdir'

const REMOVED =
  'the run folder, or a part of it, was removed meanwhile: put it back and resume it, or start again'

const NO_FOLDERS = 'no folder can be made there: choose another with --out'

const ADVICE: ReadonlyMap<string, string> = new Map([
  ...DISK_ADVICE,
  ['EACCES', 'choose another folder with --out, or make this one writable'],
  ['EPERM', 'choose another folder with --out, or make this one writable'],
  ['ENOTDIR', 'part of the path is a file: choose another folder with --out'],
  [
    'ENAMETOOLONG',
    'a name in the path is longer than the file system takes: choose a shorter one with --out',
  ],
  ['EISDIR', 'a folder is in the place of that file: move it away'],
  ['ELOOP', 'a link is in the place of that file: move it away'],
  ['ENXIO', 'a pipe or socket is in the place of that file: move it away'],
  ['ESPIPE', 'a pipe is in the place of that file: move it away'],
  ['ENOENT', 'a part of the path is missing'],
])

const BESIDE_RUNS: ReadonlyMap<string, string> = new Map([
  ...ADVICE,
  ['EACCES', 'make the folder and its files writable'],
  ['EPERM', 'make the folder and its files writable'],
])
