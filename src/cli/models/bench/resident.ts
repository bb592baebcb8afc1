import { readdirSync, readFileSync } from 'node:fs'

/** IDs of this process's child processes; empty if the system does not report them (Linux does). */
export function children(): readonly number[] {
  try {
    const tasks = readdirSync('/proc/self/task')
    return tasks.flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

/** Current and peak resident memory of a process, in megabytes; undefined if the system does not report it. */
export function residentMb(pid: number): { readonly now: number; readonly peak: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string): number =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
    return { now: read('VmRSS'), peak: read('VmHWM') }
  } catch {
    return undefined
  }
}
