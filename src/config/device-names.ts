import { readdir, realpath } from 'node:fs/promises'

/**
 * Expands `--serial` (comma-separated paths and patterns) into the device files that exist now, in the order given.
 * `*`, `?` and `[…]` work as in a shell. A device with two names (a by-id link and its target) is listed once, under
 * the first.
 */
export async function deviceNames(patterns: string): Promise<readonly string[]> {
  const names = new Map<string, string>()
  for (const pattern of patterns.split(',').map((each) => each.trim())) {
    for (const name of await expand(pattern)) {
      const target = await realpath(name).catch(() => undefined)
      if (target !== undefined && !names.has(target)) names.set(target, name)
    }
  }
  return [...names.values()]
}

const WILDCARD = /[*?[]/

async function expand(pattern: string): Promise<readonly string[]> {
  if (pattern === '') return []
  // an existing path is taken literally, even if it contains wildcard characters
  if (!WILDCARD.test(pattern) || (await exists(pattern))) return [pattern]
  const [first = '', ...rest] = pattern.split('/')
  let found = [first === '' ? '/' : '']
  for (const part of first === '' ? rest : [first, ...rest]) {
    const next = await Promise.all(found.map((folder) => expandSegment(folder, part)))
    found = next.flat()
  }
  return found
}

/** Expands one segment of a pattern in one folder; a segment without a wildcard is taken literally. */
async function expandSegment(folder: string, part: string): Promise<readonly string[]> {
  const join = (name: string): string => (folder === '' || folder === '/' ? folder : `${folder}/`) + name
  if (!WILDCARD.test(part)) return [join(part)]
  const names = await readdir(folder === '' ? '.' : folder).catch(() => [])
  const wanted = toRegExp(part)
  return names
    .filter((name) => wanted.test(name))
    .sort(byNumber)
    .map(join)
}

const exists = (path: string): Promise<boolean> =>
  realpath(path).then(
    () => true,
    () => false,
  )

function toRegExp(part: string): RegExp {
  const text = part.replace(/\[!?[^\]/]+\]|[\s\S]/g, (token) => {
    if (token === '*') return '.*'
    if (token === '?') return '.'
    if (token.length === 1) return token.replace(/[\\^$.|+(){}[\]]/, '\\$&')
    const inside = token.slice(1, -1).replace(/[\\^]/g, '\\$&')
    return `[${inside.startsWith('!') ? `^${inside.slice(1)}` : inside}]`
  })
  // as in a shell, a wildcard does not match the leading dot of a hidden file
  return new RegExp(part.startsWith('.') ? `^${text}$` : `^(?!\\.)${text}$`)
}

/** Sorts ttyACM2 before ttyACM10. */
const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
