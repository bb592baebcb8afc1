import { z } from 'zod'

const hash = z.string().min(1).max(64)
const text = z.string().max(2000)

/**
 * The events of the policy slots of one field, in order. The state of the slots is the fold over them (`fold.ts`);
 * decisions are recorded too, so that later rule changes do not change the past.
 */
const EVENT = z.discriminatedUnion('kind', [
  /** the field's first tree: counts as good */
  z.object({ kind: z.literal('initial'), hash }),
  /** staged for a trial */
  z.object({ kind: z.literal('proposed'), hash, parent: hash.nullable(), author: text, cause: text }),
  /** written to disk before the tree runs */
  z.object({ kind: z.literal('began'), hash }),
  /** `scored`: the episode was not interrupted */
  z.object({
    kind: z.literal('finished'),
    hash,
    score: z.number(),
    refusals: z.number().min(0),
    endReason: text,
    scored: z.boolean(),
  }),
  /** it began, but the process ended before the episode did */
  z.object({ kind: z.literal('start-failed'), hash }),
  z.object({ kind: z.literal('health-failure'), hash, why: text }),
  /** a trial was passed: the tree is now the last good one */
  z.object({ kind: z.literal('committed'), hash, cause: text }),
  /** a trial failed, or the tree's text no longer matches its hash */
  z.object({ kind: z.literal('rolled-back'), hash, by: text, cause: text }),
  /** back to an earlier good tree, or to one named by an operator */
  z.object({ kind: z.literal('returned'), from: hash, to: hash, by: text, cause: text }),
])

export type PolicyEvent = z.infer<typeof EVENT>

/** Serialises an event; long texts from people and models are truncated. */
export const writePolicyEvent = (event: PolicyEvent): string =>
  JSON.stringify(event, (_key, value: unknown) => (typeof value === 'string' ? value.slice(0, 2000) : value))

/** @throws SyntaxError or ZodError when the text is not an event: only graft writes them */
export const readPolicyEvent = (json: string): PolicyEvent => EVENT.parse(JSON.parse(json))
