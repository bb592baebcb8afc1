import { existsSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { atQuietMoment, isLocked } from '#adapters/store/run-lock.js'
import { lostDatabase } from '../folder/lost.js'
import { WalLog } from '../integrity/wal-log.js'
import type { Layout } from '../layout.js'
import { openAndCheck, problemOf } from './open-database.js'
import { VERSION } from './schema.js'
import { readPragma, type Database, type ReadMode } from './sqlite.js'

/** A database opened read-only, and how. */
export interface DatabaseView {
  readonly db: Database
  readonly mode: ReadMode
}

/** Opens the database read-only, alongside a service that writes it or after it. Changes no byte of the folder. */
export function viewDatabase(layout: Layout): Result<DatabaseView, Diagnostic> {
  const lost = lostDatabase(layout)
  if (lost !== undefined) return err(lost)
  if (!existsSync(layout.database)) {
    return err({
      code: 'store.missing',
      severity: 'error',
      message: `there is no store in ${layout.dir}`,
      expected: layout.database,
      hint: 'the service creates it at its first start; pass its state folder with --state',
    })
  }
  return atQuietMoment(layout.dir, 'together', () => {
    const mode = readModeOf(layout)
    if (mode === undefined) return err(notReady(layout))
    const db = openAndCheck(
      layout,
      mode,
      (found) => problemOf(found, layout.database) ?? versionProblem(found, layout.database),
    )
    return db.ok ? ok({ db: db.value, mode }) : db
  })
}

/**
 * @returns undefined when another process has taken the folder but not yet opened the database, and there is a log that
 * it is about to checkpoint
 */
function readModeOf(layout: Layout): ReadMode | undefined {
  const isTaken = isLocked(layout.dir)
  if (isTaken && existsSync(`${layout.database}-shm`)) return 'beside'
  const log = new WalLog(`${layout.database}-wal`)
  try {
    log.read()
    if (log.committed === 0) return 'still'
    return isTaken ? undefined : 'log'
  } finally {
    log.close()
  }
}

function versionProblem(db: Database, file: string): Diagnostic | undefined {
  const version = readPragma(db, 'user_version')
  if (version === VERSION) return undefined
  return {
    code: 'store.older',
    severity: 'error',
    message: `the store ${file} was written by an older version of graft`,
    expected: `version ${VERSION} of the tables`,
    got: `version ${version}`,
    hint: 'start the service once to migrate the store',
  }
}

const notReady = (layout: Layout): Diagnostic => ({
  code: 'store.in-use',
  severity: 'error',
  message: `a process has just taken ${layout.dir}, and has not opened its database yet`,
  hint: 'try again in a moment',
})
