import { createRequire } from 'node:module'
import { getPriority } from 'node:os'
import type * as Koffi from 'koffi'

/** Scheduling policies of the kernel (sched(7)), without the reset-on-fork flag. */
export const POLICY = { other: 0, fifo: 1, rr: 2 } as const
export const isRealTime = (policy: number): boolean => policy === POLICY.fifo || policy === POLICY.rr

/** In microseconds or priorities, depending on the limit. */
export interface Limits {
  readonly soft: bigint
  readonly hard: bigint
}

/** Kernel calls for the calling thread and its process; tests use a fake. */
export interface Kernel {
  policy(): number
  priority(): number
  /**
   * Sets the policy of this thread. Threads and processes it creates from now on start with the normal policy.
   * @returns the name of the error; undefined on success
   */
  setPolicy(policy: number, priority: number): string | undefined
  limits(of: LimitName): Limits
  /** @returns the name of the error; undefined on success */
  setLimits(of: LimitName, limits: Limits): string | undefined
}

/** Resource numbers on Linux, the same on every architecture that Node.js supports. */
const LIMIT = { rtPriority: 14, rtTime: 15 } as const
export type LimitName = keyof typeof LIMIT

/**
 * System call number by architecture. libc has no wrapper; sched_setscheduler with the flag is refused under
 * `RestrictRealtime=`, this call is not.
 */
const SCHED_SETATTR: Readonly<Record<string, number>> = { x64: 314, arm64: 274 }
const RESET_ON_FORK = 0x4000_0000
const RESET_ON_FORK_ATTRIBUTE = 1n
const ATTRIBUTES_BYTES = 48
const SELF = 0

type Ask = (pid: number) => number
type WithRoom = (first: number, room: Uint8Array) => number
type SetAttributes = (call: number, pid: number, attributes: Uint8Array, flags: number) => number | bigint

/** @throws when libc cannot be called: the system is not Linux, or koffi does not load */
export function linuxKernel(): Kernel {
  // loaded lazily: only a process that drives a robot needs it
  const koffi = createRequire(import.meta.url)('koffi') as typeof Koffi
  const libc = koffi.load('libc.so.6')
  const getScheduler = libc.func('int sched_getscheduler(int)') as Koffi.KoffiFunc<Ask>
  const getParameters = libc.func('int sched_getparam(int, void *)') as Koffi.KoffiFunc<WithRoom>
  const setAttributes = libc.func(
    'long syscall(long, int, const void *, uint32_t)',
  ) as Koffi.KoffiFunc<SetAttributes>
  const getLimit = libc.func('int getrlimit(int, void *)') as Koffi.KoffiFunc<WithRoom>
  const setLimit = libc.func('int setrlimit(int, const void *)') as Koffi.KoffiFunc<WithRoom>
  const names = new Map(Object.entries(koffi.os.errno).map(([name, code]) => [code, name]))
  const errorOf = (answer: number | bigint): string | undefined =>
    Number(answer) === 0 ? undefined : (names.get(koffi.errno()) ?? `error ${koffi.errno()}`)
  return {
    policy: () => getScheduler(SELF) & ~RESET_ON_FORK,
    priority: () => {
      const room = Buffer.alloc(4)
      getParameters(SELF, room)
      return room.readInt32LE()
    },
    setPolicy: (policy, priority) => {
      const call = SCHED_SETATTR[process.arch]
      if (call === undefined) return `not known on ${process.arch}`
      const room = Buffer.alloc(ATTRIBUTES_BYTES)
      room.writeUInt32LE(ATTRIBUTES_BYTES, 0)
      room.writeUInt32LE(policy, 4)
      room.writeBigUInt64LE(RESET_ON_FORK_ATTRIBUTE, 8)
      room.writeInt32LE(getPriority(), 16)
      room.writeUInt32LE(priority, 20)
      return errorOf(setAttributes(call, SELF, room, 0))
    },
    limits: (of) => {
      const room = Buffer.alloc(16)
      getLimit(LIMIT[of], room)
      return { soft: room.readBigUInt64LE(0), hard: room.readBigUInt64LE(8) }
    },
    setLimits: (of, { soft, hard }) => {
      const room = Buffer.alloc(16)
      room.writeBigUInt64LE(soft, 0)
      room.writeBigUInt64LE(hard, 8)
      return errorOf(setLimit(LIMIT[of], room))
    },
  }
}
