/**
 * Memory shared by the ticking thread and the socket thread for one tree. The ticking thread only stores numbers
 * into typed arrays, so monitoring costs a tick no allocation, no message and no lock.
 */
export interface MonitorMemory {
  readonly nodes: number
  /** the words of `CONTROL` */
  readonly control: Int32Array
  /** two words per node, before and after its tick: see `hooks/word.ts` */
  readonly hooks: Int32Array
  /** the payload of a status reply: uid u16 and status u8 per node, in the protocol's order */
  readonly status: Uint8Array
  /** recorded transitions: microseconds since the epoch */
  readonly times: Float64Array
  /** recorded transitions: `uid * 256 + status` */
  readonly marks: Uint32Array
}

export const CONTROL = {
  /** incremented when the ticking thread should check its messages and hooks */
  bell: 0,
  /** 1 while transitions are recorded */
  recording: 1,
  /** number of transitions recorded so far, modulo 2^32 */
  head: 2,
  /** heartbeat of the socket thread, incremented while it is alive */
  pulse: 3,
} as const

/** The protocol's limit: node uids have 16 bits. */
export const MAX_NODES = 65_535
/** Slots in the ring buffer; a power of two, so that the counter may wrap. */
export const RING_SLOTS = 1024

/** @param uids uids of all nodes, in the order of the status reply */
export function shareMemory(uids: readonly number[]): MonitorMemory {
  const nodes = uids.length
  const status = new Uint8Array(new SharedArrayBuffer(3 * nodes))
  uids.forEach((uid, at) => {
    status[3 * at] = uid & 0xff
    status[3 * at + 1] = uid >> 8
  })
  return {
    nodes,
    control: new Int32Array(new SharedArrayBuffer(4 * Object.keys(CONTROL).length)),
    hooks: new Int32Array(new SharedArrayBuffer(4 * 2 * nodes)),
    status,
    times: new Float64Array(new SharedArrayBuffer(8 * RING_SLOTS)),
    marks: new Uint32Array(new SharedArrayBuffer(4 * RING_SLOTS)),
  }
}

/** Wakes the ticking thread if it waits at a breakpoint (`BellWatch`). */
export function ringBell(memory: MonitorMemory): void {
  Atomics.add(memory.control, CONTROL.bell, 1)
  Atomics.notify(memory.control, CONTROL.bell)
}
