import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Diagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import type { Frame } from '#learning/ports.js'

/** a picture file is not larger, bytes: eight megapixels of PNG */
const MOST_BYTES = 32 << 20
const MOST_PIXELS = 8192 * 8192

/**
 * The encoded bytes of a picture of a set. It is found by its hash only and must have it, and must be a plain file: no
 * line of a set can reach outside its folder.
 */
export async function readPicture(folder: string, hash: string): Promise<Result<Uint8Array, Diagnostic>> {
  const bad = (message: string, more: object = {}): Result<Uint8Array, Diagnostic> =>
    err(
      problem(folder, 'dataset.picture', message, {
        hint: 'fetch the picture again, or the whole set',
        ...more,
      }),
    )
  if (!/^[0-9a-f]{64}$/.test(hash)) return bad(`${JSON.stringify(hash.slice(0, 80))} is no hash of a picture`)
  const path = join(folder, PICTURES, hash)
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return bad(`picture ${hash} is missing`)
  if (!found.isFile() || found.size > MOST_BYTES)
    return bad(`picture ${hash} is no plain file of a picture's size`)
  const bytes = new Uint8Array(await readFile(path))
  const got = sha256(bytes)
  return got === hash ? ok(bytes) : bad(`picture ${hash} has changed`, { expected: hash, got })
}

/** Pixels of an encoded picture. @param id for logs and reports */
export async function decodePicture(bytes: Uint8Array, id: string): Promise<Result<Frame, string>> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const rgb = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    return ok({ id, t: ms(0), width: info.width, height: info.height, rgb })
  } catch (error) {
    return err(`this is no picture: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A small JPEG of quality 85; equal frames give equal bytes. */
export function encodePicture({ rgb, width, height }: Frame): Promise<Uint8Array> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85, mozjpeg: true })
    .toBuffer()
}

export const EPISODES = 'episodes.jsonl'
export const ABOUT = 'dataset.json'
export const PICTURES = 'pictures'

/** @param line of a file, by default `episodes.jsonl`, from 1; without it the problem is one of the whole set */
export function problem(
  folder: string,
  code: `dataset.${string}`,
  message: string,
  more: {
    readonly file?: string
    readonly line?: number
    readonly expected?: string
    readonly got?: string
    readonly hint?: string
  } = {},
): Diagnostic {
  const { file = EPISODES, line, ...rest } = more
  const where = line === undefined ? {} : { where: { file: join(folder, file), line, column: 1 } }
  return { code, severity: 'error', message, ...where, ...rest }
}
