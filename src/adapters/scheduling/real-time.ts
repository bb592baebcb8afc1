import { performance } from 'node:perf_hooks'
import { isRealTime, linuxKernel, POLICY, type Kernel } from './libc.js'

/** Above everything of normal rank, below the kernel's own interrupt threads (50); the unit gives the same. */
const PRIORITY = 20
/** Of processor time without a rest: more than a turn, a collection of garbage or an edit ever takes, µs. */
const NUDGE_US = 1_000_000n
const REST_MS = 2
const LOOK_MS = 1000
/** A loop that is busy for more than this share of its time does other work than a reflex loop. */
const BUSY = 0.95

/** How the kernel schedules the thread of the reflex loop, in words. */
interface Scheduling {
  readonly realTime: boolean
  readonly text: string
}

export interface Rank {
  now(): Scheduling
  /** ends the watch over the loop; the rank stays */
  close(): void
}

interface Options {
  /**
   * Processor time without a rest after which the kernel ends the process (RLIMIT_RTTIME), ms; a stricter
   * limit stays.
   */
  readonly endAfterMs: number
  /** looks in a row, one a second, that find the loop busy all the time, and the rank is given back */
  readonly patience?: number
  /** told once, when the rank is given back */
  readonly tell?: (text: string) => void
  readonly kernel?: () => Kernel
  /** share of the time since the last call that the event loop was busy, 0…1 */
  readonly busy?: () => number
  readonly rest?: () => void
}

/**
 * Lets the calling thread, and it alone, go before everything of normal rank (docs/adr/0020): by a rank that
 * the site or systemd gives it, now or later, or by its own right, where it has one. Threads and processes
 * that it makes do not inherit the rank, and from here on nobody in this process or its children may ask for
 * one: call it before anything is started.
 *
 * A loop that turns and is busy all the time gives its rank back. One that does not turn is ended by the kernel, after
 * `endAfterMs` of processor time.
 */
export function holdRank(options: Options): Rank {
  const { tell = () => undefined, rest = pause, busy = sinceLast(), patience = 3 } = options
  let kernel: Kernel
  try {
    kernel = (options.kernel ?? linuxKernel)()
  } catch (error) {
    const text = `libc cannot be called: ${error instanceof Error ? error.message : String(error)}`
    return { now: () => ({ realTime: false, text }), close: () => undefined }
  }
  const { hard } = kernel.limits('rtTime')
  const end = BigInt(Math.round(options.endAfterMs * 1000))
  const limits = { soft: NUDGE_US, hard: hard < end ? hard : end }
  const refused = take(kernel)
  kernel.setLimits('rtPriority', { soft: 0n, hard: 0n })
  let why = `the kernel gives no real-time rank (${refused ?? 'taken away'})`
  // A loop that turns and has not slept for a second hears it (SIGXCPU), and rests: there the kernel begins
  // to count anew. It has also moved its limit on.
  const onNudge = (): void => {
    rest()
    kernel.setLimits('rtTime', limits)
  }
  // first the ear: what the limit sends ends a process that does not listen
  process.on('SIGXCPU', onNudge)
  kernel.setLimits('rtTime', limits)
  let looks = 0
  const watch = setInterval(() => {
    looks = busy() > BUSY ? looks + 1 : 0
    if (looks < patience || !isRealTime(kernel.policy())) return
    if (kernel.setPolicy(POLICY.other, 0) !== undefined) return
    why = `given back, the loop was busy for ${looks} s without a rest`
    tell(`the real-time rank is ${why}`)
  }, LOOK_MS).unref()
  return {
    now: () => {
      const policy = kernel.policy()
      if (!isRealTime(policy)) return { realTime: false, text: why }
      return { realTime: true, text: `real-time, ${NAME[policy] ?? ''} ${kernel.priority()}` }
    },
    close: () => {
      clearInterval(watch)
      process.off('SIGXCPU', onNudge)
    },
  }
}

/** A rank that is there already (chrt, a site's unit) is kept, and gets the flag that nobody inherits it. */
function take(kernel: Kernel): string | undefined {
  const given = kernel.policy()
  return isRealTime(given)
    ? kernel.setPolicy(given, kernel.priority())
    : kernel.setPolicy(POLICY.rr, PRIORITY)
}

const NAME: Readonly<Record<number, string>> = {
  [POLICY.fifo]: 'first in first out',
  [POLICY.rr]: 'round robin',
}

const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REST_MS)

function sinceLast(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
