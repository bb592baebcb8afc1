import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createDurably, makeFolder, syncDirectory } from '#adapters/files/durable-file.js'
import { makeOutFolder, withOwnersRights } from '#adapters/files/write-out.js'
import type { Diagnostic } from '#base/diagnostic.js'

/** A file of a new folder, or a link in it. */
export type NewEntry =
  { readonly path: string; readonly text: string } | { readonly path: string; readonly link: string }

/**
 * Writes a new folder as a whole: it appears under its name when everything is in it. What is there already is not
 * touched; only an empty folder is replaced.
 * @returns why it could not be written; undefined on success
 */
export function writeNewFolder(folder: string, entries: readonly NewEntry[]): Diagnostic | undefined {
  const parent = dirname(folder)
  const made = makeOutFolder(parent)
  if (made !== undefined) return made
  const staging = `${folder}.${randomBytes(6).toString('hex')}.tmp`
  const written = withOwnersRights(parent, (): Diagnostic | undefined => {
    if (!isFree(folder)) return exists(folder)
    mkdirSync(staging)
    try {
      for (const entry of entries) place(join(staging, entry.path), entry)
      // fails where something has come into the folder since
      renameSync(staging, folder)
      syncDirectory(parent)
      return undefined
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && TAKEN.has(String(cause.code))) return exists(folder)
      throw cause
    } finally {
      rmSync(staging, { recursive: true, force: true })
    }
  })
  return written.ok ? written.value : written.error
}

function place(path: string, entry: NewEntry): void {
  makeFolder(dirname(path))
  if ('link' in entry) symlinkSync(entry.link, path)
  else createDurably(path, entry.text)
}

/** Nothing is there, or a folder with nothing in it; a link is something. */
function isFree(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found === undefined || (found.isDirectory() && readdirSync(folder).length === 0)
}

const TAKEN: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR'])

const exists = (folder: string): Diagnostic => ({
  code: 'new.exists',
  severity: 'error',
  message: `${folder} is there already`,
  expected: 'a name that is free, or an empty folder',
  got: 'something that may be yours: nothing was changed',
  hint: 'choose another name, or another folder with --out DIR',
})
