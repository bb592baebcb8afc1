import { readdirSync, readFileSync } from 'node:fs'

/** Process ids of this process's children; empty where the system does not tell (it is Linux that does). */
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

/** Resident memory of a process, now and at its highest, in megabytes; undefined where the system does not tell. */
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
