import { z } from 'zod'
import {
  alarm,
  decision,
  edit,
  endReason,
  gaps,
  issue,
  path,
  refusal,
  report,
  score,
  update,
} from './episode-shape.js'
import { count, hash, ordinal } from './manifest-shape.js'

/** The shapes of the lines of all other logs, and of `timing.json`. */

const number = z.number()
const text = z.string()
const logged = { n: ordinal, episode: ordinal, t: number }
const ended = z.enum(['SUCCESS', 'FAILURE'])
const status = z.enum(['IDLE', 'RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED'])

const memory = z.looseObject({
  episode: ordinal,
  treeHash: hash,
  score: number,
  decision,
  patch: z.array(edit),
  issues: z.array(issue),
})

/** A line of `events.jsonl`. */
export const stepShape = z.discriminatedUnion('kind', [
  z.looseObject({ ...logged, kind: z.enum(['I', 'M']), report }),
  z.looseObject({ ...logged, kind: z.literal('A'), alarm }),
  z.looseObject({ ...logged, kind: z.literal('X'), unit: path, label: text, status: ended }),
  z.looseObject({ ...logged, kind: z.literal('T'), fromSeq: z.int(), toSeq: z.int() }),
  z.looseObject({ ...logged, kind: z.literal('F'), report, endReason }),
  z.looseObject({ ...logged, kind: z.literal('R'), score, refusals: z.array(refusal) }),
  z.looseObject({ ...logged, kind: z.literal('U'), update }),
  z.looseObject({ ...logged, kind: z.literal('H'), entry: memory }),
])

/** a session with a driver has a text, one on the serial line a number */
const command = { at: number, session: z.union([number, text]), id: number, episode: ordinal }

/** A line of `commands.jsonl`. */
export const commandShape = z.discriminatedUnion('kind', [
  z.looseObject({ ...command, kind: z.literal('issued'), command: z.looseObject({ kind: text }) }),
  z.looseObject({
    ...command,
    kind: z.literal('settled'),
    state: z.union([text, z.looseObject({ done: text, detail: number.optional(), reason: text.optional() })]),
  }),
])

/** A line of `notes.jsonl`. */
export const noteShape = z.looseObject({ episode: ordinal, by: text, at: number, text })

/** A line of `trace.jsonl`. */
export const traceShape = z.looseObject({
  seq: count,
  t: number,
  path,
  node: text,
  args: z.record(text, text),
  from: status,
  to: status,
  attempt: count,
  reason: text.optional(),
})

/** The first line of `moments.jsonl`. */
export const momentsShape = z.looseObject({
  moments: z.literal(1),
  nodes: z.array(z.looseObject({ path, depth: count, label: text })),
})

/** A further line of it. */
export const momentShape = z.looseObject({
  t: number,
  mode: text.optional(),
  unit: text.optional(),
  pose: z.tuple([number, number, number]).nullable().optional(),
  facts: z.record(text, z.union([text, number, z.boolean()])).optional(),
  frame: text.optional(),
  full: z.literal(true).optional(),
})

const spread = z.looseObject({ count, p50: number, p99: number, p999: number, max: number })

export const timingShape = z.looseObject({
  eventLoop: spread,
  stood: count,
  reflex: spread.nullable(),
  heartbeat: gaps,
})
