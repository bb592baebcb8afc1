import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'

/** Files that ship with graft, wherever it is installed; the same for `src` and for the compiled `dist`. */
export const projectFile = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export const version = (): string =>
  (JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string }).version
