import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Another living process writes this folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  readonly pid: number
  readonly file: string

  constructor(file: string, pid: number) {
    super(`${file} belongs to process ${pid}, which is alive`)
    this.pid = pid
    this.file = file
  }
}

/**
 * Takes a run folder for this process. What a dead process or an earlier boot of the computer has left is taken over.
 * @returns gives it back
 * @throws FolderInUse
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock')
  const mine = `${process.pid} ${BOOT}\n`
  for (;;) {
    try {
      const lock = openSync(file, 'wx')
      writeSync(lock, mine)
      closeSync(lock)
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const pid = holderOf(file)
      if (pid !== undefined) throw new FolderInUse(file, pid)
      rmSync(file, { force: true })
    }
  }
}

/** The living process other than this one that holds the lock. */
function holderOf(file: string): number | undefined {
  const [pid = '', boot = ''] = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []
  // numbers of processes are given anew after a boot
  if (boot !== BOOT || !/^\d+$/.test(pid) || Number(pid) === process.pid) return undefined
  return isAlive(Number(pid)) ? Number(pid) : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is there, and belongs to somebody else
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id'
const BOOT = existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8').trim() : 'unknown-boot'
