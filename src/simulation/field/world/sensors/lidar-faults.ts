import type { Rng } from '#base/random.js'

/**
 * What can happen to a scanner.
 * silent: nothing is sent; blind: no ray comes back; covered: something lies on its window, so that every ray ends
 * within 90 mm; half-blind: no ray of half a turn comes back; slow: the head makes 3 turns a second; mirrored: mounted
 * upside down, so that left is right; stale: it sends its last turn again and again; dusty: a fifth of the rays end at
 * something in the air.
 */
export const LIDAR_FAULTS = [
  'silent',
  'blind',
  'covered',
  'half-blind',
  'slow',
  'mirrored',
  'stale',
  'dusty',
] as const
export type LidarFault = (typeof LIDAR_FAULTS)[number]

/** Turns a second of a head that is slow. */
export const SLOW_HZ = 3

/**
 * What a fault makes of a range.
 * @param range metres, Infinity: nothing hit @param head degrees, 0…360
 */
export function faultyRange(fault: LidarFault | undefined, range: number, head: number, draw: Rng): number {
  switch (fault) {
    case 'blind':
      return Infinity
    case 'half-blind':
      return head < 180 ? Infinity : range
    case 'covered':
      return COVERED_FROM + (COVERED_TO - COVERED_FROM) * draw.next()
    case 'dusty':
      return draw.chance(DUSTY) ? DUST_FROM + (Math.min(range, DUST_TO) - DUST_FROM) * draw.next() : range
    case 'silent':
    case 'slow':
    case 'mirrored':
    case 'stale':
    case undefined:
      return range
  }
}

const DUSTY = 0.2
/** metres */
const [DUST_FROM, DUST_TO] = [0.1, 2]
const [COVERED_FROM, COVERED_TO] = [0.03, 0.09]
