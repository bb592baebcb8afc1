import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of a run, given by its folder or by its id below `root`; `undefined` when it is neither. */
export const findRun = (root: string, run: string): string | undefined =>
  [run, join(root, run)].find((folder) => existsSync(join(folder, 'run.json')))
