import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces a file as a whole: after a power cut the old content is there or the new one, never a piece.
 * @param mode permissions of the new file, before the umask
 */
export function writeDurably(path: string, data: string | Uint8Array, mode = 0o666): void {
  const temporary = `${path}.tmp`
  const file = openSync(temporary, 'w', mode)
  try {
    writeAll(file, typeof data === 'string' ? Buffer.from(data) : data)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  syncDirectory(dirname(path))
}

/** Makes a new or renamed directory entry survive a power cut. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/** Makes a folder, and those above it that are missing, so that they survive a power cut. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true })
  if (first === undefined) return
  for (let made = path; ; made = dirname(made)) {
    syncDirectory(dirname(made))
    if (made === first || made === dirname(made)) return
  }
}

/** write(2) may take less than it was given. */
export function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
