import { readFileSync, type Stats } from 'node:fs'

const STICKY = 0o1000

/**
 * Can another user replace entries of this folder? Not in a sticky folder like `/tmp`, where users can touch only their
 * own files, nor in one whose group has no other members, as with the per-user groups of many systems.
 * @param uid user who, along with root, may write there
 */
export function isReplaceableByOthers(stat: Stats, uid: number): boolean {
  const { mode, gid } = stat
  if (!stat.isDirectory() || (mode & STICKY) !== 0) return false
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isPrivateGroup(gid, uid))
}

/**
 * Does this group contain only root and this user? Decided by the local files; when they do not say, the answer is no.
 */
function isPrivateGroup(gid: number, uid: number): boolean {
  const users = linesOf('/etc/passwd').map(([name, , id, group]) => ({
    name,
    id: Number(id),
    group: Number(group),
  }))
  const [, , , members] = linesOf('/etc/group').find(([, , id]) => Number(id) === gid) ?? []
  if (members === undefined) return false
  const inside = users.filter(({ name, group }) => group === gid || members.split(',').includes(name ?? ''))
  const named = members.split(',').filter((name) => name !== '')
  return (
    inside.every(({ id }) => id === uid || id === 0) &&
    named.every((each) => users.some(({ name }) => name === each))
  )
}

/**
 * Is the owner root or this user? In a user namespace that does not map the host's root, root's files appear as owned
 * by the overflow user, which is accepted too.
 */
export function isTrusted(owner: number, uid: number): boolean {
  return owner === 0 || owner === uid || (owner === OVERFLOW && !isRootMapped())
}

const isRootMapped = (): boolean => {
  const lines = textOf('/proc/self/uid_map').trim().split('\n')
  return lines.some((line) => line === '' || line.trim().split(/\s+/)[1] === '0')
}

const OVERFLOW = 65_534
const linesOf = (file: string): readonly (readonly string[])[] =>
  textOf(file)
    .split('\n')
    .map((line) => line.split(':'))

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
