import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { sha256 } from '#base/hash.js'
import { syncDirectory, writeDurably } from '#adapters/store/durable-file.js'
import { imageFile, type Layout } from '../layout.js'

/** Puts a picture where its hash says; on the disk, and whole, when this returns. */
export function placeImage(
  layout: Layout,
  jpeg: Uint8Array,
): { readonly hash: string; readonly bytes: number } {
  const hash = sha256(jpeg)
  const file = imageFile(layout, hash)
  if (!existsSync(file)) {
    const folder = dirname(file)
    if (!existsSync(folder)) {
      // not those above it: who has taken the state folder away is not to find a new one with a picture in it
      mkdirSync(folder, { mode: 0o700 })
      syncDirectory(layout.images)
    }
    writeDurably(file, jpeg)
  }
  return { hash, bytes: jpeg.length }
}
