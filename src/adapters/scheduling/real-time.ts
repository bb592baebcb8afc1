import { performance } from 'node:perf_hooks'
import { isRealTime, linuxKernel, POLICY, type Kernel } from './libc.js'

/** Above every normal process, below the kernel's interrupt threads (50); the systemd unit sets the same value. */
const PRIORITY = 20
/** Soft limit of CPU time without sleeping, µs: more than a loop turn, a garbage collection or an edit ever takes. */
const NUDGE_US = 1_000_000n
const SLEEP_MS = 2
const CHECK_MS = 1000
/** A loop that is busy for more than this share of its time is doing more than a reflex loop's work. */
const BUSY = 0.95

/** How the kernel schedules the reflex loop's thread. */
interface Scheduling {
  readonly realTime: boolean
  readonly text: string
}

export interface RealTimePriority {
  now(): Scheduling
  /** stops monitoring the loop; the priority stays */
  close(): void
}

interface Options {
  /**
   * CPU time without sleeping after which the kernel kills the process (RLIMIT_RTTIME), ms; a stricter limit is kept.
   */
  readonly endAfterMs: number
  /**
   * number of consecutive checks, one per second, that must find the loop always busy before the priority is given back
   */
  readonly patience?: number
  /** called once, when the priority is given back */
  readonly report?: (text: string) => void
  readonly kernel?: () => Kernel
  /** event-loop utilisation since the last call, 0…1 */
  readonly busy?: () => number
  readonly sleep?: () => void
}

/**
 * Runs the calling thread, and no other, at real-time priority (docs/adr/0020): a priority that the site or systemd
 * assigns, now or later, or one that the process may set itself. Threads and processes it creates do not inherit the
 * priority, and from now on this process and its children cannot request one: call this before anything else is
 * started.
 *
 * An event loop that runs but is always busy gives its priority back. If the loop hangs, the kernel kills the process
 * after `endAfterMs` of CPU time.
 */
export function holdRealTimePriority(options: Options): RealTimePriority {
  const { report = () => undefined, sleep = pause, busy = sinceLast(), patience = 3 } = options
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
  // A loop that still runs but has not slept for a second receives SIGXCPU and sleeps, which resets the kernel's count.
  // The kernel has also raised the soft limit, so set it again.
  const onNudge = (): void => {
    sleep()
    kernel.setLimits('rtTime', limits)
  }
  // install the handler first: SIGXCPU kills a process without one
  process.on('SIGXCPU', onNudge)
  kernel.setLimits('rtTime', limits)
  let busyChecks = 0
  const watch = setInterval(() => {
    busyChecks = busy() > BUSY ? busyChecks + 1 : 0
    if (busyChecks < patience || !isRealTime(kernel.policy())) return
    if (kernel.setPolicy(POLICY.other, 0) !== undefined) return
    why = `given back, the loop was busy for ${busyChecks} s without a rest`
    report(`the real-time rank is ${why}`)
  }, CHECK_MS).unref()
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

/**
 * Takes a real-time priority. One that is already set (chrt, a site's unit) is kept, but gets the reset-on-fork flag.
 */
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

const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLEEP_MS)

function sinceLast(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
