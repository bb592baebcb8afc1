import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { POLICY, type Kernel, type LimitName, type Limits } from '#adapters/scheduling/libc.js'
import { holdRealTimePriority, type RealTimePriority } from '#adapters/scheduling/real-time.js'

const UNLIMITED = 0xffff_ffff_ffff_ffffn
const SECOND = 1_000_000n

/** A kernel that gives a rank or refuses, and notes what it was asked. */
class FakeKernel implements Kernel {
  now: { policy: number; priority: number } = { policy: POLICY.other, priority: 0 }
  readonly set: { readonly of: LimitName; readonly limits: Limits }[] = []
  readonly refuses: string | undefined
  readonly hard: bigint
  constructor(refuses?: string, hard = UNLIMITED) {
    this.refuses = refuses
    this.hard = hard
  }
  policy = (): number => this.now.policy
  priority = (): number => this.now.priority
  setPolicy(policy: number, priority: number): string | undefined {
    if (this.refuses !== undefined && policy !== POLICY.other) return this.refuses
    this.now = { policy, priority }
    return undefined
  }
  limits = (): Limits => ({ soft: this.hard, hard: this.hard })
  setLimits(of: LimitName, limits: Limits): undefined {
    this.set.push({ of, limits })
  }
}

describe('the rank of the reflex loop', () => {
  beforeEach(() => void vi.useFakeTimers())
  const held: RealTimePriority[] = []
  afterEach(() => {
    for (const rank of held.splice(0)) rank.close()
    vi.useRealTimers()
  })
  const hold = (kernel: FakeKernel, patience?: number) => {
    const told: string[] = []
    const loop = { busy: 0.1, rests: 0 }
    const rank = holdRealTimePriority({
      endAfterMs: 2500,
      kernel: () => kernel,
      busy: () => loop.busy,
      sleep: () => void loop.rests++,
      report: (text) => told.push(text),
      ...(patience !== undefined && { patience }),
    })
    held.push(rank)
    return { rank, told, loop }
  }

  it('is taken by one’s own right, and the right is given away', () => {
    const kernel = new FakeKernel()
    const { rank } = hold(kernel)
    expect(rank.now()).toEqual({ realTime: true, text: 'real-time, round robin 20' })
    expect(kernel.set).toEqual([
      { of: 'rtPriority', limits: { soft: 0n, hard: 0n } },
      { of: 'rtTime', limits: { soft: SECOND, hard: 2_500_000n } },
    ])
  })

  it('is kept as the site gave it', () => {
    const kernel = new FakeKernel()
    kernel.now = { policy: POLICY.fifo, priority: 40 }
    expect(hold(kernel).rank.now()).toEqual({ realTime: true, text: 'real-time, first in first out 40' })
  })

  it('a stricter limit of the site stays', () => {
    const kernel = new FakeKernel(undefined, 2n * SECOND)
    hold(kernel)
    expect(kernel.set.at(-1)).toEqual({ of: 'rtTime', limits: { soft: SECOND, hard: 2n * SECOND } })
  })

  it('refused: everything works, it says why, and what systemd gives later is seen', () => {
    const kernel = new FakeKernel('EPERM')
    const { rank, told } = hold(kernel)
    expect(rank.now()).toEqual({ realTime: false, text: 'the kernel gives no real-time rank (EPERM)' })
    expect(told).toEqual([])
    kernel.now = { policy: POLICY.rr, priority: 20 }
    expect(rank.now().realTime).toBe(true)
  })

  it('without libc it says so', () => {
    const rank = holdRealTimePriority({
      endAfterMs: 2500,
      kernel: () => {
        throw new Error('no libc.so.6')
      },
    })
    expect(rank.now()).toEqual({ realTime: false, text: 'libc cannot be called: no libc.so.6' })
    expect(process.listenerCount('SIGXCPU')).toBe(0)
  })

  it('a loop that has not slept for a second of processor time is made to, and its limit is put back', () => {
    const kernel = new FakeKernel()
    const { rank, loop } = hold(kernel)
    const before = kernel.set.length
    for (let i = 0; i < 5; i++) process.emit('SIGXCPU')
    expect(loop.rests).toBe(5)
    expect(kernel.set.slice(before)).toEqual(
      Array.from({ length: 5 }, () => ({ of: 'rtTime', limits: { soft: SECOND, hard: 2_500_000n } })),
    )
    expect(rank.now().realTime).toBe(true)
  })

  it('a loop that is busy all the time for three seconds gives the rank back, and says so once', () => {
    const { rank, told, loop } = hold(new FakeKernel())
    for (const busy of [1, 1, 0.9, 1, 1]) {
      loop.busy = busy
      vi.advanceTimersByTime(1000)
    }
    expect([rank.now().realTime, told]).toEqual([true, []])
    vi.advanceTimersByTime(10_000)
    const why = 'given back, the loop was busy for 3 s without a rest'
    expect(rank.now()).toEqual({ realTime: false, text: why })
    expect(told).toEqual([`the real-time rank is ${why}`])
  })

  it('one that has no real time to keep gives it back at the first look', () => {
    const { rank, loop } = hold(new FakeKernel(), 1)
    loop.busy = 1
    vi.advanceTimersByTime(1000)
    expect(rank.now().realTime).toBe(false)
  })
})
