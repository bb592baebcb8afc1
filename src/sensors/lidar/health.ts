import type { Sweep } from './sweep.js'

/**
 * silent: sends nothing that can be read; slow: its head hardly turns; blind: hardly a ray comes back, or many end
 * right at its window; stale: it repeats itself.
 */
export type ScannerState = 'ok' | 'silent' | 'slow' | 'blind' | 'stale'

export interface ScannerHealth {
  readonly state: ScannerState
  /** since when, µs of the host's clock */
  readonly sinceUs: number
  /** for people: what is wrong, what was expected, what is, what to do */
  readonly text: string
}

/**
 * Judges a scanner by what it sends. It does not see that half of the window is covered, that dust is in the air or
 * that the scanner is mounted upside down: that takes a map.
 */
export class ScannerWatch {
  #heardUs: number | undefined
  #turnedUs: number
  #tookUs: number | undefined
  #sight: Sight = { back: 1, near: 0 }
  #ranges: readonly number[] = []
  #alike = 1
  #state: ScannerState = 'silent'
  #sinceUs: number

  /** @param startUs since when the scanner is listened to; it counts as silent until its first whole turn */
  constructor(startUs: number) {
    this.#turnedUs = startUs
    this.#sinceUs = startUs
  }

  /** @param turns whole turns that are over, with points that were heard at `nowUs`, µs of the host's clock */
  heard(turns: readonly Sweep[], nowUs: number): void {
    this.#settle(nowUs)
    if (this.#heardUs === undefined || nowUs - this.#heardUs > SILENT_US) {
      this.#turnedUs = nowUs
      this.#tookUs = undefined
    }
    this.#heardUs = nowUs
    for (const turn of turns) {
      this.#turnedUs = nowUs
      this.#tookUs = turn.tookUs
      if (turn.scan !== undefined) this.#look(turn.scan.ranges)
    }
    this.#settle(nowUs)
  }

  /** What is known of the scanner now, µs of the host's clock. */
  at(nowUs: number): ScannerHealth {
    this.#settle(nowUs)
    return { state: this.#state, sinceUs: this.#sinceUs, text: this.#text(nowUs) }
  }

  #look(ranges: readonly number[]): void {
    const back = ranges.filter((range) => !Number.isNaN(range))
    const near = back.filter((range) => range < NEAR)
    this.#sight = { back: back.length / ranges.length, near: near.length / ranges.length }
    this.#alike = areSame(ranges, this.#ranges) ? this.#alike + 1 : 1
    this.#ranges = ranges
  }

  #settle(nowUs: number): void {
    const state = this.#judge(nowUs)
    if (state === this.#state) return
    this.#state = state
    this.#sinceUs = state === 'silent' ? (this.#heardUs ?? nowUs) : nowUs
  }

  #judge(nowUs: number): ScannerState {
    if (this.#heardUs === undefined || nowUs - this.#heardUs > SILENT_US) return 'silent'
    if (this.#heardUs - this.#turnedUs > STUCK_US || (this.#tookUs ?? 0) > SLOW_US) return 'slow'
    if (this.#tookUs === undefined) return this.#state
    if (this.#sight.back < FEWEST_BACK || this.#sight.near > MOST_NEAR) return 'blind'
    return this.#alike >= ALIKE ? 'stale' : 'ok'
  }

  #text(nowUs: number): string {
    const { back, near } = this.#sight
    const turning = (this.#heardUs ?? 0) - this.#turnedUs
    const hz = (1e6 / (turning > STUCK_US ? turning : (this.#tookUs ?? Infinity))).toFixed(1)
    const last =
      this.#heardUs === undefined
        ? 'none has come yet'
        : `the last came ${seconds(nowUs - this.#heardUs)} ago`
    switch (this.#state) {
      case 'ok':
        return `The laser scanner is well: ${hz} turns a second, ${percent(back)} of its rays come back.`
      case 'silent':
        return (
          `The laser scanner sends nothing that can be read: data is expected every few milliseconds, ${last}. ` +
          'Check its cable, its port and its power.'
        )
      case 'slow':
        return (
          `The laser scanner turns too slowly: at least ${SLOWEST_HZ} turns a second are expected, it makes ${hz}. ` +
          'Check that it gets 5 V and that nothing touches its head.'
        )
      case 'blind':
        return back < FEWEST_BACK ? tooFew(back) : tooNear(near)
      case 'stale':
        return (
          `The laser scanner repeats itself: no two turns are ever alike, the last ${this.#alike} are, to the ` +
          'millimetre. Switch its power off and on.'
        )
    }
  }
}

const tooFew = (back: number): string =>
  `The laser scanner sees too little: at least ${percent(FEWEST_BACK)} of its rays should come back, ` +
  `${percent(back)} do. Check that nothing covers its window, and clean it.`

const tooNear = (near: number): string =>
  `Something is right in front of the laser scanner: at most ${percent(MOST_NEAR)} of its rays should end within ` +
  `${NEAR} m, ${percent(near)} do. Take off what covers its window.`

/** Shares of the rays of a turn. */
interface Sight {
  readonly back: number
  readonly near: number
}

const SILENT_US = 300_000
const SLOWEST_HZ = 6
const SLOW_US = 1e6 / SLOWEST_HZ
/** no turn for as long as two of the slowest take: the head stands still */
const STUCK_US = 2 * SLOW_US
const FEWEST_BACK = 0.25
/** metres */
const NEAR = 0.12
const MOST_NEAR = 0.3
const ALIKE = 3

/** Bit by bit; nothing is the same as nothing. */
const areSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((range, i) => Object.is(range, b[i]))

const percent = (share: number): string => `${Math.round(100 * share)} %`
const seconds = (us: number): string => `${(us / 1e6).toFixed(1)} s`
