import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { makeFolders } from '#adapters/files/make-folders.js'
import { untrustedPath } from '#adapters/files/untrusted-path.js'
import { atQuietMoment, FolderInUse, lockFolder } from '#adapters/store/run-lock.js'
import type { Layout } from '../layout.js'
import { inUse } from '../problems.js'

/**
 * Locks the folder of a store for this process, and creates it if missing. @returns a function that releases the lock
 */
export function lockStore(layout: Layout): Result<() => void, Diagnostic> {
  const untrusted = untrustedPath(layout.dir)
  if (untrusted !== undefined) return err(untrusted)
  try {
    makeFolders(layout.dir, 0o700)
    return ok(atQuietMoment(layout.dir, 'alone', () => lockFolder(layout.dir)))
  } catch (error) {
    return err(cannotUse(layout, error))
  }
}

/** Creates the subfolders of a store. */
export function makeSubfolders(layout: Layout): Result<null, Diagnostic> {
  try {
    for (const folder of [layout.images, layout.recordings]) makeFolders(folder, 0o700)
    return ok(null)
  } catch (error) {
    return err(cannotUse(layout, error))
  }
}

/**
 * Describes why the system does not let this process use the folder or a file in it. @throws errors that are not system
 * errors
 */
export function cannotUse(layout: Layout, error: unknown): Diagnostic {
  if (error instanceof FolderInUse) return inUse(error.file, error.pid)
  if (!(error instanceof Error && 'code' in error)) throw error
  return {
    code: 'store.cannot-open',
    severity: 'error',
    message: `the folder ${layout.dir} cannot be used`,
    got: error.message,
    hint: "does it exist, does it belong to the service's user, is the disk writable?",
  }
}
