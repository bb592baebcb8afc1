import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { Ack } from '../acks.js'
import type { DataOperation, NameOperation, Operation } from './operations.js'

/**
 * What a file system promises about names. `journal` (ext4, xfs, btrfs): changes of names reach the disk in their order,
 * and a sync of anything takes all earlier ones along. `letter` (POSIX to the letter): a name lasts when its folder has
 * been synced, and of the others any may be there and any may not. With both, a name may be there before the data of its
 * file, and of data that is not synced any part may be there.
 */
export type NameDurability = 'journal' | 'letter'

/** What a power cut after `position` operations may or may not have kept: indices of operations. */
export interface Volatile {
  readonly position: number
  readonly names: readonly number[]
  readonly data: readonly number[]
}

/** One way in which it may have ended. */
export interface Cut {
  readonly position: number
  readonly names: ReadonlySet<number>
  /** kept operation → bytes of it that are there; all of a `resize` */
  readonly data: ReadonlyMap<number, number>
}

/** What is on the disk when the power is back. */
export interface Image {
  readonly folders: readonly string[]
  readonly files: ReadonlyMap<string, Buffer>
  /** equal for equal contents that follow equal promises */
  readonly digest: string
}

/** A disk that forgets what was not synced. */
export class FakeDisk {
  readonly operations: readonly Operation[]
  /** for each operation the number of operations after which it can no longer be lost */
  readonly #safeFrom: readonly number[]
  readonly #bases = new Map<string, Buffer>()
  readonly #contents = new Map<string, { readonly bytes: Buffer; readonly digest: string }>()

  constructor(operations: readonly Operation[], durability: NameDurability) {
    this.operations = operations
    this.#safeFrom = operations.map((operation, i) => safeFrom(operations, i, operation, durability))
  }

  /** What had been said when so many operations were done. */
  acksAt(position: number): Ack[] {
    return this.operations
      .slice(0, position)
      .flatMap((operation) => (operation.kind === 'ack' ? [operation.ack] : []))
  }

