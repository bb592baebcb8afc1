import { SLOTS } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import type { BlockInfo } from '#learning/actor/input.js'
import type { FieldSetup } from '#simulation/field-setup.js'

/** BlockInfo as the product reads it from the first picture: right, with the odd slot that could not be told. */
export const blockInfoOf = (rng: Rng, { orange }: FieldSetup): BlockInfo[] =>
  [...orange].flatMap(([zone, mask]) =>
    SLOTS.map((slot) => {
      const unclear = rng.chance(0.02)
      const faceUp = unclear ? 'unknown' : mask[slot] === '1' ? 'orange' : 'blue'
      return { zone, slot, faceUp, conf: unclear ? 0.3 : 0.9 }
    }),
  )
