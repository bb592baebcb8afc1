import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { makeFolders } from './make-folders.js'

/**
 * Replaces a file atomically: after a power cut it has either the old content or the new, never a mixture. A symbolic
 * link at the path is replaced, never followed.
 * @param mode permissions of the new file, before the umask
 */
export const writeDurably = (path: string, data: string | Uint8Array, mode = 0o666): void =>
  replace(path, (temporary) => write(temporary, data, mode))

/** As `writeDurably`, but asynchronous: the caller's thread never blocks on the disk. */
export async function writeDurablyAsync(path: string, data: Uint8Array): Promise<void> {
  const temporary = temporaryOf(path)
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const file = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
  try {
    await file.writeFile(data)
    await file.sync()
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await file.close()
  }
  const folder = await open(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY)
  await folder.sync().finally(() => folder.close())
}

/**
 * As `writeDurably`, but keeps the owner, group and mode of the replaced file: running as root neither widens nor takes
 * over anyone's access.
 */
export const replaceDurably = (
  path: string,
  data: string | Uint8Array,
  like: { readonly uid: number; readonly gid: number; readonly mode: number },
): void =>
  replace(path, (temporary) =>
    write(temporary, data, 0o600, (file) => {
      const { uid, gid } = fstatSync(file)
      if (uid !== like.uid || gid !== like.gid) fchownSync(file, like.uid, like.gid)
      // last: changing the owner clears the special mode bits
      fchmodSync(file, like.mode & 0o777)
    }),
  )

/** The name is random, so that nobody can have planted a file or link there. */
const temporaryOf = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.tmp`

function replace(path: string, make: (temporary: string) => void): void {
  const temporary = temporaryOf(path)
  make(temporary)
  try {
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncDirectory(dirname(path))
}

/**
 * Creates a file; nothing may exist at the path, not even a symbolic link.
 * @throws Error `EEXIST`
 */
export function createDurably(path: string, data: string | Uint8Array, mode = 0o666): void {
  write(path, data, mode)
  syncDirectory(dirname(path))
}

/** Syncs a directory, so that a new or renamed entry survives a power cut. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/** Creates a folder and its missing parents, so that they survive a power cut. */
export function makeFolder(path: string): void {
  const first = makeFolders(path)
  if (first === undefined) return
  for (let made = resolve(path); ; made = dirname(made)) {
    syncDirectory(dirname(made))
    if (made === first || made === dirname(made)) return
  }
}

/** Writes all bytes: write(2) may accept fewer than it was given. */
export function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}

function write(
  path: string,
  data: string | Uint8Array,
  mode: number,
  prepare: (file: number) => void = () => undefined,
): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
  try {
    prepare(file)
    writeAll(file, typeof data === 'string' ? Buffer.from(data) : data)
    fsyncSync(file)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}
