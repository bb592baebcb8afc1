import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCalls, type Call } from './calls.js'

/** The calls that change what is on a disk, or that make it last. */
const CHANGING = [
  ...['openat', 'open', 'creat', 'write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'copy_file_range'],
  ...['sendfile', 'fallocate', 'ftruncate', 'truncate', 'fsync', 'fdatasync', 'sync_file_range', 'msync'],
  ...['rename', 'renameat', 'renameat2', 'unlink', 'unlinkat', 'link', 'linkat', 'symlink', 'symlinkat'],
  ...['mkdir', 'mkdirat', 'rmdir'],
] as const

export interface Run {
  /** what it printed */
  readonly said: string
  /** null when a signal ended it */
  readonly code: number | null
  readonly signal: string | null
}

/** Runs Node.js to its end and writes down its changing calls with all their bytes. */
export async function traced(args: readonly string[]): Promise<Run & { readonly calls: Call[] }> {
  const scratch = mkdtempSync(join(tmpdir(), 'graft-trace-'))
  const file = join(scratch, 'calls')
  try {
    const set = `trace=${CHANGING.join(',')},lseek`
    const run = await strace(['-f', '-y', '-xx', '-s', '16777216', '-o', file, '-e', set], args)
    return { ...run, calls: readCalls(readFileSync(file, 'latin1')) }
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** Where a process dies: on entering its `nth` call of this name that concerns one of the paths. */
export interface KillPoint {
  readonly call: string
  /** from 1 */
  readonly nth: number
}

/** Runs Node.js and kills it there with SIGKILL: the call itself is no longer carried out. */
export function killedAt(
  { call, nth }: KillPoint,
  paths: readonly string[],
  args: readonly string[],
): Promise<Run> {
  const filter = paths.flatMap((path) => ['-P', path])
  const inject = `inject=${call}:signal=SIGKILL:when=${nth}`
  return strace(['-f', '-qqq', '-o', '/dev/null', ...filter, '-e', `trace=${call}`, '-e', inject], args)
}

function strace(options: readonly string[], args: readonly string[]): Promise<Run> {
  // File calls go to the kernel one by one, where strace sees them. strace counts per thread: with several
  // threads in the pool the nth call of one is another call in each run, or none at all.
  const env = { ...process.env, UV_USE_IO_URING: '0', UV_THREADPOOL_SIZE: '1', NODE_COMPILE_CACHE: '' }
  const child = spawn('strace', [...options, process.execPath, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let grumbled = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (grumbled += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      // strace ends as its child did; anything else is a child that broke
      if (code !== 0 && code !== 137 && signal !== 'SIGKILL')
        return reject(new Error(grumbled || `exit code ${code}`))
      resolve({ said, code, signal })
    })
  })
}
