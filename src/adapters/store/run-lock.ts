import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { constants as system } from 'node:os'
import { join } from 'node:path'
import type * as Koffi from 'koffi'

/** Another live process is writing this folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  /** as seen by that process: in another container it differs from the PID seen here */
  readonly pid: number
  readonly file: string

  constructor(file: string, pid: number) {
    super(`${file} belongs to process ${pid}, which is alive`)
    this.pid = pid
    this.file = file
  }
}

/**
 * Locks a folder for this process, which may lock it again. The kernel holds the lock (flock), so it is released
 * however the process ends, and it works across containers, which do not see each other's processes.
 * @returns a function that releases the lock
 * @throws FolderInUse
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock')
  for (;;) {
    const lock = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o644)
    const { dev, ino } = fstatSync(lock)
    const key = `${dev}:${ino}`
    const mine = held.get(key)
    if (mine === undefined && !flock(lock)) {
      const pid = pidIn(lock)
      closeSync(lock)
      throw new FolderInUse(file, pid)
    }
    // the previous holder may have removed the file meanwhile: then this lock is on a deleted file
    if (lstatSync(file, { throwIfNoEntry: false })?.ino !== ino) {
      closeSync(lock)
      continue
    }
    if (mine !== undefined) closeSync(lock)
    const kept = mine ?? lock
    held.set(key, kept)
    ftruncateSync(kept)
    writeSync(kept, `${process.pid}\n`, 0)
    return () => {
      if (held.get(key) !== kept) return
      held.delete(key)
      try {
        rmSync(file, { force: true })
      } catch {
        // what has become of the folder meanwhile is told by whoever writes into it; closing is what releases the lock
      } finally {
        closeSync(kept)
      }
    }
  }
}

/**
 * Checks whether a live process, including this one, holds the folder. Changes nothing; a folder that cannot be locked
 * counts as free.
 */
export function isLocked(folder: string): boolean {
  const lock = openToLook(join(folder, 'lock'))
  if (lock === undefined) return false
  try {
    return !flock(lock, LOCK_SH)
  } catch {
    return false
  } finally {
    closeSync(lock)
  }
}

/**
 * Runs an action while nobody takes the folder (`together`, for readers), or while nobody checks who holds it (`alone`,
 * for taking it): each waits for the other, up to a time limit. The folder itself is locked for this, since a reader
 * must not create a file.
 */
export function atQuietMoment<T>(folder: string, how: 'together' | 'alone', action: () => T): T {
  const open = openToLook(folder)
  try {
    const until = performance.now() + PATIENCE_MS
    while (open !== undefined && !isQuiet(open, how) && performance.now() < until)
      Atomics.wait(NOBODY, 0, 0, TURN_MS)
    return action()
  } finally {
    if (open !== undefined) closeSync(open)
  }
}

function isQuiet(folder: number, how: 'together' | 'alone'): boolean {
  try {
    return flock(folder, how === 'alone' ? LOCK_EX : LOCK_SH)
  } catch {
    // a file system without locks: nobody else can hold one either
    return true
  }
}

/** locks of this process by device and inode: opening a file twice would lock the process out itself */
const held = new Map<string, number>()

function pidIn(lock: number): number {
  const text = Buffer.alloc(16)
  return Number.parseInt(text.toString('utf8', 0, readSync(lock, text, 0, text.length, 0)), 10)
}

function openToLook(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}

/** @returns false if another process holds the lock */
function flock(file: number, how = LOCK_EX): boolean {
  // loaded lazily: a process that takes no lock does not need it
  const koffi = createRequire(import.meta.url)('koffi') as typeof Koffi
  const libc = koffi.load(process.platform === 'darwin' ? 'libSystem.dylib' : 'libc.so.6')
  const call = libc.func('int flock(int, int)') as Koffi.KoffiFunc<
    (file: number, operation: number) => number
  >
  if (call(file, how | LOCK_NB) === 0) return true
  const code = koffi.errno()
  if (code === system.errno.EWOULDBLOCK) return false
  throw Object.assign(new Error(`the folder cannot be locked: flock says error ${code}`), { code: 'ENOLCK' })
}

const LOCK_SH = 1
const LOCK_EX = 2
const LOCK_NB = 4
const NOBODY = new Int32Array(new SharedArrayBuffer(4))
const TURN_MS = 5
const PATIENCE_MS = 2000
