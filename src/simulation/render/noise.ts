/**
 * Adds Gaussian noise to the levels of a picture, like that of a camera's sensor. The noise of a level depends on the
 * seed and its place only, so a picture is the same whenever it is taken with the same seed.
 * `sigma` is in levels; what is no number above 0 adds nothing.
 */
export function addNoise(
  rgb: Uint8Array,
  { seed, sigma }: { readonly seed: number; readonly sigma: number },
): void {
  if (!(sigma > 0 && sigma <= 255)) return
  const start = Math.imul(Math.floor(Number.isFinite(seed) ? seed : 0) ^ 0x5bd1e995, 0x9e3779b1)
  const scale = sigma / DEVIATION
  for (let i = 0; i < rgb.length; i++) {
    const word = mixed(Math.imul(i + 1, 0x9e3779b1) ^ start)
    // the sum of four uniform numbers is close to normal up to 3.4 sigma
    const sum = (word & 255) + ((word >>> 8) & 255) + ((word >>> 16) & 255) + (word >>> 24)
    const level = (rgb[i] as number) + (sum - MEAN) * scale
    rgb[i] = level < 0 ? 0 : level > 255 ? 255 : level + 0.5
  }
}

/** Of a sum of four bytes. */
const MEAN = 4 * 127.5
const DEVIATION = Math.sqrt((4 * (256 * 256 - 1)) / 12)

/** The finaliser of MurmurHash3 (public domain): each bit of the input changes half of the output. */
function mixed(word: number): number {
  let h = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
