import type { Rng } from '#base/random.js'

/** Flips bits at a rate per bit. Draws the distance to the next error, so that a quiet line costs nothing. */
export class BitErrors {
  flipped = 0
  readonly #rng: Rng
  #rate = 0
  /** good bits before the next error */
  #goodBits = Infinity

  constructor(rng: Rng) {
    this.#rng = rng
  }

  /** @returns the same array if no bit of it is hit */
  pass(bytes: Uint8Array, rate: number): Uint8Array {
    if (rate !== this.#rate) {
      this.#rate = rate
      this.#goodBits = this.#draw()
    }
    const bits = bytes.length * 8
    let damaged = bytes
    let from = 0
    while (this.#goodBits < bits - from) {
      const at = from + this.#goodBits
      if (damaged === bytes) damaged = bytes.slice()
      flipBit(damaged, at)
      this.flipped++
      from = at + 1
      this.#goodBits = this.#draw()
    }
    this.#goodBits -= bits - from
    return damaged
  }

  #draw(): number {
    if (this.#rate === 0) return Infinity
    return Math.floor(Math.log1p(-this.#rng.next()) / Math.log1p(-this.#rate))
  }
}

/** Returns a copy with one bit flipped; an empty unit is returned as it is. */
export function flipRandomBit(bytes: Uint8Array, rng: Rng): Uint8Array {
  if (bytes.length === 0) return bytes
  const damaged = bytes.slice()
  flipBit(damaged, rng.int(damaged.length * 8))
  return damaged
}

function flipBit(bytes: Uint8Array, bit: number): void {
  const at = bit >> 3
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
}
