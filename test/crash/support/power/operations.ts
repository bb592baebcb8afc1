import { dirname, resolve } from 'node:path'
import { readAcks, type Ack } from '../acks.js'
import { descriptorOf, stringsOf, type Call } from '../calls.js'

/** What a traced process did to the disk, in order, and what it said meanwhile. Paths are below the state's folder. */
export type Operation =
  /** `file` is the number of an inode: it stays the same when the name changes */
  | { readonly kind: 'write'; readonly file: number; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'resize'; readonly file: number; readonly size: number }
  /** what was done before operation `since` is on the disk now */
  | ({ readonly kind: 'sync'; readonly file: number } & Reach)
  | ({ readonly kind: 'sync-folder'; readonly folder: string } & Reach)
  | { readonly kind: 'link'; readonly path: string; readonly file: number }
  | { readonly kind: 'make-folder'; readonly path: string }
  /** in one step: the new name is there and the old one is not */
  | { readonly kind: 'rename'; readonly from: string; readonly to: string; readonly file: number }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'ack'; readonly ack: Ack }

/** What a sync covers. */
interface Reach {
  readonly since: number
  /** earlier operations of other threads that were still under way when it began: not covered */
  readonly pending: readonly number[]
}

export type NameOperation = Extract<
  Operation,
  { readonly kind: 'link' | 'make-folder' | 'rename' | 'remove' }
>
export type DataOperation = Extract<Operation, { readonly kind: 'write' | 'resize' }>

/** Reads the calls of a run that began in an empty folder. @throws for a call that this reader does not know to model */
export function operationsOf(calls: readonly Call[], root: string): Operation[] {
  const reader = new Reader(root)
  // a write may reach the disk from its begin on, and is only sure to be synced by a sync that began after its end
  const events = calls
    .filter(({ ok }) => ok)
    .map((call) => ({ call, moment: isWrite(call.name) ? call.began : call.ended }))
    .sort((a, b) => a.moment - b.moment)
  for (const { call } of events) reader.take(call)
  return reader.operations
}

const isWrite = (name: string): boolean => name.startsWith('write') || name.startsWith('pwrite')

interface OpenFile {
  readonly file: number
  readonly append: boolean
  position: number
}

class Reader {
  readonly operations: Operation[] = []
  readonly #root: string
  readonly #files = new Map<string, number>()
  readonly #sizes: number[] = []
  readonly #open = new Map<number, OpenFile>()
  readonly #folders = new Set<string>()
  /** when the call of each operation had ended */
  readonly #ends: number[] = []

  constructor(root: string) {
    this.#root = root
  }

  take(call: Call): void {
    const held = descriptorOf(call.args)
    if (held !== undefined && held.fd === 1 && isWrite(call.name)) return this.#heard(call)
    const path = held?.path ?? ''
    switch (call.name) {
      case 'openat':
        return this.#opened(call)
      case 'write':
      case 'pwrite64':
        return this.#inside(path) ? this.#written(call, held?.fd ?? -1) : undefined
      case 'lseek':
        return this.#sought(call, held?.fd ?? -1)
      case 'ftruncate':
        return this.#inside(path) ? this.#resized(call, path) : undefined
      case 'fsync':
      case 'fdatasync':
        return this.#inside(path) || path === this.#root ? this.#synced(call, path) : undefined
      case 'mkdir':
        return this.#named(call, (path) => {
          this.#folders.add(path)
          return { kind: 'make-folder', path }
        })
      case 'unlink':
      case 'rmdir':
        return this.#named(call, (path) => {
          this.#files.delete(`${this.#root}/${path}`)
          return { kind: 'remove', path }
        })
      case 'rename':
        return this.#renamed(call)
      default:
        if (stringsOf(call.args).some((bytes) => this.#inside(bytes.toString())) || this.#inside(path))
          throw new Error(`the model of the disk does not know ${call.name}`)
    }
  }

  #inside(path: string): boolean {
    return path.startsWith(`${this.#root}/`)
  }

  #short(path: string): string {
    return path.slice(this.#root.length + 1)
  }

  #push(operation: Operation, call: Call): void {
    this.#ends.push(call.ended)
    this.operations.push(operation)
  }

  #heard(call: Call): void {
    for (const ack of readAcks(stringsOf(call.args)[0]?.toString() ?? ''))
      this.#push({ kind: 'ack', ack }, call)
  }

  #opened(call: Call): void {
    const path = resolve(stringsOf(call.args)[0]?.toString() ?? '')
    const fd = Number(/^\d+/.exec(call.returned)?.[0])
    this.#open.delete(fd)
    if (!this.#inside(path) || call.args.includes('O_DIRECTORY')) return
    let file = this.#files.get(path)
    if (file === undefined) {
      if (!call.args.includes('O_CREAT')) return
      file = this.#sizes.push(0) - 1
      this.#files.set(path, file)
      this.#push({ kind: 'link', path: this.#short(path), file }, call)
    } else if (call.args.includes('O_TRUNC') && this.#sizes[file] !== 0) {
      this.#sizes[file] = 0
      this.#push({ kind: 'resize', file, size: 0 }, call)
    }
    this.#open.set(fd, { file, append: call.args.includes('O_APPEND'), position: 0 })
  }

  #written(call: Call, fd: number): void {
    const held = this.#open.get(fd)
    if (held === undefined) throw new Error('a write to a file that was not seen to be opened')
    const taken = Number(call.returned)
    const bytes = stringsOf(call.args)[0]?.subarray(0, taken) ?? Buffer.alloc(0)
    const size = this.#sizes[held.file] ?? 0
    const explicit = call.name === 'pwrite64' ? Number(/(\d+)$/.exec(call.args)?.[1]) : undefined
    const at = explicit ?? (held.append ? size : held.position)
    if (explicit === undefined) held.position = at + taken
    this.#sizes[held.file] = Math.max(size, at + taken)
    this.#push({ kind: 'write', file: held.file, at, bytes }, call)
  }

  #sought(call: Call, fd: number): void {
    const held = this.#open.get(fd)
    if (held !== undefined) held.position = Number(call.returned)
  }

  #resized(call: Call, path: string): void {
    const file = this.#files.get(path)
    if (file === undefined) return
    const size = Number(/(\d+)$/.exec(call.args)?.[1])
    this.#sizes[file] = size
    this.#push({ kind: 'resize', file, size }, call)
  }

  #synced(call: Call, path: string): void {
    const pending = this.#ends.flatMap((ended, i) => (ended > call.began ? [i] : []))
    const reach = { since: this.operations.length, pending }
    const file = this.#files.get(path)
    const folder = path === this.#root ? '' : this.#short(path)
    if (file !== undefined) this.#push({ kind: 'sync', file, ...reach }, call)
    else if (folder === '' || this.#folders.has(folder))
      this.#push({ kind: 'sync-folder', folder, ...reach }, call)
  }

  #named(call: Call, make: (path: string) => Operation): void {
    const path = resolve(stringsOf(call.args)[0]?.toString() ?? '')
    if (this.#inside(path)) this.#push(make(this.#short(path)), call)
  }

  #renamed(call: Call): void {
    const [from = '', to = ''] = stringsOf(call.args).map((bytes) => resolve(bytes.toString()))
    const file = this.#files.get(from)
    if (file === undefined) {
      if (this.#inside(from)) throw new Error('the model of the disk does not rename folders')
      return
    }
    if (dirname(from) !== dirname(to)) throw new Error('the model of the disk renames within a folder only')
    this.#files.delete(from)
    this.#files.set(to, file)
    this.#push({ kind: 'rename', from: this.#short(from), to: this.#short(to), file }, call)
  }
}
