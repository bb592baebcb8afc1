import { closeSync, constants, lstatSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { writeAll } from './durable-file.js'
import { makeFolders } from './make-folders.js'
import { asOwner, ownerOfTraversed, ownerOf } from './owner.js'
import { resolvePath, type PathEntry, type ResolvedPath } from './traversed-path.js'
import { codeOf, unwritable } from './unwritable.js'

/**
 * Writes output to a path named by the user. Root writes with the rights of whoever controls where the path leads
 * (`ownerOf`), so that a planted link gives access to nothing its owner could not reach. A link or a pipe in the place
 * of the file is refused, whoever writes: the folder may be somebody else's. `/dev/stdout` and `/dev/null` are written.
 * @returns why it could not be written; undefined on success
 */
export function writeOut(path: string, data: string | Uint8Array): Diagnostic | undefined {
  const file = openOut(path)
  if (!file.ok) return file.error
  try {
    writeAll(file.value, typeof data === 'string' ? Buffer.from(data) : data)
    return undefined
  } catch (cause) {
    return unwritable(path, cause)
  } finally {
    closeSync(file.value)
  }
}

/** As `writeOut`, for a file written in pieces: truncates or creates it. @returns its descriptor */
export function openOut(path: string): Result<number, Diagnostic> {
  for (let left = TRIES; ; left--) {
    const way = resolvePath(path)
    const owner = ownerOfTraversed(way.traversed, path)
    if (!owner.ok) return owner
    const { end, missing } = way
    const isDevice = way.traversed.some(isDescriptor) || isTerminalOrNull(way)
    const isRoots = process.geteuid?.() === 0 && owner.value === undefined
    try {
      const odd = isDevice ? undefined : oddityAt(path)
      if (odd !== undefined) return err({ ...unwritable(path, odd), hint: ODD_HINT })
      if (isDevice)
        return ok(asOwner(owner.value, () => openSync(path, missing.length === 0 ? EMPTIED : 'w')))
      if (isRoots && missing.length > 1) return err(unwritable(path, 'ENOENT'))
      // free of links: nothing that has appeared there since is followed, or waited for
      const file = join(end, ...missing)
      const flags = missing.length === 0 ? EMPTIED | O_NOFOLLOW | O_NONBLOCK : MADE
      return ok(asOwner(owner.value, () => openSync(file, flags, 0o666)))
    } catch (cause) {
      // in a folder like /tmp another user may have been quicker: resolve again to find the owner
      if (left === 0 || !isChanged(cause)) return err(unwritable(path, cause))
    }
  }
}

/**
 * Creates a folder and its missing parents, with the same rights as `writeOut`. @returns why it could not be created
 */
export function makeOutFolder(folder: string): Diagnostic | undefined {
  const made = withOwnersRights(folder, () => makeFolders(folder))
  return made.ok ? undefined : made.error
}

/**
 * Runs a synchronous action at a path; the operating system may refuse it. Root acts with the rights of whoever
 * controls where the path leads.
 * @throws errors that are not system errors
 */
export function withOwnersRights<T>(path: string, action: () => T): Result<T, Diagnostic> {
  const owner = ownerOf(path)
  if (!owner.ok) return owner
  try {
    return ok(asOwner(owner.value, action))
  } catch (cause) {
    if (codeOf(cause) === undefined) throw cause
    return err(unwritable(path, cause))
  }
}

/** What is in the place of a file and would lead, or hold up, the writer; undefined where nothing is. */
function oddityAt(path: string): string | undefined {
  const found = lstatSync(resolve(path), { throwIfNoEntry: false })
  if (found?.isSymbolicLink() === true) return 'a symbolic link'
  return found === undefined || found.isFile() || found.isDirectory() ? undefined : 'a pipe, socket or device'
}

const ODD_HINT = 'it is not written through: move it away, or name the file itself'

const isTerminalOrNull = ({ traversed, missing }: ResolvedPath): boolean =>
  missing.length === 0 && traversed.at(-1)?.stat.isCharacterDevice() === true

/** `/dev/stdout` and the like: not a real path, and nobody can plant anything there. */
const isDescriptor = ({ path }: PathEntry): boolean => /^\/proc\/\d+\/(task\/\d+\/)?fd\/\d+$/.test(path)

const isChanged = (cause: unknown): boolean => ['EEXIST', 'ENOENT', 'ELOOP'].includes(codeOf(cause) ?? '')

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_TRUNC } = constants
/** never created: it existed a moment ago, and only root could have removed it */
const EMPTIED = O_WRONLY | O_TRUNC
/** never followed: anything that has appeared there since belongs to another user */
const MADE = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
const TRIES = 3
