import { z } from 'zod'
import { END_REASONS } from '#learning/episode.js'
import { IMPACTS } from '#learning/critic/report.js'
import { count, hash, number, origin, path, word } from './parts.js'

/** The shape of a line of `episodes.jsonl`, as strict as what reads it afterwards needs it. */

const zoneId = z.int().min(0).max(99)
const mask = z.string().regex(/^[01]{4}$/)
const point = z.strictObject({ x: number, y: number })
const pose = z.strictObject({ x: number, y: number, theta: number })
const triple = z.tuple([number, number, number])

const map = z.strictObject({
  id: word,
  size: point,
  zones: z
    .array(
      z.strictObject({
        id: zoneId,
        kind: z.enum(['load', 'unload']),
        at: point,
        size: point,
        needsShelf: z.boolean(),
      }),
    )
    .max(32),
  home: z.strictObject({ at: point, radius: number }),
  shelf: z.strictObject({ at: point, target: point, size: point }),
})

const status = z.enum(['IDLE', 'RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED'])

/** What a line can do without is left out: `seq` when it is the event's place, no args, the first attempt. */
export const event = z.strictObject({
  seq: count.optional(),
  t: number,
  path,
  node: word,
  args: z.record(z.string().max(100), z.string().max(10_000)).optional(),
  from: status,
  to: status,
  attempt: count.optional(),
  reason: z.string().max(10_000).optional(),
})

const face = z.enum(['blue', 'orange', 'unknown'])
const held = z.strictObject({ from: zoneId, slot: z.literal([0, 1, 2, 3]), face }).nullable()
const slot = z.strictObject({ face }).nullable()
const place = z.union([
  z.literal('between'),
  z.strictObject({ kind: z.literal('zone'), zone: zoneId }),
  z.strictObject({ kind: z.enum(['home', 'shelf']) }),
])

const evidence = z.strictObject({
  held: mask,
  world: z.strictObject({
    rev: count,
    clock: number,
    robot: z.strictObject({
      place,
      pose,
      deviation: z.strictObject({ place: number.positive(), heading: number.positive() }).optional(),
      moving: z.boolean(),
      estop: z.boolean(),
      linkUp: z.boolean(),
    }),
    gripper: z.strictObject({
      cups: z.tuple([held, held, held, held]),
      lift: z.enum(['up', 'down', 'between']),
      rotator: z.strictObject({ end: z.literal([0, 1]), turning: z.boolean(), mask: mask.optional() }),
    }),
    zones: z.array(z.tuple([zoneId, z.strictObject({ slots: z.tuple([slot, slot, slot, slot]) })])).max(32),
    shelf: z.enum(['init', 'target', 'unknown']),
  }),
})

const camera = z.strictObject({
  width: z.int().min(16).max(8192),
  height: z.int().min(16).max(8192),
  focal: number.positive(),
  eye: triple,
  lookAt: triple,
})

const issue = z.strictObject({
  impact: z.enum(IMPACTS),
  zone: zoneId.nullable(),
  mask: mask.nullable(),
  nodePath: path.nullable(),
  key: word,
})

const moment = z.strictObject({
  mode: z.enum(['initial', 'intermediate', 'final']),
  step: count,
  traceLength: count,
  evidence: evidence.nullable(),
  // reports grow fields with versions; what counts here are those that are compared with the truth
  report: z
    .looseObject({
      s: number,
      c: number,
      issues: z.array(z.looseObject({ id: word, impact: z.enum(IMPACTS), nodePath: path.nullable() })),
    })
    .nullable(),
  pictures: z.array(z.strictObject({ variant: word, sha256: hash, camera })).max(16),
  truth: z.array(issue).max(200).nullable(),
})

export const lineShape = z
  .strictObject({
    setup: z.strictObject({ map, orange: z.array(z.tuple([zoneId, mask])).nullable(), start: pose }),
    seed: count,
    episode: count,
    tree: z.string().max(1_000_000),
    trace: z.array(event).max(50_000),
    endReason: z.enum(END_REASONS),
    seconds: number,
    facts: z.strictObject({
      source: z.enum(['ground-truth', 'sensors']),
      operatingSeconds: number,
      correct: count,
      incorrect: count,
      outside: count,
      fullBatches: count,
      robotHome: z.boolean(),
      leftHome: z.boolean(),
      blocksUnloaded: count,
      shelfAtTarget: z.boolean(),
    }),
    score: z.strictObject({
      lines: z.array(z.strictObject({ label: word, count: number, points: number })),
      total: number,
    }),
    moments: z.array(moment).max(300),
    bestEdits: z.array(z.looseObject({ op: word, because: word })).nullable(),
  })
  .refine(({ trace, moments }) => moments.every(({ traceLength }) => traceLength <= trace.length), {
    message: 'a moment lies behind the end of the trace',
    path: ['moments'],
  })

export const summaryShape = z.strictObject({ format: z.string(), ...origin })
