import { mkdirSync, statSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and its missing parents, one after the other, and ends with the first one that the system refuses.
 * The recursive mkdir of Node.js is never used: where the system answers ENOENT although the parent exists, as below
 * `/proc`, it tries again forever, and no signal reaches it.
 * @param mode permissions of the new folders, before the umask
 * @returns the topmost new folder; undefined when all were there
 * @throws Error of the system: nothing below the folder that it names was created
 */
export function makeFolders(path: string, mode = 0o777): string | undefined {
  let first: string | undefined
  for (const folder of missingFolders(resolve(path))) {
    if (makeOne(folder, mode)) first ??= folder
  }
  return first
}

/** The folder and those above it that are not there, topmost first. */
function missingFolders(path: string): readonly string[] {
  if (isFolder(path)) return []
  const missing = [path]
  for (let above = dirname(path); statOf(above) === undefined; above = dirname(above)) {
    missing.unshift(above)
    if (above === dirname(above)) break
  }
  return missing
}

/** @returns false when another process was quicker */
function makeOne(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode })
    return true
  } catch (cause) {
    if (isFolder(folder)) return false
    throw cause
  }
}

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
