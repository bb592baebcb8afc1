import { CONTROL, RING_SLOTS, type MonitorMemory } from './memory.js'

/** Size of one transition, bytes: microseconds u48, uid u16, status u8. */
export const TRANSITION_BYTES = 9

export interface Transition {
  /** microseconds since the recording started */
  readonly usec: number
  readonly uid: number
  /** 0 IDLE, 1 RUNNING, 2 SUCCESS, 3 FAILURE, 4 SKIPPED */
  readonly status: number
}

/** @param out at least `TRANSITION_BYTES` long from `at` on */
export function writeTransition(out: Uint8Array, at: number, { usec, uid, status }: Transition): void {
  const whole = Math.max(0, Math.floor(usec))
  let rest = whole
  for (let byte = 0; byte < 6; byte++) {
    out[at + byte] = rest % 256
    rest = Math.floor(rest / 256)
  }
  out[at + 6] = uid & 0xff
  out[at + 7] = (uid >> 8) & 0xff
  out[at + 8] = status
}

/** Reads all complete transitions; ignores a trailing partial one. */
export function readTransitions(bytes: Uint8Array): Transition[] {
  const found: Transition[] = []
  for (let at = 0; at + TRANSITION_BYTES <= bytes.length; at += TRANSITION_BYTES) {
    let usec = 0
    for (let byte = 5; byte >= 0; byte--) usec = usec * 256 + (bytes[at + byte] ?? 0)
    const uid = (bytes[at + 6] ?? 0) + 256 * (bytes[at + 7] ?? 0)
    found.push({ usec, uid, status: bytes[at + 8] ?? 0 })
  }
  return found
}

/** Reads the ring buffer in shared memory: reading empties it, and it keeps the last 1000 transitions. */
export class Recording {
  readonly #memory: MonitorMemory
  #tail = 0
  #start = 0

  constructor(memory: MonitorMemory) {
    this.#memory = memory
  }

  /** @param usec microseconds since the epoch */
  start(usec: number): void {
    this.#start = usec
    this.#tail = this.#head()
    Atomics.store(this.#memory.control, CONTROL.recording, 1)
  }

  stop(): void {
    Atomics.store(this.#memory.control, CONTROL.recording, 0)
  }

  /** Returns the transitions since the last call, oldest first, as the payload of a reply. */
  take(): Uint8Array {
    const { times, marks } = this.#memory
    const head = this.#head()
    const count = Math.min(distance(this.#tail, head), MAX_TRANSITIONS)
    const bytes = new Uint8Array(count * TRANSITION_BYTES)
    for (let i = 0; i < count; i++) {
      const slot = (head - count + i) & (RING_SLOTS - 1)
      const mark = marks[slot] ?? 0
      const usec = (times[slot] ?? 0) - this.#start
      writeTransition(bytes, i * TRANSITION_BYTES, { usec, uid: mark >>> 8, status: mark & 0xff })
    }
    this.#tail = head
    // the ticking thread may have overwritten the oldest ones while they were being read
    const lost = Math.max(0, count + distance(head, this.#head()) - RING_SLOTS + 1)
    return bytes.subarray(Math.min(lost, count) * TRANSITION_BYTES)
  }

  #head(): number {
    return Atomics.load(this.#memory.control, CONTROL.head)
  }
}

const MAX_TRANSITIONS = 1000
const distance = (from: number, to: number): number => (to - from) >>> 0
