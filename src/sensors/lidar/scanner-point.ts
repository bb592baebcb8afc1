import type { Metres, Radians } from '#base/units.js'

/** One ray as a scanner reported it. */
export interface ScannerPoint {
  /** counter-clockwise in the scanner's own frame, 0 = its mark, [0, 2π); scanners themselves count clockwise */
  readonly angle: Radians
  /** metres; NaN: nothing came back */
  readonly range: Metres
  /** when it was measured, µs of the scanner's own clock (`DeviceClock` has it in the host's) */
  readonly deviceUs: number
}

/** What a decoder has seen of its stream so far. */
export interface DecoderCounters {
  /** whole and right */
  readonly packets: number
  /** whole, but with a checksum or a value that cannot be */
  readonly damaged: number
  /** bytes that belong to no right packet */
  readonly skippedBytes: number
}

/** From the bytes of one model of scanner to points. Never throws, whatever the bytes are; its memory is bounded. */
export interface ScannerDecoder {
  readonly counters: DecoderCounters
  /**
   * @param bytes the next portion of the stream, cut anywhere
   * @param arrivedUs when its last byte was there, µs of the host's clock
   * @returns the points that are complete now, in the order of time
   */
  feed(bytes: Uint8Array, arrivedUs: number): readonly ScannerPoint[]
}

/** The angle of a point, from degrees clockwise. */
export const counterClockwise = (degrees: number): Radians =>
  ((((360 - (degrees % 360)) % 360) * Math.PI) / 180) as Radians

/** The range of a point, from millimetres; 0: nothing came back. */
export const rangeOf = (millimetres: number): Metres =>
  (millimetres === 0 ? NaN : millimetres / 1000) as Metres
