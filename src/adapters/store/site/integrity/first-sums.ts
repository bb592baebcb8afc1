import { existsSync, statSync } from 'node:fs'
import type { Layout } from '../layout.js'
import { PageFile } from './page-file.js'
import { readSums, type PageSums } from './page-sums.js'

/**
 * The checksums to go on from: those that are kept; else those of the database as it is, without its log,
 * and not yet kept (n = 0). To be read before this process opens the database: to close the file would end
 * SQLite's locks on it.
 */
export function sumsToGoOn(layout: Layout): PageSums {
  const kept = readSums(layout)
  if (typeof kept !== 'string') return kept
  const none = { n: 0, pageSize: 4096, salt: '', frames: 0, sums: new Uint32Array(0) }
  // SQLite makes it, or takes back the little that it had made of it: then all its pages are in the log
  const there = statSync(layout.database, { throwIfNoEntry: false })
  const isMade = there?.isFile() === true && there.size > 0
  if (!isMade || existsSync(`${layout.database}-journal`)) return none
  const file = new PageFile(layout.database)
  try {
    const sums = Uint32Array.from({ length: file.pages }, (_, i) => file.sum(i + 1))
    return { ...none, pageSize: file.pageSize, sums }
  } finally {
    file.close()
  }
}
