import type { Rng } from '#base/random.js'

/** What a Slamtec scanner sends, encoded for tests from the published layouts; see the decoders for their sources. */

/** @param cabins 80 bytes @param start degrees @param anew the scan has begun anew */
export function capsule(start: number, cabins: readonly number[], anew = false): Uint8Array {
  const word = Math.round(start * 64) | (anew ? 0x8000 : 0)
  const content = [word & 0xff, word >> 8, ...cabins]
  const sum = content.reduce((xor, byte) => xor ^ byte, 0)
  return Uint8Array.of(0xa0 | (sum & 0xf), 0x50 | (sum >> 4), ...content)
}

export interface ExpressRay {
  readonly mm: number
  /** 1/8° */
  readonly correction: number
}

/** @param rays 32 */
export const expressCabins = (rays: readonly ExpressRay[]): readonly number[] =>
  Array.from({ length: 16 }, (_, i) => [rays[2 * i], rays[2 * i + 1]]).flatMap(([a, b]) => {
    if (a === undefined || b === undefined) throw new Error('a capsule has 32 rays')
    const [first, second] = [a, b].map(({ mm, correction }) => (mm << 2) | (correction >> 4)) as [
      number,
      number,
    ]
    return [
      first & 0xff,
      first >> 8,
      second & 0xff,
      second >> 8,
      (a.correction & 0xf) | ((b.correction & 0xf) << 4),
    ]
  })

/** @param ranges 40, mm */
export const denseCabins = (ranges: readonly number[]): readonly number[] =>
  ranges.flatMap((mm) => [mm & 0xff, mm >> 8])

/** @param angle degrees */
export function node(angle: number, mm: number, first = false): Uint8Array {
  const [q6, q2] = [Math.round(angle * 64), Math.round(mm * 4)]
  return Uint8Array.of((15 << 2) | (first ? 1 : 2), ((q6 & 0x7f) << 1) | 1, q6 >> 7, q2 & 0xff, q2 >> 8)
}

export const randomDense = (rng: Rng): readonly number[] =>
  Array.from({ length: 40 }, () => (rng.chance(0.1) ? 0 : rng.int(65_536)))

export const randomExpress = (rng: Rng): readonly ExpressRay[] =>
  Array.from({ length: 32 }, () => ({ mm: rng.chance(0.1) ? 0 : rng.int(16_384), correction: rng.int(64) }))
