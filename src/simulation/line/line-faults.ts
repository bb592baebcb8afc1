import type { WireDirection } from '#link/wire-observer.js'

/**
 * What a serial line does to what is sent through it, as data. Chances are 0…1 for each unit, unless said
 * otherwise.
 */
export interface WayFaults {
  /** what a fault strikes: frames as the delimiter ends them, or chunks as they were written */
  readonly unit: 'frames' | 'chunks'
  /** never arrives */
  readonly drop: number
  /** arrives twice */
  readonly duplicate: number
  /** is overtaken by what is sent within `reorderMs` after it */
  readonly reorder: number
  readonly reorderMs: Span
  /** one of its bits is wrong */
  readonly flip: number
  /** chance for each bit to be wrong */
  readonly bitErrors: number
  /** only its first bytes arrive */
  readonly cut: number
  /** arrives in two portions, `splitMs` apart; only a reordered unit may come between them */
  readonly split: number
  readonly splitMs: Span
  /** every unit takes this long; the order stays */
  readonly delayMs: Span
  /** the line then stands for `stallMs`, and gives everything at once after it */
  readonly stall: number
  readonly stallMs: Span
}

/** Whole milliseconds, uniform between both, both included. */
export interface Span {
  readonly min: number
  readonly max: number
}

/** Something that happens at a set time, in ms of the line's clock. */
export interface LineEvent {
  readonly at: number
  readonly for: number
  readonly way: WireDirection | 'both'
  /**
   * `stall`: nothing arrives until it is over, then all of it. `silence`: what is sent meanwhile is lost.
   * `faults`: these figures hold instead of the usual ones.
   */
  readonly does: 'stall' | 'silence' | { readonly faults: Partial<WayFaults> }
}

/** Both ways of a line, and what happens to it in the course of time. */
export interface LineFaults {
  readonly toFirmware: Partial<WayFaults>
  readonly toHost: Partial<WayFaults>
  readonly events?: readonly LineEvent[]
}

/** A line without fault or delay: what a way does where nothing else is said. */
export const CLEAN_WAY: WayFaults = {
  unit: 'frames',
  drop: 0,
  duplicate: 0,
  reorder: 0,
  reorderMs: { min: 5, max: 60 },
  flip: 0,
  bitErrors: 0,
  cut: 0,
  split: 0,
  splitMs: { min: 1, max: 8 },
  delayMs: { min: 0, max: 0 },
  stall: 0,
  stallMs: { min: 20, max: 80 },
}

/** The same faults in both directions. */
export const bothWays = (way: Partial<WayFaults>, events: readonly LineEvent[] = []): LineFaults => ({
  toFirmware: way,
  toHost: way,
  events,
})

const CHANCES = ['drop', 'duplicate', 'reorder', 'flip', 'bitErrors', 'cut', 'split', 'stall'] as const
const SPANS = ['reorderMs', 'splitMs', 'delayMs', 'stallMs'] as const

/**
 * Completes the figures of one way. A chance outside 0…1 or a span that is none is a bug of who wrote it:
 * RangeError.
 */
export function completeWay(faults: Partial<WayFaults>): WayFaults {
  const way = { ...CLEAN_WAY, ...faults }
  for (const name of CHANCES) {
    if (!(way[name] >= 0 && way[name] <= 1))
      throw new RangeError(`${name} of a line is a chance from 0 to 1, not ${way[name]}`)
  }
  for (const name of SPANS) {
    const { min, max } = way[name]
    if (!(Number.isInteger(min) && Number.isInteger(max) && min >= 0 && max >= min))
      throw new RangeError(`${name} of a line is whole milliseconds, min <= max, not ${min}…${max}`)
  }
  return way
}
