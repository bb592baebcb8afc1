import { z } from 'zod'

const text = z.string()
const value = z.union([z.string(), z.number(), z.boolean()])
/** what is believed, by fact, as task files write it: `unknown` where nobody knows */
const facts = z.record(text, value)
const goal = z.object({ text, formula: text })
const step = z.object({ skill: text, args: z.record(text, text) })

const judgement = z.object({
  answer: z.enum(['yes', 'no', 'not to be seen']),
  confidence: z.number().min(0).max(1),
  by: z.array(z.enum(['sensor', 'sight'])),
  what: text,
  unseen: z.array(text),
})

/** An order, and how it is carried out: the first line. */
const orderLine = z.object({
  kind: z.literal('order'),
  format: z.literal(1),
  order: text,
  world: text,
  reading: z.object({
    goals: z.array(goal).min(1),
    never: z.array(goal),
    order: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
  }),
  /** in the form of a task file */
  task: z.looseObject({ task: text, text, goals: z.array(z.object({ text, holds: text })) }),
  /** what decides a simulated world */
  seed: z.int().min(0),
  faults: z.enum(['nominal', 'none', 'rough']),
  scenario: text.optional(),
  /** which of the worlds of that name it is, as `worldPlace` gives it; absent in orders of earlier versions */
  place: text.optional(),
})

/** A step of which nobody knows what has come of it, and the facts that are in doubt for that. */
const unclear = step.extend({ facts: z.array(text) })

/** A tree is about to run. */
const planLine = z.object({
  kind: z.literal('plan'),
  steps: z.array(step),
  belief: facts,
  unclear: z.array(unclear),
})

/** A step is about to be sent: what is believed at the boundary before it. */
const begunLine = step.extend({ kind: z.literal('begun'), belief: facts })

/** What has come of a step, and what is believed then; one that was refused has not begun. */
const endedLine = step.extend({
  kind: z.literal('ended'),
  result: z.enum(['done', 'twin_reject', 'exec_fail', 'eo_fail']),
  text: text.optional(),
  before: facts,
  after: facts,
  /** by what was seen before and after it; absent in orders of earlier versions */
  judged: z.object({ before: judgement, after: judgement }).optional(),
})

const orderLogLine = z.discriminatedUnion('kind', [orderLine, planLine, begunLine, endedLine])

export type OrderLine = z.output<typeof orderLine>
export type EndedLine = z.output<typeof endedLine>
type Unclear = z.output<typeof unclear>
type LoggedStep = z.output<typeof step>
export type LoggedBelief = z.output<typeof facts>
export type OrderLogLine = z.output<typeof orderLogLine>

/** An order that was cut off, as its log tells it. */
export interface CutOff {
  /** all of it */
  readonly lines: readonly unknown[]
  readonly order: OrderLine
  /** whether something may have moved */
  readonly hasBegun: boolean
  /** of the last plan */
  readonly steps: readonly LoggedStep[]
  /** how many of these were done */
  readonly done: number
  /** every step that has ended, over all plans, oldest first */
  readonly ended: readonly EndedLine[]
  /** what was believed at the last boundary between two steps; undefined where no tree had been about to run */
  readonly belief: LoggedBelief | undefined
  /** the step that was under way: nobody knows what has come of it */
  readonly inFlight: LoggedStep | undefined
  /** those of earlier times of which that is not known yet */
  readonly unclear: readonly Unclear[]
}

/**
 * Goes through the lines of an order.
 * @returns undefined where they are not those of an order; a line that this version does not know ends them, as a torn
 * one does
 */
export function cutOffIn(lines: readonly unknown[]): CutOff | undefined {
  const [first, ...rest] = lines
  const order = orderLine.safeParse(first)
  if (!order.success) return undefined
  let cut: CutOff = {
    ...{ lines, order: order.data, hasBegun: false },
    ...{ steps: [], done: 0, ended: [], belief: undefined, inFlight: undefined, unclear: [] },
  }
  for (const line of rest) {
    const read = orderLogLine.safeParse(line)
    if (!read.success) break
    cut = after(cut, read.data)
  }
  return cut
}

/** The number, from 1, of the first line that is none that this version knows. */
export function unknownLine([first, ...rest]: readonly unknown[]): number | undefined {
  if (first !== undefined && !orderLine.safeParse(first).success) return 1
  const at = rest.findIndex((line) => !orderLogLine.safeParse(line).success)
  return at < 0 ? undefined : at + 2
}

function after(cut: CutOff, line: OrderLogLine): CutOff {
  switch (line.kind) {
    case 'order':
      return cut
    case 'plan':
      return {
        ...{ ...cut, steps: line.steps, done: 0, belief: line.belief },
        ...{ inFlight: undefined, unclear: line.unclear },
      }
    case 'begun':
      return {
        ...{ ...cut, hasBegun: true, belief: line.belief },
        inFlight: { skill: line.skill, args: line.args },
      }
    case 'ended': {
      const next = cut.steps[cut.done]
      const isNext = next !== undefined && line.result === 'done' && isStep(next, line)
      const ended = { ...cut, ended: [...cut.ended, line], done: cut.done + (isNext ? 1 : 0) }
      return { ...ended, hasBegun: true, belief: line.after, inFlight: undefined }
    }
  }
}

/** A robot reports ports that a plan leaves out. */
const isStep = (planned: LoggedStep, { skill, args }: LoggedStep): boolean =>
  planned.skill === skill && Object.entries(planned.args).every(([port, given]) => args[port] === given)
