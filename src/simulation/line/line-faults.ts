import type { WireDirection } from '#link/wire-observer.js'

/** Faults of one direction of a serial line, as data. Chances are 0…1 per unit, unless stated otherwise. */
export interface ChannelFaults {
  /** what a fault applies to: frames, as delimited, or chunks, as written */
  readonly unit: 'frames' | 'chunks'
  /** never arrives */
  readonly drop: number
  /** arrives twice */
  readonly duplicate: number
  /** is overtaken by what is sent within `reorderMs` after it */
  readonly reorder: number
  readonly reorderMs: Span
  /** one of its bits is flipped */
  readonly flip: number
  /** chance per bit of being flipped */
  readonly bitErrors: number
  /** truncated: only its first bytes arrive */
  readonly cut: number
  /** arrives in two portions, `splitMs` apart; only a reordered unit may come between them */
  readonly split: number
  readonly splitMs: Span
  /** latency of every unit; the order is preserved */
  readonly delayMs: Span
  /** the line stalls for `stallMs`, then delivers everything at once */
  readonly stall: number
  readonly stallMs: Span
}

/** Whole milliseconds, uniformly distributed, both limits included. */
export interface Span {
  readonly min: number
  readonly max: number
}

/** A scripted event, in ms of the line's clock. */
export interface LineEvent {
  readonly at: number
  readonly for: number
  readonly way: WireDirection | 'both'
  /**
   * `stall`: nothing arrives until it is over, then all of it. `silence`: what is sent meanwhile is lost. `faults`:
   * these values apply instead of the usual ones.
   */
  readonly does: 'stall' | 'silence' | { readonly faults: Partial<ChannelFaults> }
}

/** Both directions of a line, and its scripted events. */
export interface LineFaults {
  readonly toFirmware: Partial<ChannelFaults>
  readonly toHost: Partial<ChannelFaults>
  readonly events?: readonly LineEvent[]
}

/** A line without faults or delay: the defaults of one direction. */
const CLEAN_CHANNEL: ChannelFaults = {
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
export const bothDirections = (
  faults: Partial<ChannelFaults>,
  events: readonly LineEvent[] = [],
): LineFaults => ({
  toFirmware: faults,
  toHost: faults,
  events,
})

export const CHANCES = ['drop', 'duplicate', 'reorder', 'flip', 'bitErrors', 'cut', 'split', 'stall'] as const
export const SPANS = ['delayMs', 'reorderMs', 'splitMs', 'stallMs'] as const

/**
 * Fills in the defaults of one direction.
 * @throws RangeError if a chance is outside 0…1 or a span is invalid: a bug of the caller
 */
export function completeFaults(faults: Partial<ChannelFaults>): ChannelFaults {
  const completed = { ...CLEAN_CHANNEL, ...faults }
  for (const name of CHANCES) {
    if (!(completed[name] >= 0 && completed[name] <= 1))
      throw new RangeError(`${name} of a line is a chance from 0 to 1, not ${completed[name]}`)
  }
  for (const name of SPANS) {
    const { min, max } = completed[name]
    if (!(Number.isInteger(min) && Number.isInteger(max) && min >= 0 && max >= min))
      throw new RangeError(`${name} of a line is whole milliseconds, min <= max, not ${min}…${max}`)
  }
  return completed
}
