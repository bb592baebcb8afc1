import { readFileSync } from 'node:fs'
import { projectFile } from './project-files.js'

export const version = (): string =>
  (JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string }).version
