import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { join, resolve } from 'node:path'

/** A folder, link or file traversed while resolving a path, the final one included. */
export interface PathEntry {
  readonly path: string
  readonly stat: Stats
}

/** The result of resolving a path, as far as it is accessible. */
export interface ResolvedPath {
  readonly traversed: readonly PathEntry[]
  /** free of links: the last existing entry, or the folder of the first missing one */
  readonly end: string
  /** names of missing entries; empty when the path resolves */
  readonly missing: readonly string[]
}

/**
 * Lists everything that decides where a path leads: each folder and each link from the root on, with links followed one
 * by one. It stops where an entry is missing or inaccessible.
 */
export const traversedPath = (path: string): readonly PathEntry[] => resolvePath(path).traversed

/** As `traversedPath`, together with what was missing in the same traversal. */
export function resolvePath(path: string): ResolvedPath {
  const all: PathEntry[] = []
  const visit = (each: string): Stats | undefined => {
    const stat = lstatIfThere(each)
    if (stat !== undefined) all.push({ path: each, stat })
    return stat
  }
  visit('/')
  let at = '/'
  let links = 0
  const left = partsOf(resolve(path))
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const next = join(at, name)
    const stat = name === '..' ? lstatIfThere(next) : visit(next)
    if (stat === undefined) return { traversed: all, end: at, missing: [name, ...left] }
    if (!stat.isSymbolicLink()) {
      at = next
      continue
    }
    if (++links > MAX_LINKS) return { traversed: all, end: at, missing: [name, ...left] }
    const target = readlinkSync(next)
    if (target.startsWith('/')) at = '/'
    left.unshift(...partsOf(target))
  }
  return { traversed: all, end: at, missing: [] }
}

function lstatIfThere(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.')
/** same limit as the kernel */
const MAX_LINKS = 40
