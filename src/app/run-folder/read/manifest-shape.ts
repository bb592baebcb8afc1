import { z } from 'zod'
import { SHOWN_COLOURS } from '#base/field-settings.js'
import { parseLine } from '#simulation/line/line-spec.js'

/**
 * The shape of `run.json`. Keys that an older or newer graft writes are let through; what is read afterwards must be
 * there, since this file decides how a robot drives.
 */

export const count = z.int().min(0)
export const ordinal = z.int().min(1)
/** names a file in `trees/`: nothing else may be in it */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
const number = z.number()
const vector = z.tuple([number, number, number])

const portType = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.enum(['int', 'number']), min: number, max: number }),
  z.looseObject({ kind: z.enum(['mask', 'string']) }),
  z.looseObject({ kind: z.literal('enum'), values: z.array(z.string()) }),
  z.looseObject({ kind: z.literal('value'), type: z.string() }),
])

const port = z.looseObject({
  name: z.string(),
  direction: z.enum(['in', 'out', 'inout']),
  type: portType,
  description: z.string(),
  default: z.string().optional(),
  optional: z.boolean().optional(),
})

export const nodeKind = z.enum(['control', 'decorator', 'action', 'condition', 'subtree'])

const point = z.looseObject({ x: number, y: number })
const pose = z.looseObject({ x: number, y: number, z: number, facing: number.optional() })

/** The map of a world, as its report draws it. */
const worldMap = z.looseObject({
  areas: z.array(
    z.looseObject({ label: z.string(), objects: z.array(z.string()), corners: z.array(point).min(3) }),
  ),
  spots: z.array(
    z.looseObject({
      object: z.string(),
      at: pose,
      size: z.looseObject({ x: number, y: number, z: number }).optional(),
      stand: pose.optional(),
    }),
  ),
  robot: z.array(z.string()),
  hands: z.array(z.string()),
  things: z.array(z.looseObject({ object: z.string(), facts: z.array(z.string()) })),
  states: z.array(z.looseObject({ fact: z.string(), object: z.string().optional(), word: z.string() })),
})

/** The world as `world-manifest.ts` writes it. */
export const worldShape = z.looseObject({
  world: z.string(),
  task: z.string(),
  robot: z.string(),
  scenario: z.string().nullable(),
  map: worldMap.optional(),
  nodes: z.array(
    z.looseObject({
      id: z.string(),
      kind: nodeKind,
      description: z.string(),
      ports: z.array(port),
      children: z.looseObject({ min: count, max: count.optional() }).optional(),
    }),
  ),
})

const camera = z.looseObject({
  width: ordinal,
  height: ordinal,
  focal: number.positive(),
  eye: vector,
  lookAt: vector,
  centre: z.looseObject({ u: number, v: number }).optional(),
})

const stamp = z.looseObject({
  id: z.string(),
  role: z.enum(['critic', 'actor']),
  files: z.array(z.looseObject({ path: z.string(), sha256: z.string() })),
})

/** All of `run.json` but the field or world in it. */
export const manifestShape = z.looseObject({
  format: z.literal(1),
  key: z.string().min(1),
  version: z.string(),
  field: z.looseObject({ id: z.string(), setup: z.looseObject({}) }),
  seed: count,
  episodes: ordinal,
  faults: z.string(),
  policy: z.looseObject({ name: z.string(), hash }),
  models: z.array(stamp),
  actor: z.enum(['model', 'rules', 'none']),
  [SHOWN_COLOURS.key]: z.boolean(),
  strictAlg1: z.boolean(),
  untilClean: z.boolean().optional(),
  inject: z.string().optional(),
  service: z.boolean().optional(),
  line: z
    .string()
    .refine((text) => parseLine(text).ok, { error: 'faults of a serial line, as --line takes them' })
    .optional(),
  ground: z.literal('floor').optional(),
  scanner: z.literal('ld19').optional(),
  camera: camera.optional(),
})
