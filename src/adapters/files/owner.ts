import { userInfo } from 'node:os'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { isReplaceableByOthers } from './trust.js'
import { traversedPath, type PathEntry } from './traversed-path.js'

/** A user whose rights root can assume. */
export interface Owner {
  readonly uid: number
  readonly gid: number
  readonly name: string | undefined
}

/**
 * The user root must act as at a path: the owner of the first folder or link on the way that is not root's. That owner
 * can plant links and swap folders below it at any moment, so a check of the path is out of date before the path is
 * used; with the owner's own rights, the path can lead only where the owner may go anyway.
 * @returns undefined when this process is not root, or root alone controls where the path leads
 */
export const ownerOf = (path: string): Result<Owner | undefined, Diagnostic> =>
  process.geteuid?.() === 0 ? ownerOfTraversed(traversedPath(path), path) : ok(undefined)

/** As `ownerOf`, for a path that was already resolved. */
export function ownerOfTraversed(
  traversed: readonly PathEntry[],
  path: string,
): Result<Owner | undefined, Diagnostic> {
  if (process.geteuid?.() !== 0) return ok(undefined)
  for (const { path: each, stat } of traversed) {
    if (stat.uid !== 0) return ok(ownerWith(stat.uid))
    if (isReplaceableByOthers(stat, 0)) return err(openToOthers(each, path))
  }
  return ok(undefined)
}

/**
 * Runs an action with another user's rights, or with root's again when nested and `owner` is undefined. Synchronous, so
 * that no other code of this process runs with those rights.
 */
export function asOwner<T>(owner: Owner | undefined, action: () => T): T {
  if (process.getuid?.() !== 0) return action()
  const before = {
    uid: idOf(process.geteuid),
    gid: idOf(process.getegid),
    groups: process.getgroups?.() ?? [],
  }
  setEffectiveIds(owner ?? ROOT)
  try {
    return action()
  } finally {
    setEffectiveIds(before)
  }
}

/** Drops root's rights permanently and continues as another user. Irreversible. */
export function becomeOwner({ uid, gid, name }: Owner): void {
  joinGroups(name, gid)
  process.setgid?.(gid)
  process.setuid?.(uid)
}

function setEffectiveIds({
  uid,
  gid,
  groups,
  name,
}: Omit<Owner, 'name'> & { readonly name?: string | undefined; readonly groups?: readonly number[] }): void {
  // only root may change its identity
  process.seteuid?.(0)
  if (groups !== undefined) process.setgroups?.([...groups])
  else joinGroups(name, gid)
  process.setegid?.(gid)
  process.seteuid?.(uid)
}

/** Sets exactly the groups of a user; the type definitions of Node.js lack `initgroups`. */
function joinGroups(name: string | undefined, gid: number): void {
  if (name === undefined) process.setgroups?.([gid])
  else
    (process as typeof process & { initgroups?: (name: string, gid: number) => void }).initgroups?.(name, gid)
}

/** Uses the user's own group, never the folder's, which may be root's. */
function ownerWith(uid: number): Owner {
  process.seteuid?.(uid)
  try {
    const { gid, username } = userInfo()
    return { uid, gid, name: username }
  } catch {
    return { uid, gid: NO_GROUP, name: undefined }
  } finally {
    process.seteuid?.(0)
  }
}

const openToOthers = (folder: string, path: string): Diagnostic => ({
  code: 'files.open-to-others',
  severity: 'error',
  message: `root refuses to work in ${path}: a group, or everybody, may replace entries of ${folder}`,
  expected: 'folders in which only root, or only one user, may write',
  hint: `chmod go-w ${folder}, or run it as the owner of the files`,
})

const idOf = (ask: (() => number) | undefined): number => ask?.() ?? 0
/** "nogroup": a user without an account entry does not get the folder's group instead */
const NO_GROUP = 65_534
const ROOT = { uid: 0, gid: 0, groups: [0] }
