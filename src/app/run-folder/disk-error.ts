import type { Diagnostic } from '#base/diagnostic.js'

/**
 * Turns an error of a full, broken or read-only disk into a message for people: it is not a bug in graft. By then
 * the robot has been stopped, and every finished episode is kept.
 * @returns `undefined` for any other error
 */
export function describeDiskError(error: unknown, folder: string): Diagnostic | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const advice = ADVICE.get(code)
  if (advice === undefined || !(error instanceof Error)) return undefined
  return {
    code: 'run.disk',
    severity: 'error',
    message: `the run folder cannot be written: ${error.message}`,
    got: folder,
    hint: `${advice}; finished episodes are kept: resume with graft run --resume`,
  }
}

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'free some space'],
  ['EDQUOT', 'free some of your quota'],
  ['EFBIG', 'raise the limit on file sizes'],
  ['EIO', 'the disk is failing: back up its data and replace it'],
  ['EROFS', 'the file system is read-only: check dmesg and remount it for writing'],
  ['EACCES', 'choose another folder with --out, or make this one writable'],
  ['EPERM', 'choose another folder with --out, or make this one writable'],
  ['ENOTDIR', 'part of the path is a file: choose another folder with --out'],
  ['EISDIR', 'a folder is in the place of that file: move it away'],
  ['ELOOP', 'a link is in the place of that file: move it away'],
  ['ENXIO', 'a pipe or socket is in the place of that file: move it away'],
  ['ESPIPE', 'a pipe is in the place of that file: move it away'],
  ['ENOENT', 'something has removed the run folder'],
])
