import type { Rng } from '#base/random.js'
import type { Rig } from './rig.js'

/** Writes bursts of random bytes to both ends of the line, from now on. @param chance of a burst each ms and way */
export function withNoise(rig: Rig, rng: Rng, chance: number, took: () => void): void {
  rig.everyMs.push(() => {
    if (rng.chance(chance)) {
      rig.intrude(burst(rng))
      took()
    }
    if (rng.chance(chance)) {
      rig.babble(burst(rng))
      took()
    }
  })
}

const burst = (rng: Rng): Uint8Array => Uint8Array.from({ length: 1 + rng.int(200) }, () => rng.int(256))
