import { z } from 'zod'
import { END_REASONS } from '#learning/episode.js'
import { issuePlace, outcome, placeNotSeen } from './field-shape.js'
import { count, hash, nodeKind, ordinal } from './manifest-shape.js'

/** The shape of a line of `episodes.jsonl`; what older versions did not write is optional. */

const number = z.number()
const text = z.string()
const texts = z.array(text)
export const path = z.string().startsWith('/')

export const endReason = z.enum(END_REASONS)
const mode = z.enum(['initial', 'intermediate', 'final'])

export const issue = z.looseObject({
  id: text,
  code: text,
  impact: text,
  nodePath: path.nullable(),
  ...issuePlace,
  explanation: text,
  suggestedFix: text,
  fix: z.looseObject({ kind: text }).optional(),
  severity: number,
  evidence: z.looseObject({ frames: texts, traceSeq: z.array(number) }),
  grounded: z.enum(['confirmed', 'refuted', 'unverified']),
})

const lagea = z.looseObject({
  outcome: z.enum(['success', 'failure']),
  primary_error: z.looseObject({ code: text, explanation: text }),
  secondary_factors: texts,
  key_frame_indices: z.array(count),
  suggested_fix: text,
  confidence: number,
  summary: text,
})

const picture = z.looseObject({
  registered: z.boolean(),
  shift: z.looseObject({ u: number, v: number }),
  differ: number,
  hue: number.nullable(),
  notSeen: z.array(placeNotSeen),
})

export const report = z.looseObject({
  mode,
  episode: ordinal,
  step: count,
  outcome: z.enum(['success', 'failure', 'unknown']),
  issues: z.array(issue),
  s: number,
  c: number,
  summary: text,
  raw: text,
  model: text,
  frames: texts,
  toldBack: texts.optional(),
  picture: picture.optional(),
  unavailable: text.optional(),
  lagea: lagea.optional(),
})

export const alarm = z.looseObject({
  t: number,
  mode,
  step: count,
  reasons: texts,
  s: number,
  c: number,
  text,
})

const nodeHead = { id: text, kind: nodeKind, attrs: z.record(text, text) }
const node = z.looseObject({
  ...nodeHead,
  get children(): z.ZodType {
    return z.array(node)
  },
})
const because = text

export const edit = z.discriminatedUnion('op', [
  z.looseObject({ op: z.literal('insert'), parent: path, index: count, node, because }),
  z.looseObject({ op: z.enum(['remove', 'unwrap']), at: path, because }),
  z.looseObject({ op: z.literal('wrap'), at: path, with: z.looseObject(nodeHead), because }),
  z.looseObject({ op: z.literal('move'), at: path, parent: path, index: count, because }),
  z.looseObject({ op: z.literal('setAttr'), at: path, name: text, value: text.nullable(), because }),
  z.looseObject({ op: z.literal('replaceSubtree'), at: path, node, because }),
])

export const decision = z.enum(['edited', 'no-edit', 'rolled-back'])

export const score = z.looseObject({
  lines: z.array(z.looseObject({ label: text, count: number, points: number })),
  total: number,
})

export const update = z.looseObject({
  decision,
  nextHash: hash,
  patch: z.array(edit),
  tries: z.array(z.looseObject({ reply: text, refusedBecause: text.nullable(), confidence: number })),
  why: text,
})

export const refusal = z.looseObject({
  t: number,
  nodePath: text,
  command: text,
  checkId: text,
  text,
  because: text.optional(),
})

const drift = z.looseObject({
  t: number,
  kind: text,
  text,
  recheck: z.looseObject({ verdict: z.enum(['passes', 'fails', 'passes-in-part']), text: text.nullable() }),
})

const link = z.looseObject({
  notes: z.array(z.looseObject({ t: number, level: z.enum(['debug', 'info', 'warn', 'error']), text })),
  leftOut: count,
})

const believed = z.record(text, z.union([text, number, z.boolean()]))

const tried = z.looseObject({
  path,
  skill: text,
  args: z.record(text, text),
  t: number,
  seconds: number,
  result: z.enum(['done', 'twin_reject', 'exec_fail', 'eo_fail']),
  text: text.optional(),
  check: text.optional(),
  before: believed,
  after: believed,
})

export const gaps = z.looseObject({ count, worstMs: number, over120: count, over200: count })

const loop = z.looseObject({
  turns: count,
  overruns: count,
  worstMs: number,
  lateMs: z.looseObject({ p50: number, p99: number, p999: number, max: number }).optional(),
  heartbeat: gaps.optional(),
})

export const episodeShape = z.looseObject({
  episode: ordinal,
  field: text,
  seed: count,
  treeHash: hash,
  parentHash: hash.nullable(),
  endReason,
  endCause: text.optional(),
  seconds: number,
  reports: z.array(report),
  alarms: z.array(alarm),
  facts: outcome,
  score,
  update,
  refusals: z.array(refusal),
  drifts: z.array(drift).optional(),
  notes: texts.optional(),
  tried: z.array(tried).optional(),
  link: link.optional(),
  loop: loop.optional(),
  traceHash: hash.optional(),
  momentsHash: hash.optional(),
})
