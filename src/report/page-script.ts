import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFile } from '#documents/read-text-file.js'

/** Plain modules that tests import as they are. */
const FOLDER = 'src/report/page'
const MODULES = ['moments.js', 'scrubber.js']

/** The modules of the page in one: a page that is one file can import nothing. */
export const pageScript = (): string =>
  MODULES.map((name) =>
    readFileSync(join(projectFile(FOLDER), name), 'utf8')
      .replace(/^import .*\n/gm, '')
      .replace(/^export /gm, ''),
  ).join('\n')
