import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { join, resolve } from 'node:path'

/** A folder, link or file that one passes on the way to a path, itself included. */
export interface Passed {
  readonly path: string
  readonly stat: Stats
}

/**
 * Everything that decides where a path leads: each folder and each link from the root on, links followed one by one. It
 * ends where nothing more is there, or nothing more can be seen.
 */
export function passedOn(path: string): readonly Passed[] {
  const all: Passed[] = []
  const see = (each: string): Stats | undefined => {
    const stat = lookAt(each)
    if (stat !== undefined) all.push({ path: each, stat })
    return stat
  }
  see('/')
  let at = '/'
  let links = 0
  const left = partsOf(resolve(path))
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const next = join(at, name)
    const stat = name === '..' ? lookAt(next) : see(next)
    if (stat === undefined) break
    if (!stat.isSymbolicLink()) {
      at = next
      continue
    }
    if (++links > MOST_LINKS) break
    const target = readlinkSync(next)
    if (target.startsWith('/')) at = '/'
    left.unshift(...partsOf(target))
  }
  return all
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.')
/** as the kernel */
const MOST_LINKS = 40
