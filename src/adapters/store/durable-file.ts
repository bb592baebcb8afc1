import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file as a whole: after a power cut the old content is there or the new one, never a piece. */
export function writeDurably(path: string, data: string | Uint8Array): void {
  const temporary = `${path}.tmp`
  const file = openSync(temporary, 'w')
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

/** write(2) may take less than it was given. */
export function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
