import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { regularSize, whyUnreadable } from '#documents/read-regular.js'

/**
 * Size and SHA-256 of a file of any size, read in pieces: weights are larger than a buffer may be.
 * @throws the file system's error when the file cannot be read
 */
export async function hashFile(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const size = regularSize(path)
  // a device has no end, and a pipe waits for one
  if (!size.ok && size.error.kind === 'not-a-file') throw new Error(whyUnreadable(size.error))
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(piece as Buffer)
    bytes += (piece as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}
