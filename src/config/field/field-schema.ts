import { z } from 'zod'

/**
 * Schema of a field file. Descriptions end up in `config/field.schema.json`, where an editor shows them next to the
 * line being edited. Checks that involve more than one value are in `field-checks.ts`.
 */

/** A field fits into a room: a longer side is a unit mistake (mm for m). */
const LONGEST_SIDE_M = 20

const coordinate = z.number().min(0).max(LONGEST_SIDE_M)
const side = z.number().min(0.02).max(LONGEST_SIDE_M)

const point = z.strictObject({ x: coordinate, y: coordinate }).meta({
  id: 'Point',
  description:
    'Metres. x to the right, y away from the camera; the origin is the near left corner of the field.',
})

const sides = z
  .strictObject({ x: side, y: side })
  .meta({ id: 'Sides', description: 'Side lengths along x and y, metres.' })

const zoneBase = {
  id: z
    .int()
    .min(1)
    .max(8)
    .describe('Number of the zone, 1 to 8: what a tree writes as MoveToZone zone="…".'),
  at: point.describe('Centre of the zone. Its four slots lie side by side along x, centred here.'),
  size: sides.default({ x: 0.3, y: 0.25 }).describe('Side lengths of the zone, metres.'),
}

export const FACES = ['blue', 'orange'] as const

const face = z.enum(FACES)

const loadZone = z.strictObject({
  ...zoneBase,
  kind: z.literal('load').describe('Blocks lie here at the start, one in each slot.'),
  faces: z
    .tuple([face, face, face, face])
    .describe('Upper faces from slot 0 (left) to slot 3: blue is right, orange must be rotated.'),
})

const unloadZone = z.strictObject({
  ...zoneBase,
  kind: z.literal('unload').describe('Blocks are set down here.'),
  needsShelf: z
    .boolean()
    .default(false)
    .describe('true: blocks count here only once the shelf is at its target.'),
})

export const zoneSchema = z
  .discriminatedUnion('kind', [loadZone, unloadZone])
  .meta({ id: 'Zone', description: 'A place where blocks are taken or set down.' })

const home = z.strictObject({
  at: point.describe('Where the robot comes home to.'),
  radius: z.number().min(0.02).max(0.5).describe('The robot counts as home within this distance, metres.'),
})

const shelf = z.strictObject({
  at: point.describe('Centre of the shelf at the start.'),
  target: point.describe('Centre of the shelf where it belongs; the same y, because it is pushed along x.'),
  size: sides.describe('Footprint of the shelf.'),
})

/** The parts of a field, each of which can be checked even if another cannot be read. */
export const fieldParts = {
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/)
    .describe('Name of the field: 1 to 32 letters, digits, _ or -.'),
  size: z.strictObject({
    x: z.number().min(0.5).max(LONGEST_SIDE_M).describe('Length along x, metres.'),
    y: z.number().min(0.5).max(LONGEST_SIDE_M).describe('Length along y, metres.'),
  }),
  zones: z.array(zoneSchema).min(2).max(8).describe('At least one load zone and one unload zone.'),
  home,
  shelf,
  start: point.optional().describe('Where the robot stands at the start; home when left out.'),
}

export const fieldSchema = z
  .strictObject(fieldParts)
  .meta({ id: 'Field', description: 'One field: its layout, and how the blocks lie at the start.' })

export const fieldListSchema = z.strictObject({
  fields: z.array(fieldSchema).min(1).max(100).describe('Fields to learn on, one after the other.'),
})

export type FieldEntry = z.infer<typeof fieldSchema>
export type ZoneEntry = z.infer<typeof zoneSchema>

/** Returns the JSON Schema of a field file for editors: `config/field.schema.json`. */
export const fieldJsonSchema = (): unknown =>
  z.toJSONSchema(
    z.union([fieldSchema, fieldListSchema]).meta({
      title: 'graft field file',
      description: 'One field, or several under `fields:`.',
    }),
    { io: 'input' },
  )

/** Returns the keys that an object at this path may have, for hints about unknown ones. */
export function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  const name = path.findLast((part) => typeof part === 'string')
  switch (name) {
    case undefined:
      return [...Object.keys(fieldParts), 'fields']
    case 'fields':
      return Object.keys(fieldParts)
    case 'zones':
      return [...new Set([...Object.keys(loadZone.shape), ...Object.keys(unloadZone.shape)])]
    case 'home':
      return Object.keys(home.shape)
    case 'shelf':
      return Object.keys(shelf.shape)
    default:
      return ['x', 'y']
  }
}
