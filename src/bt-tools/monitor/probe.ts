import type { Status } from '#bt/status.js'
import { CONTROL, RING_SLOTS, type MonitorMemory } from './memory.js'
import { IDLE_FROM, STATUS_CODE } from './status-code.js'

/** The part of a running node that an observer reads. */
export interface ProbedNode {
  readonly uid: number
}

/** Writes each status change of a tree to the shared memory; pass it to `Tree.observe`. */
export class Probe {
  readonly #memory: MonitorMemory
  readonly #now: () => number
  /** by uid: offset of the status byte */
  readonly #places: Uint32Array

  /** @param now microseconds since the epoch; called only while transitions are recorded */
  constructor(memory: MonitorMemory, now: () => number) {
    this.#memory = memory
    this.#now = now
    this.#places = new Uint32Array(memory.nodes + 1)
    for (let at = 0; at < memory.nodes; at++) {
      const uid = (memory.status[3 * at] ?? 0) + 256 * (memory.status[3 * at + 1] ?? 0)
      this.#places[uid] = 3 * at + 2
    }
  }

  changed(node: ProbedNode, from: Status, to: Status): void {
    const { status, control } = this.#memory
    const place = this.#places[node.uid]
    if (place === undefined) return
    status[place] = to === 'IDLE' ? IDLE_FROM + STATUS_CODE[from] : STATUS_CODE[to]
    if (control[CONTROL.recording] === 1) this.#record(node.uid, STATUS_CODE[to])
  }

  #record(uid: number, code: number): void {
    const { control, times, marks } = this.#memory
    const head = control[CONTROL.head] ?? 0
    const slot = head & (RING_SLOTS - 1)
    times[slot] = this.#now()
    marks[slot] = uid * 256 + code
    Atomics.store(control, CONTROL.head, head + 1)
  }
}
