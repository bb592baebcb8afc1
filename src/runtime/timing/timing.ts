import type { HeartbeatGaps } from '#learning/episode.js'
import { SpreadCounter, type Spread } from './spread.js'

/** Timing of a process, for status, recording, report and benchmarks. */
export interface TimingReport {
  /** lateness of the process's timers, ms of the wall clock, whatever it was doing */
  readonly eventLoop: Spread
  /** number of stalls longer than `STALL_MS` */
  readonly stood: number
  /** lateness of the turns of the reflex loop, ms; null if none ran in real time */
  readonly reflex: Spread | null
  /**
   * gaps between heartbeats as they are written: ms of the wall clock, or of the robot's clock where time is virtual
   */
  readonly heartbeat: HeartbeatGaps
}

/** Whether anything was late in a way that matters (docs/stopping.md): in the last minute, only before it, or never. */
export interface TimingJudgement {
  readonly state: 'on time' | 'was late' | 'late'
  /** when, and what was late; '' where nothing was */
  readonly text: string
}

/** A stall of the event loop longer than this is reported: the controller's heartbeat timeout is 200 ms. */
export const STALL_MS = 120

/** Collects what the loops and parts of a process or a run measure, for as long as it lasts. */
export class Timing {
  readonly #eventLoop = new SpreadCounter()
  readonly #reflex = new SpreadCounter()
  readonly #gaps = new GapCounter()
  #stalls = 0
  #lately = 0

  /** Records that the process handled something `ms` later than it was due. */
  late(ms: number): void {
    this.#eventLoop.add(ms)
    this.#lately = Math.max(this.#lately, ms)
    if (ms > STALL_MS) this.#stalls++
  }

  /** Records that a turn of the reflex loop in real time started `ms` late. */
  turn(ms: number): void {
    this.#reflex.add(ms)
    this.#lately = Math.max(this.#lately, ms)
  }

  /** The latest timer or turn since this was taken last, ms. */
  takeLately(): number {
    const latest = Math.round(this.#lately * 10) / 10
    this.#lately = 0
    return latest
  }

  heartbeat(gap: number): void {
    this.#gaps.add(gap)
  }

  get report(): TimingReport {
    const reflex = this.#reflex.spread
    return {
      eventLoop: this.#eventLoop.spread,
      stood: this.#stalls,
      reflex: reflex.count === 0 ? null : reflex,
      heartbeat: this.#gaps.gaps,
    }
  }
}

/** Longest gap between two heartbeats, and how often the gap was too long. */
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
