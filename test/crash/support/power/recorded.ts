import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FIRMWARE } from '../bundle.js'
import type { JudgeProcess } from '../judge-process.js'
import { traced } from '../strace.js'
import type { Subject } from '../subject.js'
import type { State } from './cuts.js'
import type { Image } from './disk.js'
import { operationsOf, type Operation } from './operations.js'

/** One whole mission, as the disk saw it. */
export async function recordMission(program: string, subject: Subject): Promise<Operation[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'graft-recorded-')))
  try {
    const { calls } = await traced([program, subject.name, folder, FIRMWARE])
    return operationsOf(calls, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder in memory, where the computer has one, in which states are laid out one after the other. */
export function stage(): { readonly folder: string; readonly remove: () => void } {
  const memory = existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir()
  const folder = realpathSync(mkdtempSync(join(memory, 'graft-cut-')))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const SHARED_MEMORY = '/dev/shm'

/** Opens the state as the next start does. @returns what is wrong, held against what had been said by then */
export function judgeState(
  judge: JudgeProcess,
  subject: Subject,
  folder: string,
  { image, acks }: State,
  goOn: boolean,
): Promise<readonly string[]> {
  // a new name for each: a connection that the collector closes late would take away the log of another state
  rmSync(join(folder, `${laidOut}`), { recursive: true, force: true })
  const own = join(folder, `${++laidOut}`)
  layOut(image, own)
  return judge.judge({ subject: subject.name, folder: own, acks, goOn })
}

let laidOut = 0

function layOut({ folders, files }: Image, root: string): void {
  mkdirSync(root)
  for (const folder of folders) mkdirSync(join(root, folder))
  for (const [path, bytes] of files) writeFileSync(join(root, path), afterReboot(bytes))
}

/** Who comes after a power cut finds locks of an earlier boot; here the computer has not been booted meanwhile. */
function afterReboot(bytes: Buffer): Buffer {
  if (BOOT === undefined || bytes.length > 200 || !bytes.includes(BOOT)) return bytes
  return Buffer.from(bytes.toString().replace(BOOT, BOOT.replace(/[0-9a-f]/g, '0')))
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id'
const BOOT = existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8').trim() : undefined
