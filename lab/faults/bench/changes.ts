import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#base/hash.js'

/** Does harm to files. @returns how many below the folder are another, gone or new since: 0 = nothing took place */
export async function changesIn(folder: string, harm: () => void | Promise<void>): Promise<number> {
  const before = digests(folder)
  await harm()
  const after = digests(folder)
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  ).length
}

/** Every file below the folder with its SHA-256. */
export function digests(folder: string): ReadonlyMap<string, string> {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, sha256(readFileSync(path))]),
  )
}
