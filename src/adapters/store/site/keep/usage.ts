import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readPragma, type Database } from '../database/sqlite.js'
import type { Layout } from '../layout.js'
import type { Usage } from '../writer/jobs.js'

/** Size of the store in bytes. Free database pages do not count, because they are reused. */
export function measure(layout: Layout, db: Database): Usage {
  const pages = readPragma(db, 'page_count') - readPragma(db, 'freelist_count')
  return {
    databaseBytes: pages * readPragma(db, 'page_size'),
    imageBytes: Number(db.prepare('SELECT coalesce(sum(bytes), 0) AS n FROM images').get()?.['n']),
    recordingBytes: bytesBelow(layout.recordings),
  }
}

/** Total size of all files in a folder and its subfolders; links are not followed. */
export function bytesBelow(folder: string): number {
  if (!existsSync(folder)) return 0
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += bytesBelow(path)
    // a recorder may rename its file at any moment
    else if (entry.isFile()) bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
  }
  return bytes
}
