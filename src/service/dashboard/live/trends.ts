import type { LinkReport, ServiceStatus } from '#runtime/status/service-status.js'
import type { StatusView } from '#runtime/status/status-publisher.js'
import type { Sample } from './messages.js'

/** between two samples, ms, and how many are kept: ten minutes */
const [EVERY_MS, MOST] = [1000, 600]

/** Samples of the minutes before, so that a page that connects can plot them. */
export class Trends {
  readonly #statusPublisher: StatusView
  #samples: Sample[] = []
  #taken = 0
  #timer: NodeJS.Timeout | undefined
  #lost: number | null = null

  constructor(statusPublisher: StatusView) {
    this.#statusPublisher = statusPublisher
  }

  /** @returns a function that ends it */
  start(): () => void {
    this.#timer ??= setInterval(() => this.#sample(), EVERY_MS).unref()
    return () => {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  /** how many samples were taken so far */
  get taken(): number {
    return this.#taken
  }

  /**
   * The samples after the first so many, oldest first. They are counted: a clock that somebody sets back says nothing
   * about which of them are new.
   */
  since(taken: number): readonly Sample[] {
    return this.#samples.slice(Math.max(0, this.#samples.length - (this.#taken - taken)))
  }

  #sample(): void {
    const { at, run, link, timing } = this.#statusPublisher.status()
    const sample = {
      at,
      score: run?.scoreSoFar ?? null,
      link: this.#linkOf(link),
      late: timing?.lately ?? null,
    }
    // after a clock was set, what it called later, or long ago, has no place on the axis; nor has it on the page
    const before = this.#samples.filter((one) => one.at < at && at - one.at <= EVERY_MS * MOST)
    this.#samples = [...before, sample].slice(-MOST)
    this.#taken++
  }

  #linkOf({ counters, silentMs }: LinkReport): number | null {
    if (counters === null) {
      this.#lost = null
      return silentMs
    }
    const all = lossesOf(counters)
    // a new session counts from the beginning
    const fresh = this.#lost === null ? 0 : Math.max(0, all - this.#lost)
    this.#lost = all
    return fresh
  }
}

const lossesOf = (counters: NonNullable<ServiceStatus['link']['counters']>): number => {
  const { badCobs, badCrc, badLength, oversize, unreadable, seqGaps } = counters
  const { retransmits, txDropped, eventsDropped } = counters
  return (
    badCobs + badCrc + badLength + oversize + unreadable + seqGaps + retransmits + txDropped + eventsDropped
  )
}
