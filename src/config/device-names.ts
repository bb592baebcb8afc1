import { readdir, realpath } from 'node:fs/promises'

/**
 * The device files that `--serial` means and that are there now: paths and patterns, several separated by
 * commas, in the order in which they are named. `*`, `?` and `[…]` stand for what they stand for in a shell.
 * One device under two names (a by-id link and its target) comes once, under the first.
 */
export async function deviceNames(asked: string): Promise<readonly string[]> {
  const names = new Map<string, string>()
  for (const pattern of asked.split(',').map((each) => each.trim())) {
    for (const name of await expand(pattern)) {
      const target = await realpath(name).catch(() => undefined)
      if (target !== undefined && !names.has(target)) names.set(target, name)
    }
  }
  return [...names.values()]
}

const WILD = /[*?[]/

async function expand(pattern: string): Promise<readonly string[]> {
  if (pattern === '') return []
  // a name that is there is that name, whatever characters it has
  if (!WILD.test(pattern) || (await exists(pattern))) return [pattern]
  const [first = '', ...rest] = pattern.split('/')
  let found = [first === '' ? '/' : '']
  for (const part of first === '' ? rest : [first, ...rest]) {
    const next = await Promise.all(found.map((folder) => within(folder, part)))
    found = next.flat()
  }
  return found
}

/** What one part of a pattern means in one folder; parts without a wildcard are taken as they are. */
async function within(folder: string, part: string): Promise<readonly string[]> {
  const join = (name: string): string => (folder === '' || folder === '/' ? folder : `${folder}/`) + name
  if (!WILD.test(part)) return [join(part)]
  const names = await readdir(folder === '' ? '.' : folder).catch(() => [])
  const wanted = expressionOf(part)
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

function expressionOf(part: string): RegExp {
  const text = part.replace(/\[!?[^\]/]+\]|[\s\S]/g, (token) => {
    if (token === '*') return '.*'
    if (token === '?') return '.'
    if (token.length === 1) return token.replace(/[\\^$.|+(){}[\]]/, '\\$&')
    const inside = token.slice(1, -1).replace(/[\\^]/g, '\\$&')
    return `[${inside.startsWith('!') ? `^${inside.slice(1)}` : inside}]`
  })
  // as in a shell, a wildcard does not stand for the dot of a hidden file
  return new RegExp(part.startsWith('.') ? `^${text}$` : `^(?!\\.)${text}$`)
}

/** ttyACM2 comes before ttyACM10. */
const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