  volatileAt(position: number): Volatile {
    const [names, data]: [number[], number[]] = [[], []]
    for (const [i, operation] of this.operations.slice(0, position).entries()) {
      if ((this.#safeFrom[i] ?? 0) <= position) continue
      if (isName(operation)) names.push(i)
      if (isData(operation)) data.push(i)
    }
    return { position, names, data }
  }

  image(at: Volatile, cut: Cut): Image {
    const { folders, links } = this.#namesOf(at, cut)
    const files = new Map<string, Buffer>()
    const hash = createHash('md5').update(`${this.acksAt(at.position).length}\n`)
    for (const folder of folders) hash.update(`${folder}/\n`)
    for (const [path, file] of links) {
      const { bytes, digest } = this.#contentOf(file, at, cut)
      files.set(path, bytes)
      hash.update(`${path} ${digest}\n`)
    }
    return { folders, files, digest: hash.digest('hex') }
  }

  #namesOf(at: Volatile, cut: Cut): { folders: string[]; links: [string, number][] } {
    const shaky = new Set(at.names)
    const folders = new Set<string>()
    const links = new Map<string, number>()
    for (const [i, operation] of this.operations.slice(0, at.position).entries()) {
      if (!isName(operation) || (shaky.has(i) && !cut.names.has(i))) continue
      switch (operation.kind) {
        case 'make-folder':
          folders.add(operation.path)
          break
        case 'link':
          links.set(operation.path, operation.file)
          break
        case 'rename':
          if (links.get(operation.from) === operation.file) links.delete(operation.from)
          links.set(operation.to, operation.file)
          break
        case 'remove':
          links.delete(operation.path)
          folders.delete(operation.path)
      }
    }
    const isThere = (path: string): boolean => {
      const folder = dirname(path)
      return folder === '.' || (folders.has(folder) && isThere(folder))
    }
    const found = [...links].filter(([path]) => isThere(path)).sort(([a], [b]) => (a < b ? -1 : 1))
    return { folders: [...folders].filter(isThere).sort(), links: found }
  }

  #contentOf(file: number, at: Volatile, cut: Cut): { readonly bytes: Buffer; readonly digest: string } {
    const shaky = new Set(at.data)
    const parts: Part[] = []
    let key = `${file}`
    for (const [i, operation] of this.operations.slice(0, at.position).entries()) {
      if (!isData(operation) || operation.file !== file) continue
      const kept = shaky.has(i) ? cut.data.get(i) : Infinity
      if (kept === undefined) continue
      parts.push({ i, operation, kept })
      key += ` ${i}:${kept}`
    }
    const known = this.#contents.get(key)
    if (known !== undefined) return known
    const bytes = this.#composed(file, at.data[0] ?? Infinity, parts)
    const made = { bytes, digest: createHash('md5').update(bytes).digest('hex') }
    // the whole of it would not fit into memory
    if (this.#contents.size > 2000) this.#contents.clear()
    this.#contents.set(key, made)
    return made
  }

  /** What is safe before the first operation that is not changes no more from state to state: it is composed once. */
  #composed(file: number, firstVolatile: number, parts: readonly Part[]): Buffer {
    const settled = parts.filter(({ i }) => i < firstVolatile)
    const key = `${file} ${settled.at(-1)?.i ?? -1}`
    const known = this.#bases.get(key)
    const base = known ?? applied(new Uint8Array(), settled)
    if (known === undefined) {
      if (this.#bases.size > 200) this.#bases.clear()
      this.#bases.set(key, base)
    }
    return applied(base, parts.slice(settled.length))
  }
}

/** The first sync that covers it; for what changes nothing, at once. */
function safeFrom(
  operations: readonly Operation[],
  i: number,
  operation: Operation,
  durability: NameDurability,
): number {
  if (!isName(operation) && !isData(operation)) return 0
  const first = operations.findIndex(
    (sync, j) =>
      j > i &&
      isSync(sync) &&
      sync.since > i &&
      !sync.pending.includes(i) &&
      covers(sync, operation, durability),
  )
  return first < 0 ? Infinity : first + 1
}

function covers(sync: Sync, operation: NameOperation | DataOperation, durability: NameDurability): boolean {
  if (isData(operation)) return sync.kind === 'sync' && sync.file === operation.file
  const folder = dirname(operation.kind === 'rename' ? operation.to : operation.path)
  return (
    durability === 'journal' ||
    (sync.kind === 'sync-folder' && sync.folder === (folder === '.' ? '' : folder))
  )
}

interface Part {
  readonly i: number
  readonly operation: DataOperation
  readonly kept: number
}

/** Carries the parts out, one after the other, on what is there. */
function applied(before: Uint8Array, parts: readonly Part[]): Buffer {
  let size = before.length
  let most = size
  for (const { operation, kept } of parts) {
    const end =
      operation.kind === 'resize' ? operation.size : operation.at + Math.min(kept, operation.bytes.length)
    size = operation.kind === 'resize' ? end : kept === 0 ? size : Math.max(size, end)
    most = Math.max(most, size)
  }
  const bytes = Buffer.alloc(most)
  bytes.set(before)
  let length = before.length
  for (const { operation, kept } of parts) {
    if (operation.kind === 'resize') {
      // what is cut off reads as zeros when the file grows again
      if (operation.size < length) bytes.fill(0, operation.size, length)
      length = operation.size
    } else if (kept > 0) {
      const piece = operation.bytes.subarray(0, kept)
      bytes.set(piece, operation.at)
      length = Math.max(length, operation.at + piece.length)
    }
  }
  return bytes.subarray(0, length)
}

type Sync = Extract<Operation, { readonly since: number }>
const isSync = (operation: Operation): operation is Sync =>
  operation.kind === 'sync' || operation.kind === 'sync-folder'
const isData = (operation: Operation): operation is DataOperation =>
  operation.kind === 'write' || operation.kind === 'resize'
const isName = (operation: Operation): operation is NameOperation =>
  operation.kind === 'link' ||
  operation.kind === 'make-folder' ||
  operation.kind === 'rename' ||
  operation.kind === 'remove'
