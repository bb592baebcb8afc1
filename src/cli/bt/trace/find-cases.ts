import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SUFFIX = '.expected.json'

/** The cases that a path means: itself, or every `NAME.expected.json` in the folder and below it, by name. */
export function findCases(path: string): readonly string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
    .map((entry) => join(entry.parentPath, entry.name))
  return files.sort()
}

/** `a/b/NAME.expected.json` → `a/b/NAME` */
export const withoutSuffix = (file: string): string => file.replace(/(\.expected)?\.json$/, '')
