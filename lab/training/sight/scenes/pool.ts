import { stream } from '#base/random.js'
import type { Split } from './shapes.js'
import { drawThing, type Thing } from './thing.js'

/** How many things each split has; each is shown to the camera once, and then occurs in many scenes. */
export const POOL: Readonly<Record<Split, number>> = { train: 420, validation: 70, test: 90 }

const kept = new Map<Split, readonly Thing[]>()

/** The things of a split, always the same. */
export function poolOf(split: Split): readonly Thing[] {
  const known = kept.get(split)
  if (known !== undefined) return known
  const pool = Array.from({ length: POOL[split] }, (_, index) =>
    drawThing(stream('sight', split, 'thing', index), split, `${split}-${index}`),
  )
  kept.set(split, pool)
  return pool
}
