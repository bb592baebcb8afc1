import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

export type DiskCall = 'write' | 'fsync'

/** What the disk says to a call on a file below the folder; `undefined` lets it through. */
export type DiskSays = (call: DiskCall, path: string) => NodeJS.ErrnoException | undefined

/**
 * Runs `work` on a disk that fails. The calls of this very process are intercepted where they leave it, so that the
 * store under test is the product's own; everything outside the folder goes its way.
 */
export async function onFaultyDisk<T>(folder: string, says: DiskSays, action: () => Promise<T>): Promise<T> {
  const real = {
    openSync: fs.openSync,
    closeSync: fs.closeSync,
    writeSync: fs.writeSync,
    fsyncSync: fs.fsyncSync,
    fsync: fs.fsync,
  }
  const paths = new Map<number, string>()
  const ask = (call: DiskCall, file: number): NodeJS.ErrnoException | undefined => {
    const path = paths.get(file)
    return path === undefined ? undefined : says(call, path)
  }
  const faulty = {
    openSync: ((...args: Parameters<typeof fs.openSync>) => {
      const file = real.openSync(...args)
      if (String(args[0]).startsWith(folder)) paths.set(file, String(args[0]))
      return file
    }) satisfies typeof fs.openSync,
    closeSync: (file: number) => {
      paths.delete(file)
      real.closeSync(file)
    },
    writeSync: (file: number, ...rest: [Uint8Array, number?]) => {
      const error = ask('write', file)
      if (error !== undefined) throw error
      return real.writeSync(file, ...rest)
    },
    fsyncSync: (file: number) => {
      const error = ask('fsync', file)
      if (error !== undefined) throw error
      real.fsyncSync(file)
    },
    fsync: (file: number, done: (error: NodeJS.ErrnoException | null) => void) => {
      const error = ask('fsync', file)
      if (error !== undefined) setImmediate(() => done(error))
      else real.fsync(file, done)
    },
  }
  Object.assign(fs, faulty)
  syncBuiltinESMExports()
  try {
    return await action()
  } finally {
    Object.assign(fs, real)
    syncBuiltinESMExports()
  }
}

export const diskError = (code: 'ENOSPC' | 'EIO', syscall: string): NodeJS.ErrnoException => {
  const words = { ENOSPC: 'no space left on device', EIO: 'i/o error' }
  return Object.assign(new Error(`${code}: ${words[code]}, ${syscall}`), { code, syscall })
}
