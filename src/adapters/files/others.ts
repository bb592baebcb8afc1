import { readFileSync, type Stats } from 'node:fs'

const STICKY = 0o1000

/**
 * May somebody else exchange what lies in this folder? A folder like `/tmp`, where each may touch only his
 * own, is none; nor is one of a group in which nobody else is, which is what many systems give each person.
 * @param uid whose own it is beside root's
 */
export function othersMayExchange(stat: Stats, uid: number): boolean {
  const { mode, gid } = stat
  if (!stat.isDirectory() || (mode & STICKY) !== 0) return false
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isGroupOf(gid, uid))
}

/** Is nobody in this group but root and this user? As the files of this computer say; what they do not say is a no. */
function isGroupOf(gid: number, uid: number): boolean {
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
 * Root, this user, or nobody who could be told: in a user namespace without the computer's root, what is
 * root's is shown as belonging to the overflow user.
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
