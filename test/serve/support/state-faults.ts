import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Rng } from '#base/random.js'

export const KINDS = ['remove', 'rename', 'chmod', 'truncate'] as const
type Kind = (typeof KINDS)[number]

/** A hand laid on the state folder of a running service. */
export interface Deed {
  readonly kind: Kind
  /** below the state folder; '' is the folder itself */
  readonly path: string
  readonly running: boolean
  /** the service is ended with the folder as it is now, and started again */
  readonly restart: boolean
}

/** What must become of it (docs/store.md has the table). */
export interface Declared {
  /** of motion while the robot drives: `either` when it depends on what must be written next */
  readonly motion: 'ends' | 'goes on' | 'either'
  /** of a start on what is left: `either` when it depends on what the log held */
  readonly start: 'starts' | 'refuses' | 'either'
  /** what may end the service itself */
  readonly endedBy?: NodeJS.Signals
}

/** One of the kinds of path first, then one of that kind: a thousand pictures are one kind. */
export function choose(rng: Rng, folder: string, seed: number): Deed {
  const kinds = new Map<string, string[]>([['', ['']]])
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    const kind = kindOf(name)
    kinds.set(kind, [...(kinds.get(kind) ?? []), name])
  }
  const some = [...kinds.values()][rng.int(kinds.size)] ?? ['']
  const path = some[rng.int(some.length)] ?? ''
  const at = lstatSync(join(folder, path))
  const possible = KINDS.filter((kind) => kind !== 'truncate' || (at.isFile() && at.size > 1))
  return {
    kind: possible[rng.int(possible.length)] ?? 'rename',
    path,
    running: seed % 2 === 0,
    restart: seed % 3 === 0 || IS_OPEN.test(path),
  }
}

/** As the table has it: all pictures are one. */
export const kindOf = (path: string): string =>
  /^(images|recordings)\//.test(path) ? `${dirname(path).split('/')[0]}/…` : path === '' ? '.' : path

/** A process that has them open would not see them put back. */
const IS_OPEN = /^$|^graft\.db|^lock$|^store\.json$/

/** Lays the hand on. @returns undoes it */
export function commit({ kind, path }: Deed, state: string, aside: string): () => void {
  const target = join(state, path)
  const mode = lstatSync(target).mode & 0o777
  const kept = join(aside, path === '' ? 'state' : basename(path))
  rmSync(kept, { recursive: true, force: true })
  switch (kind) {
    case 'rename':
      renameSync(target, kept)
      return () => renameSync(kept, target)
    case 'chmod':
      chmodSync(target, 0)
      return () => {
        // what SQLite takes away by itself at its end is not there any more
        if (existsSync(target)) chmodSync(target, mode)
      }
    case 'remove':
      copy(target, kept)
      rmSync(target, { recursive: true })
      break
    case 'truncate':
      copy(target, kept)
      halve(target)
  }
  return () => {
    rmSync(target, { recursive: true, force: true })
    copy(kept, target)
  }
}

/** Did it take place? Of `truncate` its own work has looked. */
export function isCommitted({ kind, path }: Deed, state: string): boolean {
  const target = join(state, path)
  if (kind === 'remove' || kind === 'rename') return !existsSync(target)
  return kind === 'truncate' || (lstatSync(target).mode & 0o777) === 0
}

/** A process that appends would make it longer again at once: it is looked at through the same descriptor. */
function halve(target: string): void {
  const fd = openSync(target, 'r+')
  try {
    const { size } = fstatSync(fd)
    ftruncateSync(fd, Math.floor(size / 2))
    const left = fstatSync(fd).size
    if (left >= size) throw new Error(`${target} was not cut short: ${left} of ${size} bytes`)
  } finally {
    closeSync(fd)
  }
}

/** Whole trees of files, with their owners. */
export function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
  const all = lstatSync(from).isDirectory() ? readdirSync(from, { recursive: true }).map(String) : []
  for (const name of ['', ...all]) {
    const { uid, gid } = lstatSync(join(from, name))
    chownSync(join(to, name), uid, gid)
  }
}

/** What lies below a folder, with the sizes of files. */
export function listing(folder: string): ReadonlyMap<string, number> {
  const all = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : []
  return new Map(
    all.flatMap((name) => {
      const at = lstatSync(join(folder, name), { throwIfNoEntry: false })
      return at === undefined ? [] : [[name, at.isFile() ? at.size : 0] as const]
    }),
  )
}

/** What the store makes and takes away by itself, and what is no evidence of anything. */
const ITS_OWN = /^(lock|ballast|graft\.db-(wal|shm))$|(^|\/)\.?[^/]*\.(tmp|part)$/

/** Evidence that is gone, or shorter, though no hand was laid on it. */
export const lost = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  { path }: Deed,
): readonly string[] =>
  [...before].flatMap(([name, size]) => {
    if (path === '' || name === path || name.startsWith(`${path}/`) || ITS_OWN.test(name)) return []
    const now = after.get(name)
    const isKept = now !== undefined && (!/^(images|recordings)\//.test(name) || now >= size)
    return isKept ? [] : [`${name} (${size} → ${now ?? 'gone'})`]
  })

/** What docs/store.md promises. */
export function declared({ kind, path }: Deed): Declared {
  const gone = kind === 'remove' || kind === 'rename'
  const name = kindOf(path)
  if (name === '.') return { motion: 'ends', start: gone ? 'starts' : 'refuses' }
  if (name === 'keys' || name === 'keys/allowed')
    return { motion: 'ends', start: gone ? 'starts' : 'refuses' }
  if (name === 'keys/server.json') return { motion: 'goes on', start: 'refuses' }
  if (name === 'graft.db') return { motion: 'either', start: 'refuses' }
  // SQLite has its index in its memory: the kernel ends who touches what is no longer there
  if (name === 'graft.db-shm' && kind === 'truncate')
    return { motion: 'either', start: 'either', endedBy: 'SIGBUS' }
  if (name.startsWith('graft.db-')) return { motion: 'either', start: 'either' }
  if (name === 'lock' || name === 'store.json' || name === 'images' || name === 'recordings')
    return { motion: 'goes on', start: gone || kind === 'truncate' ? 'starts' : 'either' }
  return { motion: 'goes on', start: 'starts' }
}
