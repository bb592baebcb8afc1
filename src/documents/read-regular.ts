import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { err, ok, type Result } from '#base/result.js'

/** Why a file could not be read. */
export type Unreadable =
  | { readonly kind: 'not-a-file'; readonly got: 'a folder' | 'a device, pipe or socket' }
  | { readonly kind: 'too-long'; readonly size: number }
  /** the system's error code: `ENOENT` */
  | { readonly kind: 'error'; readonly code: string }

/**
 * Reads a regular file of at most `maxBytes` bytes. The opened descriptor is the one that is checked, so the file
 * cannot be swapped in between, and a hostile file can neither block the reader nor exhaust its memory: a pipe
 * is opened without waiting for a writer, a device is not read, and a growing file is read only up to the limit.
 */
export function readRegular(path: string, maxBytes: number): Result<Buffer, Unreadable> {
  const read = readRegularStat(path, maxBytes)
  return read.ok ? ok(read.value.bytes) : read
}

/** Like `readRegular`, and also returns the owner and mode of exactly the file that was read. */
export function readRegularStat(
  path: string,
  maxBytes: number,
): Result<{ readonly bytes: Buffer; readonly stat: Stats }, Unreadable> {
  return withRegular(path, (file, stat) => {
    if (stat.size > maxBytes) return err({ kind: 'too-long', size: stat.size })
    const bytes = readUpTo(file, maxBytes + 1, stat.size)
    return bytes.length > maxBytes ? err({ kind: 'too-long', size: bytes.length }) : ok({ bytes, stat })
  })
}

/** Like `readRegular`, for UTF-8 text; invalid bytes become U+FFFD. */
export function readRegularText(path: string, maxBytes: number): Result<string, Unreadable> {
  const bytes = readRegular(path, maxBytes)
  return bytes.ok ? ok(bytes.value.toString('utf8')) : bytes
}

/**
 * Like `readRegular`, for files that the program itself has written, with a limit that none of them reaches;
 * anything else at that path can neither block nor exhaust memory.
 * @throws Error with the system's error code, like `readFileSync`
 */
export function readTrustedFile(path: string): Buffer {
  const bytes = readRegular(path, MAX_TRUSTED_BYTES)
  if (bytes.ok) return bytes.value
  const code = bytes.error.kind === 'error' ? bytes.error.code : bytes.error.kind
  throw Object.assign(new Error(`${path} cannot be read: ${describeUnreadable(bytes.error)}`), { code })
}

export const readTrustedText = (path: string): string => readTrustedFile(path).toString('utf8')

/** Reads the first bytes of a regular file of any size. */
export const readRegularHead = (
  path: string,
  maxBytes: number,
): Result<{ readonly head: Buffer; readonly size: number }, Unreadable> =>
  withRegular(path, (file, { size }) => ok({ head: readUpTo(file, Math.min(maxBytes, size), size), size }))

/** Returns the size of a regular file, for callers that read it in pieces or through another library. */
export const regularSize = (path: string): Result<number, Unreadable> =>
  withRegular(path, (_, { size }) => ok(size))

/** Returns the lower-case hex SHA-256 of a regular file of any size, ignoring bytes appended meanwhile. */
export const regularHash = (path: string): Result<string, Unreadable> =>
  withRegular(path, (file, { size }) => {
    const hash = createHash('sha256')
    const piece = Buffer.alloc(Math.min(size, HASH_CHUNK_BYTES))
    for (let left = size; left > 0;) {
      const got = readSync(file, piece, 0, Math.min(left, piece.length), null)
      if (got === 0) break
      hash.update(piece.subarray(0, got))
      left -= got
    }
    return ok(hash.digest('hex'))
  })

/**
 * Opens a regular file for callers that read it in pieces.
 * @throws Error from the system, or if it is not a regular file
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new Error(`${path} is not a regular file`)
}

/** Describes the reason in a few words, for messages. */
export function describeUnreadable(error: Unreadable): string {
  switch (error.kind) {
    case 'not-a-file':
      return `it is ${error.got}`
    case 'too-long':
      return `it has ${error.size} bytes, which is too long`
    case 'error':
      return error.code
  }
}

function withRegular<T>(
  path: string,
  action: (file: number, stat: Stats) => Result<T, Unreadable>,
): Result<T, Unreadable> {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    const stat = fstatSync(file)
    if (!stat.isFile())
      return err({ kind: 'not-a-file', got: stat.isDirectory() ? 'a folder' : 'a device, pipe or socket' })
    return action(file, stat)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    // a socket cannot be opened at all
    if (code === 'ENXIO' || code === 'ENODEV')
      return err({ kind: 'not-a-file', got: 'a device, pipe or socket' })
    return err({ kind: 'error', code })
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** @param guess expected length; files in /proc report 0 */
function readUpTo(file: number, maxBytes: number, guess: number): Buffer {
  const pieces: Buffer[] = []
  let length = 0
  while (length < maxBytes) {
    const piece = Buffer.alloc(
      Math.min(maxBytes - length, Math.max(CHUNK_BYTES, Math.min(guess, maxBytes) - length)),
    )
    const got = readSync(file, piece, 0, piece.length, null)
    if (got === 0) break
    pieces.push(piece.subarray(0, got))
    length += got
  }
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
}

const CHUNK_BYTES = 65_536
const HASH_CHUNK_BYTES = 1 << 20
/** a run log of several days fits; a text of 2²⁹ characters would be more than there can be */
const MAX_TRUSTED_BYTES = 2 ** 28
