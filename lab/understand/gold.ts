import { z } from 'zod'
import { stream } from '#base/random.js'
import type { DataDomain } from '#worlds/assemble.js'
import { valuesOf, type Fluents } from '#worlds/value.js'

/** One order as somebody could say it, with what it means; written by people who have not seen how it is read. */
export const gold = z.object({
  world: z.string(),
  speaker: z.string().optional(),
  order: z.string(),
  kind: z.enum(['goal', 'ask', 'refuse']),
  goals: z.array(z.string()).optional(),
  readings: z.array(z.array(z.string())).optional(),
  never: z.array(z.string()).default([]),
  before: z.array(z.tuple([z.number(), z.number()])).default([]),
  why: z.string().optional(),
  tags: z.array(z.string()).default([]),
})

export type Gold = z.infer<typeof gold>

/** States of a world in which every fact has any of its values, drawn by chance. */
export function anyStates({ sorts }: DataDomain, count: number): Fluents[] {
  const random = stream('orders')
  return Array.from(
    { length: count },
    () => new Map([...sorts].map(([fact, sort]) => [fact, random.pick(valuesOf(sort))] as const)),
  )
}

/** Where formulas hold: the same for those that mean the same. */
export function meant(formulas: readonly string[], domain: DataDomain, states: readonly Fluents[]): string {
  const whole = formulas.flatMap((formula) =>
    /[({].*[({]/.test(formula.replaceAll(/\w\(\w*\)/g, '')) ? [formula] : formula.split(' and '),
  )
  const rows = whole.map((formula) =>
    states
      .map((state) => (domain.ask?.({ formula, args: {} }, state)[0]?.holds === true ? '1' : '0'))
      .join(''),
  )
  return [...new Set(rows)].sort().join(' ')
}
