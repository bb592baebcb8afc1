import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { join, resolve } from 'node:path'

/** A folder, link or file that one passes on the way to a path, itself included. */
export interface Passed {
  readonly path: string
  readonly stat: Stats
}

/** Where a path leads, as far as it can be seen. */
export interface Way {
  readonly passed: readonly Passed[]
  /** without any link: the last thing that is there, or the folder of the first one that is not */
  readonly end: string
  /** names that are not there: none when the path leads to something */
  readonly missing: readonly string[]
}

/**
 * Everything that decides where a path leads: each folder and each link from the root on, links followed one by one. It
 * ends where nothing more is there, or nothing more can be seen.
 */
export const passedOn = (path: string): readonly Passed[] => wayTo(path).passed

/** As `passedOn`, with what was missing in the very same look. */
export function wayTo(path: string): Way {
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
    if (stat === undefined) return { passed: all, end: at, missing: [name, ...left] }
    if (!stat.isSymbolicLink()) {
      at = next
      continue
    }
    if (++links > MOST_LINKS) return { passed: all, end: at, missing: [name, ...left] }
    const target = readlinkSync(next)
    if (target.startsWith('/')) at = '/'
    left.unshift(...partsOf(target))
  }
  return { passed: all, end: at, missing: [] }
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
