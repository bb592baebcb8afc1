import { z } from 'zod'

/** One order as somebody could say it, with what it means; written by people who have not seen how it is read. */
export const gold = z.strictObject({
  world: z.string().regex(/^[\w-]+$/),
  speaker: z.string().optional(),
  order: z.string().min(1),
  kind: z.enum(['goal', 'ask', 'refuse']),
  goals: z.array(z.string()).optional(),
  readings: z.array(z.array(z.string())).optional(),
  never: z.array(z.string()).default([]),
  before: z.array(z.tuple([z.int().min(0), z.int().min(0)])).default([]),
  why: z.string().optional(),
  tags: z.array(z.string()).default([]),
})

export type Gold = z.infer<typeof gold>
