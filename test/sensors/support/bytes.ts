import type { Rng } from '#base/random.js'

/** Bytes as they are written in manuals. */
export const hex = (text: string): Uint8Array =>
  Uint8Array.from(text.trim().split(/\s+/), (byte) => {
    if (!/^[0-9a-f]{2}$/i.test(byte)) throw new Error(`${byte} is no byte`)
    return parseInt(byte, 16)
  })

/** The same bytes in portions of 0 to `most` bytes, as a serial port hands them over. */
export function inPortions(parts: readonly Uint8Array[], rng: Rng, most: number): readonly Uint8Array[] {
  const all = Uint8Array.from(parts.flatMap((part) => [...part]))
  const portions: Uint8Array[] = []
  for (let at = 0; at < all.length;) {
    const count = rng.int(most + 1)
    portions.push(all.subarray(at, at + count))
    at += count
  }
  return portions
}
