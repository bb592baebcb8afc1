import { existsSync, statSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import { codeOf } from '#adapters/files/unwritable.js'
import type { Layout } from '../layout.js'
import { markerFile } from './marker.js'
import { picturesIn, recordingsIn } from './store-files.js'

/**
 * Reports a database that is missing or empty although a store existed here. Call it before opening SQLite, which
 * removes the log of an empty database; a new database would reference none of the pictures.
 */
export function lostDatabase(layout: Layout): Diagnostic | undefined {
  const database = lookAt(layout.database)
  if (typeof database === 'string') return cannotLook(layout, database)
  if (database > 0) return undefined
  const left = evidence(layout)
  if (left.length === 0) return undefined
  return {
    code: 'store.lost',
    severity: 'error',
    message:
      `the database ` +
      `${layout.database} is ${existsSync(layout.database) ? 'empty' : 'gone'}, but there was a store here`,
    expected: `the database that belongs to ${left.join(', ')}`,
    got: existsSync(layout.database) ? 'a file of 0 bytes' : 'no file',
    hint:
      `restore ${layout.database} from a backup; or \`graft store set-aside --state ` +
      `${layout.dir}\` moves what is left to a separate folder, and the next start creates a new store`,
  }
}

function evidence(layout: Layout): readonly string[] {
  const log = lookAt(`${layout.database}-wal`)
  const pictures = picturesIn(layout).length
  const recordings = recordingsIn(layout).length
  return [
    ...(existsSync(markerFile(layout)) ? ['store.json'] : []),
    ...(log === 0 ? [] : [typeof log === 'string' ? 'something where its log is' : `a log of ${log} bytes`]),
    ...(pictures > 0 ? [`${pictures} pictures`] : []),
    ...(recordings > 0 ? [`${recordings} recordings`] : []),
  ]
}

const cannotLook = ({ database }: Layout, got: string): Diagnostic => ({
  code: 'store.lost',
  severity: 'error',
  message: `the database ${database} cannot be looked at`,
  expected: 'a file of SQLite',
  got,
  hint: `move it away, and restore ${database} from a backup`,
})

/** The size of a file, bytes, 0 where there is none; or why that cannot be said. */
function lookAt(file: string): number | string {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0
  } catch (cause) {
    const code = codeOf(cause)
    return code === 'ELOOP' ? 'links that lead in a circle' : (code ?? String(cause))
  }
}
