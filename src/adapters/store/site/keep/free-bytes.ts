import { statfsSync } from 'node:fs'

/** What the disk of a folder has left for us. */
export function freeBytesOf(dir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dir)
    return bavail * bsize
  } catch {
    // the folder is not there yet, or cannot be asked: opening it will say so
    return Number.MAX_SAFE_INTEGER
  }
}
