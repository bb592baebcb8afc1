import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import type * as Koffi from 'koffi'

/** Slightly below the runtime and above its models, because an operator's `stop` passes through this process. */
const NICE = 2
/** memory that libzmq and this program may use beyond the initial amount, bytes */
const ROOM = 256 * 1024 ** 2

/**
 * Confines a process that reads untrusted input, before it listens: drops an inherited real-time policy, ranks itself
 * below the runtime, and limits its memory. A sandbox may forbid each step; the service monitors the memory as well.
 */
export function confine(): void {
  try {
    if (policyOf() !== SCHED_OTHER || dataOf() !== undefined) byLibc()
  } catch {
    // libc cannot be called: the service kills a process that grows too large
  }
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICE)
  } catch {
    // not Linux, or forbidden: only the speed under load changes
  }
}

function byLibc(): void {
  const require = createRequire(import.meta.url)
  const koffi = require('koffi') as typeof Koffi
  const libc = koffi.load('libc.so.6')
  const policy = libc.func('int sched_setscheduler(int pid, int policy, void *param)') as unknown as (
    pid: number,
    policy: number,
    param: Uint8Array,
  ) => number
  for (const thread of readdirSync('/proc/self/task')) policy(Number(thread), SCHED_OTHER, Buffer.alloc(4))
  const limit = libc.func('int setrlimit(int resource, void *limit)') as unknown as (
    resource: number,
    limit: Uint8Array,
  ) => number
  const data = dataOf()
  if (data === undefined) return
  const both = Buffer.alloc(16)
  both.writeBigUInt64LE(BigInt(data + ROOM), 0)
  both.writeBigUInt64LE(BigInt(data + ROOM), 8)
  limit(RLIMIT_DATA, both)
}

/** the scheduling policy, field 41 of proc(5)'s stat */
function policyOf(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38])
}

/** private writable memory, bytes */
function dataOf(): number | undefined {
  const kilobytes = /^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

const SCHED_OTHER = 0
const RLIMIT_DATA = 2
