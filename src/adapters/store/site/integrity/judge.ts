import { existsSync } from 'node:fs'
import type { Layout } from '../layout.js'
import { readAcknowledged } from './acknowledged.js'
import { PageFile } from './page-file.js'
import { readSums, type PageSums } from './page-sums.js'
import { WalLog } from './wal-log.js'

/**
 * What is wrong with the bytes of database and log, past SQLite: with any of it the store must not be used. Every page against its sum, and the log against what was promised of it. Of a database that is being written to be
 * called in a read transaction: the log is then not emptied meanwhile. The order of reading matters: sums, promise, log, pages.
 */
export function judge(layout: Layout): readonly string[] {
  const found = readSums(layout)
  const sums = typeof found === 'string' ? undefined : found
  const acked = readAcknowledged(layout)
  const log = new WalLog(`${layout.database}-wal`)
  log.read()
  const lost = lostOfLog(log, sums, typeof acked === 'string' ? undefined : acked)
  return [...(lost === undefined ? [] : [lost]), ...changedPages(layout, log, sums)]
}

/** Of the log something is missing that was promised, or that has gone into the database only in part. */
function lostOfLog(
  log: WalLog,
  sums: PageSums | undefined,
  acked: { readonly after: number; readonly salt: string; readonly frames: number } | undefined,
): string | undefined {
  const told = (frames: number): string =>
    `graft.db-wal has changed on the disk: of ${frames} frames that were written ${log.committed} are whole`
  if (sums !== undefined && log.salt === sums.salt && log.committed > 0 && log.committed < sums.frames)
    return told(sums.frames)
  if (acked === undefined)
    return log.kind === 'changed' && hidesFrames(log, sums)
      ? 'the header of graft.db-wal has changed on the disk'
      : undefined
  if (sums !== undefined && acked.after < sums.n) return undefined
  if (sums !== undefined && acked.after > sums.n) return 'graft.db-sums is older than the log'
  const isThere = log.salt === acked.salt && log.committed >= acked.frames
  return acked.frames === 0 || isThere ? undefined : told(acked.frames)
}

/**
 * A power cut may tear a header while it is written. SQLite syncs it before the first frame, so that nothing stands behind it then
 * but what the log held before it was begun anew; and that is in the pages, as the sums say.
 */
function hidesFrames(log: WalLog, sums: PageSums | undefined): boolean {
  const { salt, frames } = log.behind(sums?.pageSize ?? PAGE_SIZE)
  return frames > (salt === sums?.salt ? sums.frames : 0)
}

/** SQLite's own choice, when nothing else is known */
const PAGE_SIZE = 4096

/** While the log goes into the database, a page that it holds may be the old or the new one there. */
function changedPages(layout: Layout, log: WalLog, sums: PageSums | undefined): readonly string[] {
  if (sums === undefined || !existsSync(layout.database)) return []
  const file = new PageFile(layout.database, sums.pageSize)
  try {
    const changed: string[] = []
    // a log that was begun anew since then: what these sums say has all gone into the database
    const isWhole = log.salt !== sums.salt
    for (const [i, sum] of sums.sums.entries())
      if ((isWhole || !log.pages.has(i + 1)) && file.sum(i + 1) !== sum)
        changed.push(`page ${i + 1} of graft.db has changed on the disk`)
    if ((isWhole || log.committed === 0) && file.size !== sums.sums.length * sums.pageSize)
      changed.push(`graft.db has ${file.size} bytes, not ${sums.sums.length * sums.pageSize}`)
    return changed
  } finally {
    file.close()
  }
}
