import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file as a whole: after a power cut the old content is there or the new one, never a piece. A
 * link in its place is replaced, never followed.
 * @param mode permissions of the new file, before the umask
 */
export const writeDurably = (path: string, data: string | Uint8Array, mode = 0o666): void =>
  replace(path, (temporary) => write(temporary, data, mode))

/** As `writeDurably`, from another thread: nobody waits for the disk. */
export async function writeBeside(path: string, data: Uint8Array): Promise<void> {
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
 * As `writeDurably`, with owner, group and mode of the file that is replaced: root gives up nothing, and
 * keeps nothing.
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
      // last: to give a file away takes its special bits
      fchmodSync(file, like.mode & 0o777)
    }),
  )

/** Nobody can have laid anything under a name that nobody knows. */
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
 * Writes a file that must not be there yet, not even as a link.
 * @throws Error `EEXIST`
 */
export function createDurably(path: string, data: string | Uint8Array, mode = 0o666): void {
  write(path, data, mode)
  syncDirectory(dirname(path))
}

/** Makes a new or renamed directory entry survive a power cut. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY)
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
