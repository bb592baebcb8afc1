import { getHeapStatistics } from 'node:v8'

/** CPU time of this process, with that of the garbage collector and the compiler, in milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2
}

/** How many calls take about `ms` of CPU, once the code is warm. */
export function calibrate(call: () => void, ms: number): number {
  let calls = 1
  for (;;) {
    const spent = timed(call, calls)
    if (spent >= ms / 2) return Math.max(1, Math.round((calls * ms) / spent))
    calls *= 2
  }
}

/** CPU milliseconds of so many calls. */
export function timed(call: () => void, calls: number): number {
  const start = cpuMs()
  for (let done = 0; done < calls; done++) call()
  return cpuMs() - start
}

/**
 * Bytes that a call leaves on the heap. Needs node's `--expose-gc`, and a young generation so large that nothing is
 * collected meanwhile.
 */
export function garbage(call: () => void, calls: number): number {
  if (globalThis.gc === undefined) throw new Error('run node with --expose-gc')
  globalThis.gc()
  const start = used()
  for (let done = 0; done < calls; done++) call()
  const middle = used()
  for (let done = 0; done < 9 * calls; done++) call()
  // asking costs some bytes too, in both parts the same
  return (used() - middle - (middle - start)) / (8 * calls)
}

const used = (): number => getHeapStatistics().used_heap_size
