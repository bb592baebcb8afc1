import { z } from 'zod'
import { lageaSchema } from './lagea/lagea.js'
import { IMPACTS, type CriticReport, type Fix } from '#learning/critic/report.js'

/** The wire format of a report: whatever is stored, exported or read back is validated against it (VRL-09). */

const path = z.templateLiteral(['/', z.string()])
const mask = z.string().regex(/^[01]{4}$/)
const zone = z.int().positive()
const unit = z.number().min(0).max(1)

const fix: z.ZodType<Fix> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('insert-rotate'), before: path, mask }),
  z.strictObject({ kind: z.literal('set-mask'), at: path, mask }),
  z.strictObject({ kind: z.literal('remove-node'), at: path }),
  z.strictObject({ kind: z.literal('retry'), from: path, to: path, attempts: z.int().min(1) }),
  z.strictObject({ kind: z.literal('move-shelf'), before: path.nullable() }),
  z.strictObject({ kind: z.literal('go-home') }),
  z.strictObject({ kind: z.literal('add-trip'), load: zone, unload: zone }),
])

const issue = z.strictObject({
  id: z.string().min(1),
  code: z.enum([
    'wrong_object',
    'bad_approach_direction',
    'failed_grasp',
    'insufficient_force',
    'drift_from_goal',
  ]),
  impact: z.enum(IMPACTS),
  nodePath: path.nullable(),
  zone: zone.nullable(),
  mask: mask.nullable(),
  explanation: z.string(),
  suggestedFix: z.string(),
  fix: fix.optional(),
  operational: z.boolean().optional(),
  severity: unit,
  evidence: z.strictObject({ frames: z.array(z.string()), traceSeq: z.array(z.int()) }),
  grounded: z.enum(['confirmed', 'refuted', 'unverified']),
  loosely: z.literal(true).optional(),
})

const notSeen = z.strictObject({
  place: z.union([zone, z.literal(['home', 'shelf'])]),
  mask: mask.nullable(),
  why: z.enum(['outside', 'covered', 'glare', 'unread', 'astray']),
})

export const MAX_RAW_BYTES = 64 * 1024

const report = z
  .strictObject({
    mode: z.enum(['initial', 'intermediate', 'final']),
    episode: z.int(),
    step: z.int().min(0),
    outcome: z.enum(['success', 'failure', 'unknown']),
    issues: z.array(issue),
    s: unit,
    c: unit,
    summary: z.string(),
    raw: z.string().max(MAX_RAW_BYTES),
    model: z.string(),
    frames: z.array(z.string()),
    toldBack: z.array(z.string()).optional(),
    picture: z
      .strictObject({
        registered: z.boolean(),
        shift: z.strictObject({ u: z.number(), v: z.number() }),
        differ: unit,
        hue: z.number().nullable(),
        notSeen: z.array(notSeen),
        astray: z
          .strictObject({
            error: z.number().min(0).nullable(),
            most: z.number().min(0),
            roll: z.number(),
            agreeing: unit,
          })
          .optional(),
      })
      .optional(),
    unavailable: z.string().optional(),
    lagea: lageaSchema.optional(),
  })
  .refine(({ mode, step }) => (mode === 'intermediate') === step > 0, {
    error: 'only an intermediate report has a step, counted from 1',
    path: ['step'],
  })
  .refine(({ issues }) => new Set(issues.map(({ id }) => id)).size === issues.length, {
    error: 'issue ids must be unique in a report',
    path: ['issues'],
  })

/** @returns the validated report, or zod's issues; nothing is repaired */
export const parseReport = (value: unknown): z.ZodSafeParseResult<CriticReport> =>
  report.safeParse(value) as z.ZodSafeParseResult<CriticReport>
