import { existsSync, statSync } from 'node:fs'
import type { Layout } from '../layout.js'
import { PageFile } from './page-file.js'
import { readSums, type PageSums } from './page-sums.js'

/**
 * Returns the checksums to start from: the stored ones; otherwise those of the database as it is, without its log, and
 * not yet stored (n = 0). Call this before the process opens the database: closing the file would release SQLite's
 * locks on it.
 */
export function initialChecksums(layout: Layout): PageSums {
  const kept = readSums(layout)
  if (typeof kept !== 'string') return kept
  const none = { n: 0, pageSize: 4096, salt: '', frames: 0, sums: new Uint32Array(0) }
  // SQLite will create the database, or roll back a half-created one: then all its pages are in the log
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
