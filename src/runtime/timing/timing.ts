import type { HeartbeatGaps } from '#learning/episode.js'
import { SpreadCounter, type Spread } from './spread.js'

/** How punctual a process is: for status, recording, report, and whoever measures it. */
export interface TimingReport {
  /** how late timers of the process came, ms of the wall clock, whatever it was doing */
  readonly eventLoop: Spread
  /** times that it stood for longer than `STOOD_MS` */
  readonly stood: number
  /** how late turns of the reflex loop began, ms; null when none was in real time */
  readonly reflex: Spread | null
  /** between heartbeats as they are written: ms of the wall clock, of the robot's where time is virtual */
  readonly heartbeat: HeartbeatGaps
}

/** The event loop that stands for so long is told: the controller's patience with the heartbeat is 200 ms. */
export const STOOD_MS = 120

/** Counts, for as long as a process or a run lasts, what its loops and its parts measure. */
export class Timing {
  readonly #eventLoop = new SpreadCounter()
  readonly #reflex = new SpreadCounter()
  readonly #gaps = new GapCounter()
  #stood = 0
  #reflexTurns = 0

  /** The process came to something `ms` later than it was due. */
  late(ms: number): void {
    this.#eventLoop.add(ms)
    if (ms > STOOD_MS) this.#stood++
  }

  /** A turn of the reflex loop in real time began `ms` too late. */
  turn(ms: number): void {
    this.#reflexTurns++
    this.#reflex.add(ms)
  }

  heartbeat(gap: number): void {
    this.#gaps.add(gap)
  }

  get report(): TimingReport {
    return {
      eventLoop: this.#eventLoop.spread,
      stood: this.#stood,
      reflex: this.#reflexTurns === 0 ? null : this.#reflex.spread,
      heartbeat: this.#gaps.gaps,
    }
  }
}

/** Longest time between two heartbeats, and how often it was too long. */
export class GapCounter {
  #count = 0
  #worst = 0
  #over120 = 0
  #over200 = 0

  add(ms: number): void {
    this.#count++
    if (ms > this.#worst) this.#worst = ms
    if (ms > 120) this.#over120++
    if (ms > 200) this.#over200++
  }

  get gaps(): HeartbeatGaps {
    return {
      count: this.#count,
      worstMs: Math.round(this.#worst * 10) / 10,
      over120: this.#over120,
      over200: this.#over200,
    }
  }
}
