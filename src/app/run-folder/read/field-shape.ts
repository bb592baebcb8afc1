import { z } from 'zod'
import { ordinal } from './manifest-shape.js'

/** The shapes of what only a run on a field stores: its map, what its critic points at, what its referee counts. */

const number = z.number()
const point = z.looseObject({ x: number, y: number })
const mask = z.string().regex(/^[01]{4}$/)

const zone = z.looseObject({
  id: ordinal,
  kind: z.enum(['load', 'unload']),
  at: point,
  size: point,
  needsShelf: z.boolean(),
})

/** The field as `make-manifest.ts` writes it. */
export const fieldShape = z.looseObject({
  map: z.looseObject({
    id: z.string(),
    size: point,
    zones: z.array(zone),
    home: z.looseObject({ at: point, radius: number }),
    shelf: z.looseObject({ at: point, target: point, size: point }),
  }),
  orange: z.array(z.looseObject({ zone: ordinal, mask })),
  start: z.looseObject({ x: number, y: number, theta: number }),
})

/** Where an issue lies; null in the reports of another world. */
export const issuePlace = { zone: number.nullable(), mask: mask.nullable() }

/** A place that a picture did not show. */
export const placeNotSeen = z.looseObject({
  place: z.union([z.string(), number]),
  mask: mask.nullable(),
  why: z.string(),
})

const FIELD_COUNTS = ['correct', 'incorrect', 'outside', 'fullBatches', 'blocksUnloaded'] as const
const FIELD_MARKS = ['robotHome', 'leftHome', 'shelfAtTarget'] as const

/** An outcome that counts blocks counts all of them; that of another world counts none. */
export const outcome = z
  .looseObject({ source: z.enum(['ground-truth', 'sensors']), operatingSeconds: number })
  .refine(
    (facts) =>
      !('blocksUnloaded' in facts) ||
      (FIELD_COUNTS.every((key) => typeof facts[key] === 'number') &&
        FIELD_MARKS.every((key) => typeof facts[key] === 'boolean')),
    { error: `numbers for ${FIELD_COUNTS.join(', ')}, and true or false for ${FIELD_MARKS.join(', ')}` },
  )

/** An episode of another world in the run folder of a field. */
export const OTHER_OUTCOME = {
  expected: 'an outcome that counts blocks, as every run on a field has',
  got: 'an outcome without them',
} as const
