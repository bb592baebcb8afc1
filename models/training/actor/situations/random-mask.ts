import { bitsMask, type Mask } from '#base/field-map.js'
import type { Rng } from '#base/random.js'

/** any mask but 0000 */
export const randomMask = (rng: Rng): Mask => bitsMask(1 + rng.int(15))
