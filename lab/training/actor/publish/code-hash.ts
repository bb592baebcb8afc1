import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#base/hash.js'

/** What the weights depend on beside the data of a run: generator, training, and the product's code that both use. */
const SOURCES = [
  'lab/training/actor',
  'lab/training/engine',
  'lab/bench/fields',
  'src/learning/actor',
  'src/learning/field/actor',
  'src/forecast',
  'bt',
] as const

/** One hash over all of these files, by name and content. */
export function codeHash(): string {
  const root = new URL('../../../../', import.meta.url).pathname
  const files = SOURCES.flatMap((folder) => filesIn(join(root, folder)))
    .filter((file) => /\.(ts|py|sh|xml)$/.test(file))
    .toSorted()
  return sha256(files.map((file) => `${file.slice(root.length)} ${sha256(readFileSync(file))}`).join('\n'))
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
