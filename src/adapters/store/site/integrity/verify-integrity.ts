import { existsSync } from 'node:fs'
import type { Layout } from '../layout.js'
import { readAcknowledged, type Acknowledged } from './acknowledged.js'
import { PageFile } from './page-file.js'
import { readSums, type PageSums } from './page-sums.js'
import { WalLog } from './wal-log.js'

/**
 * Verifies the bytes of database and log without SQLite and returns what is wrong; with any finding, the store must not
 * be used. Checks every page against its sum, and the log against what was acknowledged. For a database in use, call it
 * inside a read transaction, so that the log is not checkpointed meanwhile. The read order matters: sums,
 * acknowledgement, log, pages.
 *
 * @param done receives the database file. Closing it releases the locks of every connection that this process has to it
 */
export function verifyIntegrity(
  layout: Layout,
  done: (file: PageFile) => void = (file) => file.close(),
): readonly string[] {
  const { sums, acked } = readPair(layout)
  const log = new WalLog(`${layout.database}-wal`)
  try {
    log.read()
    const lost = logProblem(log, sums, acked)
    const isWhole = log.salt !== sums?.salt || log.committed === 0 || isEmptied(sums, acked)
    const pages = isWhole ? NONE : log.pages
    return [...(lost === undefined ? [] : [lost]), ...changedPages(layout, pages, sums, done)]
  } finally {
    log.close()
  }
}

/** Reads a consistent pair, because another process may be writing them. */
function readPair(layout: Layout): {
  readonly sums: PageSums | undefined
  readonly acked: Acknowledged | undefined
} {
  for (let tries = 1; ; tries++) {
    const sums = readSums(layout)
    const acked = readAcknowledged(layout)
    const isOld = typeof sums !== 'string' && typeof acked !== 'string' && acked.after > sums.n
    if (!isOld || tries === MAX_TRIES)
      return {
        sums: typeof sums === 'string' ? undefined : sums,
        acked: typeof acked === 'string' ? undefined : acked,
      }
  }
}

const MAX_TRIES = 3

/** The whole log covered by these sums has been checkpointed into the database. */
const isEmptied = (sums: PageSums, acked: Acknowledged | undefined): boolean =>
  acked !== undefined && acked.after === sums.n && acked.salt === sums.salt && acked.frames === 0

/** Reports log frames that are missing although they were acknowledged, or were only partly checkpointed. */
function logProblem(
  log: WalLog,
  sums: PageSums | undefined,
  acked: Acknowledged | undefined,
): string | undefined {
  const reported = (frames: number): string =>
    `graft.db-wal has changed on the disk: of ${frames} frames that were written ${log.committed} are whole`
  if (sums !== undefined && log.salt === sums.salt && log.committed < sums.frames)
    return reported(sums.frames)
  if (acked === undefined)
    return log.kind === 'changed' && hidesFrames(log, sums)
      ? 'the header of graft.db-wal has changed on the disk'
      : undefined
  if (sums !== undefined && acked.after < sums.n) return undefined
  if (sums !== undefined && acked.after > sums.n) return 'graft.db-sums is older than the log'
  const isThere = log.salt === acked.salt && log.committed >= acked.frames
  return acked.frames === 0 || isThere ? undefined : reported(acked.frames)
}

/**
 * A power cut may tear a header while it is being written. SQLite syncs the header before the first frame, so it can be
 * followed only by frames from before the log was restarted; those are already in the pages, as the sums show.
 */
function hidesFrames(log: WalLog, sums: PageSums | undefined): boolean {
  const { salt, frames } = log.framesAfterCorruptHeader(sums?.pageSize ?? PAGE_SIZE)
  return frames > (salt === sums?.salt ? sums.frames : 0)
}

/** SQLite's default, when nothing else is known */
const PAGE_SIZE = 4096

/** @param inLog during a checkpoint, the database may have the old or the new content of a page in the log */
function changedPages(
  layout: Layout,
  inLog: ReadonlyMap<number, number>,
  sums: PageSums | undefined,
  done: (file: PageFile) => void,
): readonly string[] {
  if (sums === undefined || !existsSync(layout.database)) return []
  const file = new PageFile(layout.database, sums.pageSize)
  try {
    const changed: string[] = []
    for (const [i, sum] of sums.sums.entries())
      if (!inLog.has(i + 1) && file.sum(i + 1) !== sum)
        changed.push(`page ${i + 1} of graft.db has changed on the disk`)
    if (inLog.size === 0 && file.size !== sums.sums.length * sums.pageSize)
      changed.push(`graft.db has ${file.size} bytes, not ${sums.sums.length * sums.pageSize}`)
    return changed
  } finally {
    done(file)
  }
}

const NONE: ReadonlyMap<number, number> = new Map()
