import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hashFile, type ModelEntry } from '#adapters/models/manifest.js'
import type { TinyVlm } from '../fixtures/make/tiny-vlm.js'

/** A manifest entry that lists every file of a folder below `dir`. */
export async function entryOf(dir: string, family: TinyVlm, folder = `tiny-${family}`): Promise<ModelEntry> {
  const names = readdirSync(join(dir, folder), { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
  const files = []
  for (const file of names) files.push({ path: relative(dir, file), ...(await hashFile(file)) })
  return { id: folder, role: 'critic', kind: 'transformers', prompt: 'prose', dtype: 'fp32', files }
}
