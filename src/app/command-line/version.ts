import { readFileSync } from 'node:fs'
import { projectFile } from '#documents/project-files.js'

export const version = (): string =>
  (JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string }).version
