import { closeSync, constants, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { writeAll } from './durable-file.js'
import { asOwner, ownerAmong, ownerOf } from './owner.js'
import { wayTo, type Passed } from './passed.js'

/**
 * What somebody has asked to be written to a path that he named. As root it is written with the rights of
 * whoever decides where the path leads (`ownerOf`), so that a link of his leads nowhere where he could not
 * go himself.
 * @returns why it could not be written
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

/** As `writeOut`, for a file that is written in pieces: emptied, or made. @returns its descriptor */
export function openOut(path: string): Result<number, Diagnostic> {
  for (let left = TRIES; ; left--) {
    const way = wayTo(path)
    const owner = ownerAmong(way.passed, path)
    if (!owner.ok) return owner
    const { end, missing } = way
    const isRoots = process.geteuid?.() === 0 && owner.value === undefined
    try {
      if (!isRoots || missing.length === 0 || way.passed.some(isDescriptor))
        return ok(asOwner(owner.value, () => openSync(path, missing.length === 0 ? EMPTIED : 'w')))
      if (missing.length === 1) return ok(openSync(join(end, ...missing), MADE, 0o666))
      return err(unwritable(path, 'ENOENT'))
    } catch (cause) {
      // in a folder like /tmp somebody else may have been quicker: whose it is now, another look tells
      if (left === 0 || !isChanged(cause)) return err(unwritable(path, cause))
    }
  }
}

/** Makes a folder with all above it that are missing, as `writeOut` a file. @returns why it could not be made */
export function makeOutFolder(folder: string): Diagnostic | undefined {
  const made = withOwnersRights(folder, () => mkdirSync(folder, { recursive: true }))
  return made.ok ? undefined : made.error
}

/**
 * Does something at a path that the system may refuse; synchronous. As root with the rights of whoever
 * decides where it leads.
 * @throws what is no error of the system
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

/** `/dev/stdout`: no path tells where it leads, and nobody can lay anything there. */
const isDescriptor = ({ path }: Passed): boolean => /^\/proc\/\d+\/(task\/\d+\/)?fd\/\d+$/.test(path)

const unwritable = (file: string, cause: unknown): Diagnostic => ({
  code: 'file.unwritable',
  severity: 'error',
  message: `${file} cannot be written`,
  got: codeOf(cause) ?? String(cause),
  hint: 'check that its folder is there and may be written to',
})

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
const isChanged = (cause: unknown): boolean => ['EEXIST', 'ENOENT', 'ELOOP'].includes(codeOf(cause) ?? '')

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_TRUNC } = constants
/** never made: it was there a moment ago, and nobody but root could take it away */
const EMPTIED = O_WRONLY | O_TRUNC
/** never followed: what has been laid there meanwhile is somebody else's */
const MADE = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
const TRIES = 3
