/**
 * Seeded random numbers in named streams. Each (seed, field, episode, kind) has its own stream, so two policies
 * see the same faults under the same seed regardless of what else they draw (benchmarks §6.1, paired comparison).
 */
export interface Rng {
  /** uniform in [0, 1) */
  next(): number
  /** uniform integer in [0, n) */
  int(n: number): number
  /** normal, mean 0, standard deviation 1 */
  normal(): number
  /** true with probability p */
  chance(p: number): boolean
  pick<T>(items: readonly T[]): T
}

/** Returns the stream named by its parts: `stream(7, 'F1', 3, 'grip')`. Their order and number matter. */
export function stream(...name: readonly (string | number)[]): Rng {
  const [a, b, c, d] = seedWords(name.join('\u0000'))
  return sfc32(a, b, c, d)
}

function seedWords(text: string): [number, number, number, number] {
  const words: [number, number, number, number] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef]
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i)
    words[0] = Math.imul(words[0] ^ k, 597399067)
    words[1] = Math.imul(words[1] ^ words[0] ^ k, 2869860233)
    words[2] = Math.imul(words[2] ^ words[1] ^ k, 951274213)
    words[3] = Math.imul(words[3] ^ words[2] ^ k, 2716044179)
  }
  return words
}

/** sfc32 (PractRand, public domain design): 128 bits of state, passes BigCrush, same sequence on every machine. */
function sfc32(a: number, b: number, c: number, d: number): Rng {
  const word = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + t) | 0
    return t >>> 0
  }
  for (let i = 0; i < 16; i++) word()
  const next = (): number => (word() * 2 ** 21 + (word() >>> 11)) / 2 ** 53
  return {
    next,
    int: (n) => Math.floor(next() * n),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    chance: (p) => next() < p,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError('cannot pick from an empty list')
      return items[Math.floor(next() * items.length)] as T
    },
  }
}
