import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#base/hash.js'

const CRITIC = 'models/training/critic'
const FOLDERS = [CRITIC, `${CRITIC}/moments`, `${CRITIC}/net`, `${CRITIC}/exam`, 'models/training/engine']

/** One hash over the recipe's sources: who changes one of them has to train again, or to say why not. */
export function criticSourceHash(): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(ts|py|sh)$/.test(name))
      .sort()
      .map((name) => join(folder, name)),
  )
  return sha256(files.map((file) => `${file}\n${readFileSync(file, 'utf8')}`).join('\n'))
}
