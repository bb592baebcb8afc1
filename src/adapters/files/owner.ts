import { userInfo } from 'node:os'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { othersMayExchange } from './others.js'
import { passedOn, type Passed } from './passed.js'

/** A user whose rights root can work with. */
export interface Owner {
  readonly uid: number
  readonly gid: number
  readonly name: string | undefined
}

/**
 * As whom root must work at a path: as the owner of the first folder or link on the way to it that is not
 * root's. Below that one its owner can lay links and exchange folders at any moment, and no look at a path
 * holds until it is used; with his own rights they lead nowhere where he could not go himself.
 * @returns undefined: this process is not root, or root alone decides where the path leads
 */
export const ownerOf = (path: string): Result<Owner | undefined, Diagnostic> =>
  process.geteuid?.() === 0 ? ownerAmong(passedOn(path), path) : ok(undefined)

/** As `ownerOf`, of a look that was taken already. */
export function ownerAmong(passed: readonly Passed[], path: string): Result<Owner | undefined, Diagnostic> {
  if (process.geteuid?.() !== 0) return ok(undefined)
  for (const { path: each, stat } of passed) {
    if (stat.uid !== 0) return ok(ownerWith(stat.uid))
    if (othersMayExchange(stat, 0)) return err(openToOthers(each, path))
  }
  return ok(undefined)
}

/**
 * Does something with the rights of somebody else, or with root's again inside of that; synchronous, so that
 * nothing else of this process is caught in it.
 */
export function asOwner<T>(owner: Owner | undefined, action: () => T): T {
  if (process.getuid?.() !== 0) return action()
  const before = {
    uid: idOf(process.geteuid),
    gid: idOf(process.getegid),
    groups: process.getgroups?.() ?? [],
  }
  take(owner ?? ROOT)
  try {
    return action()
  } finally {
    take(before)
  }
}

/** Gives up root's rights for good and goes on as somebody else. There is no way back. */
export function becomeOwner({ uid, gid, name }: Owner): void {
  joinGroups(name, gid)
  process.setgid?.(gid)
  process.setuid?.(uid)
}

function take({
  uid,
  gid,
  groups,
  name,
}: Omit<Owner, 'name'> & { readonly name?: string | undefined; readonly groups?: readonly number[] }): void {
  // only root may become somebody
  process.seteuid?.(0)
  if (groups !== undefined) process.setgroups?.([...groups])
  else joinGroups(name, gid)
  process.setegid?.(gid)
  process.seteuid?.(uid)
}

/** All groups of a user, and no other; the types of Node.js do not know `initgroups`. */
function joinGroups(name: string | undefined, gid: number): void {
  if (name === undefined) process.setgroups?.([gid])
  else
    (process as typeof process & { initgroups?: (name: string, gid: number) => void }).initgroups?.(name, gid)
}

/** The group is that of the user, never that of the folder, which may be root's. */
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
  message:
    `root does not work in ${path}: everybody in a group, or everybody at all, may exchange what ` +
    `lies in ${folder}`,
  expected: 'folders in which root alone, or one user alone, may write',
  hint: `chmod go-w ${folder}, or run it as the user whom the files belong to`,
})

const idOf = (ask: (() => number) | undefined): number => ask?.() ?? 0
/** of nothing: a user without a group of his own gets none of the folder's */
const NO_GROUP = 65_534
const ROOT = { uid: 0, gid: 0, groups: [0] }
