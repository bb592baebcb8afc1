import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { codeOf } from './unwritable.js'

/**
 * Creates a folder and its missing parents, and ends with the first one that the system refuses. The recursive mkdir of
 * Node.js is never used: where the system answers ENOENT although the parent exists, as below `/proc`, it tries again
 * forever, and no signal reaches it.
 * @param mode permissions of the new folders, before the umask
 * @returns the topmost new folder; undefined when all were there
 * @throws Error of the system: nothing below the folder that it names was created
 */
export function makeFolders(path: string, mode = 0o777): string | undefined {
  const folder = resolve(path)
  try {
    return make(folder, mode)
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT' || folder === dirname(folder)) throw cause
  }
  const first = makeFolders(dirname(folder), mode)
  // once more, not again and again: the folder above is there now
  const own = make(folder, mode)
  return first ?? own
}

/** @returns undefined when it was there */
function make(folder: string, mode: number): string | undefined {
  try {
    mkdirSync(folder, { mode })
    return folder
  } catch (cause) {
    if (isFolder(folder)) return undefined
    throw cause
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
