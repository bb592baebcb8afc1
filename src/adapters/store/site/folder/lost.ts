import { existsSync, statSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Layout } from '../layout.js'
import { markerFile } from './marker.js'
import { picturesIn, recordingsIn } from './store-files.js'

/**
 * Reports a database that is missing or empty although a store existed here. Call it before opening SQLite, which
 * removes the log of an empty database; a new database would reference none of the pictures.
 */
export function lostDatabase(layout: Layout): Diagnostic | undefined {
  if (sizeOf(layout.database) > 0) return undefined
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
  const log = sizeOf(`${layout.database}-wal`)
  const pictures = picturesIn(layout).length
  const recordings = recordingsIn(layout).length
  return [
    ...(existsSync(markerFile(layout)) ? ['store.json'] : []),
    ...(log > 0 ? [`a log of ${log} bytes`] : []),
    ...(pictures > 0 ? [`${pictures} pictures`] : []),
    ...(recordings > 0 ? [`${recordings} recordings`] : []),
  ]
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
