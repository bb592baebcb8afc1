import { existsSync, rmSync } from 'node:fs'
import type { Layout } from '../layout.js'
import { readSums } from './page-sums.js'
import { WalLog } from './wal-log.js'

/**
 * A power cut while the store is made may leave SQLite's first journal beside a log that was begun after it:
 * SQLite then waits for a lock that nobody gives. The log holds no transaction yet, and goes; the journal
 * takes back what was half made.
 */
export function removeLogOfHalfMade(layout: Layout): void {
  if (!existsSync(`${layout.database}-journal`) || readSums(layout) !== 'none') return
  const log = new WalLog(`${layout.database}-wal`)
  try {
    log.read()
    if (log.committed > 0) return
  } finally {
    log.close()
  }
  for (const end of ['wal', 'shm']) rmSync(`${layout.database}-${end}`, { force: true })
}
