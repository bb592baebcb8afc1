import { decide, type Decision, type Situation } from '#instructions/decide.js'
import { spokenWorld, type SpokenWorld } from '#instructions/spoken-world.js'
import { understand, type Reading, type Understood } from '#instructions/understand.js'
import type { Lexicon } from '#instructions/words/lexicon.js'
import { keywordParser, linkOnly } from './baselines.js'
import type { Meant } from './gold.js'
import type { FiledOrder } from './orders.js'

export const READERS = ['reader', 'without search', 'keyword parser', 'link-only'] as const
export type ReaderName = (typeof READERS)[number]

/**
 * What became of an order. `offered`: what is meant is among the readings that a person is asked about; `otherwise`:
 * it acts, or says that nothing is to do, where something else is meant or a person had to be asked.
 */
export type Outcome = 'as meant' | 'offered' | 'asked' | 'refused' | 'otherwise'

/** One order, understood by one reader. */
export interface Examined {
  readonly order: FiledOrder
  readonly reader: ReaderName
  readonly outcome: Outcome
  /** the likeliest reading is what is meant; undefined where no one thing is */
  readonly exact: boolean | undefined
  /** how likely the reading is that it acts on, or would act on at any fit, and whether that is right */
  readonly act?: { readonly fit: number; readonly right: boolean }
  /** what it made of the order, in words */
  readonly said: string
}

/** All readers on one order. */
export function examine(order: FiledOrder, lexicon: Lexicon): readonly Examined[] {
  const { domain } = order.in
  const { speaker } = order
  const world = spokenWorld(domain, { ...(speaker !== undefined && { speaker }), lexicon })
  return READERS.map((reader) => {
    const understood = UNDERSTAND[reader](order.order, world)
    const situation = { order: order.order, domain, state: domain.initial }
    const decision = reader === 'without search' ? blind(understood) : decide(understood, situation)
    const [best] = understood.readings
    const isExact = understood.unclear === undefined && best !== undefined && isMeant(best, order)
    const act = actOf(order, decision, understood, situation)
    return {
      order,
      reader,
      outcome: outcomeOf(order, decision),
      exact: order.kind === 'goal' ? isExact : undefined,
      ...(act !== undefined && { act }),
      said: wordsOf(decision),
    }
  })
}

const UNDERSTAND: Readonly<Record<ReaderName, (order: string, world: SpokenWorld) => Understood>> = {
  reader: understand,
  'without search': understand,
  'keyword parser': keywordParser,
  'link-only': linkOnly,
}

/** What a decision comes down to here, with or without a plan. */
type Decided =
  | Decision
  | { readonly kind: 'act'; readonly reading: Reading }
  | { readonly kind: 'refuse'; readonly why: string }

/** Acts on the likeliest reading, whatever the twin thinks of it. */
function blind({ readings, unclear, question }: Understood): Decided {
  const [best] = readings
  if (question !== undefined) return { kind: 'ask', why: question, choices: [] }
  if (best === undefined || unclear !== undefined || (best.unknown ?? []).length > 0)
    return { kind: 'refuse', why: 'it was not understood' }
  return { kind: 'act', reading: best }
}

/** The reading that it acts on, if it does. */
function actedOn(decision: Decided): Reading | undefined {
  switch (decision.kind) {
    case 'plan':
      return decision.found.reading
    case 'holds':
    case 'act':
      return decision.reading
    case 'ask':
    case 'refuse':
      return undefined
  }
}

function outcomeOf(order: FiledOrder, decision: Decided): Outcome {
  const reading = actedOn(decision)
  if (reading !== undefined) return isRight(reading, order) ? 'as meant' : 'otherwise'
  if (decision.kind !== 'ask') return 'refused'
  return decision.choices.some((one) => isMeant(one.reading, order)) ? 'offered' : 'asked'
}

const isRight = (reading: Reading, order: FiledOrder): boolean =>
  order.kind === 'goal' && isMeant(reading, order)

/** Where several things may be meant, whether it is one of them. */
function isMeant(
  reading: Reading,
  { goals, readings = [], never, before, in: { meanings } }: FiledOrder,
): boolean {
  const read = meantBy(reading)
  const meant = goals === undefined ? readings : [goals]
  return meant.some((one) => meanings.isSame(read, { goals: one, never, before }))
}

const meantBy = ({ goals, never, order }: Reading): Meant => ({
  goals: goals.map(({ formula }) => formula),
  never: never.map(({ formula }) => formula),
  before: order,
})

/** What it would act on if it took every fit for likely enough. */
function actOf(
  order: FiledOrder,
  decision: Decided,
  understood: Understood,
  situation: Situation,
): Examined['act'] {
  const isAlone = decision.kind === 'ask' && decision.choices.length === 1
  const reading = actedOn(isAlone ? decide(understood, { ...situation, unlikely: 0 }) : decision)
  return reading === undefined ? undefined : { fit: reading.fit, right: isRight(reading, order) }
}

function wordsOf(decision: Decided): string {
  const reading = actedOn(decision)
  if (reading !== undefined) return textOf(reading)
  if (decision.kind === 'ask')
    return `${decision.why}: ${decision.choices.map((one) => textOf(one.reading)).join(' | ')}`
  return decision.kind === 'refuse' ? decision.why : ''
}

function textOf(reading: Reading): string {
  const { goals, never, before } = meantBy(reading)
  const order = before.map(([first, then]) => ` ${first}<${then}`).join('')
  return `${goals.join(' & ')}${never.length > 0 ? ` never ${never.join(', ')}` : ''}${order}`
}
