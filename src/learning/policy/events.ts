import { z } from 'zod'

const hash = z.string().min(1).max(64)
const text = z.string().max(2000)

/**
 * What happened to the policy slots of one field, in the order in which it happened. The state of the slots is the fold
 * over these (`fold.ts`); what was decided stands in them too, so that rules that change later do not change the past.
 */
const EVENT = z.discriminatedUnion('kind', [
  /** the tree that the field begins with: it counts as good */
  z.object({ kind: z.literal('initial'), hash }),
  /** staged: to be tried */
  z.object({ kind: z.literal('proposed'), hash, parent: hash.nullable(), author: text, cause: text }),
  /** on the disk before the tree runs */
  z.object({ kind: z.literal('began'), hash }),
  /** `scored`: the episode ran to its own end */
  z.object({
    kind: z.literal('finished'),
    hash,
    score: z.number(),
    refusals: z.number().min(0),
    endReason: text,
    scored: z.boolean(),
  }),
  /** it began, and the process ended before the episode did */
  z.object({ kind: z.literal('start-failed'), hash }),
  z.object({ kind: z.literal('health-failure'), hash, why: text }),
  /** a trial was passed: the tree is the last good one now */
  z.object({ kind: z.literal('committed'), hash, cause: text }),
  /** a trial was not passed, or its text is no longer the tree of its hash */
  z.object({ kind: z.literal('rolled-back'), hash, by: text, cause: text }),
  /** back to a tree that was good before, or to one that an operator names */
  z.object({ kind: z.literal('returned'), from: hash, to: hash, by: text, cause: text }),
])

export type PolicyEvent = z.infer<typeof EVENT>

/** Long words of people and models are cut. */
export const writePolicyEvent = (event: PolicyEvent): string =>
  JSON.stringify(event, (_key, value: unknown) => (typeof value === 'string' ? value.slice(0, 2000) : value))

/** @throws SyntaxError or ZodError when the text is none: nobody but graft writes them */
export const readPolicyEvent = (json: string): PolicyEvent => EVENT.parse(JSON.parse(json))
