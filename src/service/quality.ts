import { describeTiming, judgeTiming } from '#app/command-line/words.js'
import type { TimingJudgement, TimingReport } from '#runtime/timing/timing.js'
import type { Parts } from './parts.js'

/** between two percentile calculations, ms */
const UPDATE_MS = 1000
/** how long a warning persists after its cause, ms */
const WARN_MS = 60_000

/** Two rows that only warn: how punctual the loops are, and how clean the line is. */
export class Quality {
  readonly #parts: QualityParts
  readonly #heartbeat: RecentGrowth
  readonly #stood: RecentGrowth
  readonly #line: RecentGrowth
  #updatedAt = -Infinity

  constructor(parts: QualityParts) {
    this.#parts = parts
    this.#heartbeat = new RecentGrowth(parts.now)
    this.#stood = new RecentGrowth(parts.now)
    this.#line = new RecentGrowth(parts.now)
  }

  update(): void {
    const { statusPublisher, healthReporter, timing, now } = this.#parts
    if (now() - this.#updatedAt < UPDATE_MS) return
    this.#updatedAt = now()
    const { report } = timing
    const judged = this.#judge(report)
    statusPublisher.set({ timing: { ...report, lately: timing.takeLately(), judged } })
    if (judged.state === 'late') healthReporter.fail('timing', describeTiming(report))
    else healthReporter.beat('timing', judged.state === 'was late' ? 'was late, not in the last minute' : '')
    const { status, counters, degraded, last } = statusPublisher.status().link
    if (status === 'none' || counters === null) return healthReporter.off('line')
    const { badCobs, badCrc, badLength, oversize, unreadable, seqGaps } = counters
    const bad = badCobs + badCrc + badLength + oversize + unreadable + seqGaps
    if (this.#line.hasGrownRecently(bad + degraded))
      healthReporter.fail('line', last === '' ? 'noise on the line' : last)
    else healthReporter.beat('line')
  }

  /** That the process stood still counts once a loop runs in real time, as in the words. */
  #judge(report: TimingReport): TimingJudgement {
    const heartbeat = this.#heartbeat.hasGrownRecently(report.heartbeat.over120)
    const stood = this.#stood.hasGrownRecently(report.stood)
    return judgeTiming(report, heartbeat || (stood && report.reflex !== null))
  }
}

type QualityParts = Pick<Parts, 'statusPublisher' | 'healthReporter' | 'timing' | 'now'>

/** Has a count grown recently? One that restarts has not. */
class RecentGrowth {
  readonly #now: () => number
  #count = 0
  #until = -Infinity

  constructor(now: () => number) {
    this.#now = now
  }

  hasGrownRecently(count: number): boolean {
    if (count > this.#count) this.#until = this.#now() + WARN_MS
    this.#count = count
    return this.#now() < this.#until
  }
}
