import { existsSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import { isTrusted, isReplaceableByOthers } from './trust.js'
import { traversedPath } from './traversed-path.js'

/**
 * Reports why a folder cannot be trusted: it, or something on the way to it, belongs to another user or is writable by
 * others. Whoever can replace the key folder can grant themselves any role.
 * @param uid user who relies on it; default: this process's user
 */
export function untrustedPath(folder: string, uid = process.geteuid?.()): Diagnostic | undefined {
  if (uid === undefined) return undefined
  const all = traversedPath(folder)
  for (const { path, stat } of all) {
    if (!isTrusted(stat.uid, uid)) return belongsToOther(path, stat.uid, uid)
    if (isReplaceableByOthers(stat, uid)) return writable(path, stat.mode)
  }
  // the folder itself must not be writable by others at all, even if its group is empty today or its sticky bit is set
  const own = existsSync(folder) ? all.at(-1) : undefined
  return own !== undefined && (own.stat.mode & 0o022) !== 0 ? writable(own.path, own.stat.mode) : undefined
}

const belongsToOther = (path: string, owner: number, uid: number): Diagnostic => ({
  code: 'state.owner',
  severity: 'error',
  message: `${path} is owned by another user, who could grant themselves access`,
  expected: `user ${uid} or root`,
  got: `user ${owner}`,
  hint: `chown ${uid} ${path}, or choose another folder with store.dir or --state`,
})

const writable = (path: string, mode: number): Diagnostic => ({
  code: 'state.permissions',
  severity: 'error',
  message: `others may write in ${path} and could grant themselves access`,
  expected: 'a folder in which only its owner may write',
  got: (mode & 0o7777).toString(8).padStart(3, '0'),
  hint: `chmod go-w ${path}`,
})
