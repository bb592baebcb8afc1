import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../../../../base/hash.js'
import { syncDirectory, writeDurably } from '../../durable-file.js'
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
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      syncDirectory(layout.images)
    }
    writeDurably(file, jpeg)
  }
  return { hash, bytes: jpeg.length }
}

/** Every picture that is there, by its hash. */
export function* storedImages(layout: Layout): Iterable<string> {
  for (const folder of namesIn(layout.images)) {
    for (const name of namesIn(join(layout.images, folder))) {
      if (name.endsWith('.jpg')) yield folder + name.slice(0, -'.jpg'.length)
    }
  }
}

/**
 * Removes what no row names: pictures of an episode that was never committed, files whose row went first, and halves of
 * files. @returns how many
 */
export function sweepImages(layout: Layout, named: ReadonlySet<string>): number {
  let swept = 0
  for (const folder of namesIn(layout.images)) {
    for (const name of namesIn(join(layout.images, folder))) {
      if (name.endsWith('.jpg') && named.has(folder + name.slice(0, -'.jpg'.length))) continue
      rmSync(join(layout.images, folder, name), { force: true })
      swept++
    }
  }
  return swept
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : [])
