import type { Diagnostic } from '#base/diagnostic.js'
import type { Database } from '../database/sqlite.js'
import type { Layout } from '../layout.js'
import { readAcknowledged } from './acknowledged.js'
import { readSums } from './page-sums.js'

/**
 * Prepares warnings about missing or corrupt checksums: they are recomputed, and until then corrupt content goes
 * unnoticed. Call before the database is opened for writing.
 */
export function checksumWarnings(layout: Layout): {
  /** @param why `start`: from now on the sums must exist */
  of(db: Database, why?: 'start' | 'look'): readonly Diagnostic[]
} {
  const [sums, acked] = [readSums(layout), readAcknowledged(layout)]
  return {
    of: (db, why = 'start') => {
      const had = db.prepare(`SELECT 1 FROM meta WHERE key = 'sums'`).get() !== undefined
      if (!had && why === 'start') db.exec(`INSERT INTO meta (key, value) VALUES ('sums', '')`)
      return [
        ...(sums === 'changed' || (had && sums === 'none') ? [noteOf('graft.db-sums', sums)] : []),
        ...(acked === 'changed' || (had && acked === 'none') ? [noteOf('graft.db-acked', acked)] : []),
      ]
    },
  }
}

const noteOf = (file: string, how: 'changed' | 'none'): Diagnostic => ({
  code: 'store.sums',
  severity: 'warning',
  message: `${file} ${how === 'none' ? 'is missing' : 'has changed on the disk'}`,
  expected: 'the checksums of the database as it was written',
  hint: 'check the disk; the next start takes the database as it is, and recomputes the checksums',
})
