import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readTrustedText } from '#documents/read-regular.js'
import { writeDurably } from '#adapters/files/durable-file.js'
import { codeOf } from '#adapters/files/unwritable.js'
import type { Database } from '../database/sqlite.js'
import type { Layout } from '../layout.js'
import { episodeCrc } from '../rows.js'

/** `store.json` holds the id of the store that this folder belongs to; the database contains the same id. */
export const markerFile = (layout: Layout): string => join(layout.dir, 'store.json')

/** Returns the store id from the database, and assigns one if there is none yet. */
function storeId(db: Database): string {
  db.prepare(`INSERT OR IGNORE INTO meta (key, value) VALUES ('store', ?)`).run(randomUUID())
  return knownId(db) ?? ''
}

/**
 * Writes the marker if it is missing. One that was corrupted on disk is rewritten and reported.
 * @returns warnings to report, or why the folder belongs to another store
 */
export function keepMarker(layout: Layout, db: Database): Result<readonly Diagnostic[], Diagnostic> {
  const id = storeId(db)
  const file = markerFile(layout)
  const found = existsSync(file) ? readTrustedText(file) : undefined
  if (found === markerText(id)) return ok([])
  const other = found === undefined ? undefined : idIn(found)
  if (other !== undefined) return err(otherStore(layout, id, other))
  writeDurably(file, markerText(id), 0o600)
  return ok(found === undefined ? [] : [changedMarker(file)])
}

/** Describes what is wrong with the marker. */
export function markerProblem(layout: Layout, db: Database): string | undefined {
  const id = knownId(db)
  // assigned at the next start
  if (id === undefined) return undefined
  const file = markerFile(layout)
  try {
    return readTrustedText(file) === markerText(id) ? undefined : changedMarker(file).message
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return `${file} is missing`
    return cause instanceof Error ? cause.message : String(cause)
  }
}

function knownId(db: Database): string | undefined {
  const id = db.prepare(`SELECT value FROM meta WHERE key = 'store'`).get()?.['value']
  return typeof id === 'string' ? id : undefined
}

const markerText = (id: string): string => `${JSON.stringify({ store: id, crc: episodeCrc(id) })}\n`

/** The id in an intact marker. */
const idIn = (text: string): string | undefined => {
  const id = /^\{"store":"([\w-]+)"/.exec(text)?.[1]
  return id !== undefined && markerText(id) === text ? id : undefined
}

const changedMarker = (file: string): Diagnostic => ({
  code: 'store.marker',
  severity: 'warning',
  message: `${file} has changed on the disk`,
  hint: 'check the disk; the next start of the service rewrites it',
})

const otherStore = (layout: Layout, id: string, other: string): Diagnostic => ({
  code: 'store.other',
  severity: 'error',
  message: `${layout.database} is not the database of this folder`,
  expected: `the store ${other}, by ${markerFile(layout)}`,
  got: `the store ${id}`,
  hint:
    `restore the right database; or, to keep this one, remove ${markerFile(layout)}. Nothing is ` +
    `deleted either way`,
})
