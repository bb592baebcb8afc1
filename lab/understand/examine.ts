import { decide, type Decision, type Situation } from '#instructions/decide.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import type { Reading, Understood } from '#instructions/understand.js'
import type { Lexicon } from '#instructions/words/lexicon.js'
import type { Meant } from '#instructions/meanings.js'
import { lostAt, type Stage } from './lost.js'
import type { FiledOrder } from './orders.js'
import type { OrderReader } from './readers.js'

/**
 * What became of an order. `offered`: what is meant is among the readings that a person is asked about; `otherwise`:
 * it acts, or says that nothing is to do, where something else is meant or a person had to be asked.
 */
export type Outcome = 'as meant' | 'offered' | 'asked' | 'refused' | 'otherwise'

/** One order, understood by one reader. */
export interface Examined {
  readonly order: FiledOrder
  readonly reader: string
  readonly outcome: Outcome
  /** the likeliest reading is what is meant; undefined where no one thing is */
  readonly exact: boolean | undefined
  /** where it lost what is meant, of goals */
  readonly lost?: Stage
  /** how likely the reading is that it acts on, or would act on at any fit, and whether that is right */
  readonly act?: { readonly fit: number; readonly right: boolean }
  /** what it made of the order, in words */
  readonly said: string
}

interface Examination {
  readonly readers: readonly OrderReader[]
  readonly lexicon: Lexicon
  /** judge likeliest readings, without search */
  readonly top?: boolean
}

/** All readers on one order. */
export async function examine(
  order: FiledOrder,
  { readers, lexicon, top = false }: Examination,
): Promise<readonly Examined[]> {
  const { domain } = order.in
  const { speaker } = order
  const world = spokenWorld(domain, { ...(speaker !== undefined && { speaker }), lexicon })
  const rows: Examined[] = []
  for (const { name, read, unlikely, isBlind = false, isBaseline = false } of readers) {
    const understood = await read(order.order, world)
    const situation = {
      order: order.order,
      domain,
      state: domain.initial,
      ...(unlikely !== undefined && { unlikely }),
    }
    const decision = top || isBlind ? blind(understood) : decide(understood, situation)
    const outcome = outcomeOf(order, decision)
    const meant = understood.readings.map((reading) => isMeant(reading, order))
    const isExact = understood.unclear === undefined && meant[0] === true
    const act = actOf(order, decision, understood, situation)
    const isGoal = order.kind === 'goal'
    rows.push({
      order,
      reader: name,
      outcome,
      exact: isGoal ? isExact : undefined,
      ...(isGoal && !isBaseline && { lost: lostAt({ order, world, understood, meant, outcome, isExact }) }),
      ...(act !== undefined && { act }),
      said: wordsOf(decision, understood),
    })
  }
  return rows
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

function wordsOf(decision: Decided, { readings: [best], unclear }: Understood): string {
  const reading = actedOn(decision)
  if (reading !== undefined) return textOf(reading)
  if (decision.kind === 'ask')
    return `${decision.why}: ${decision.choices.map((one) => textOf(one.reading)).join(' | ')}`
  const why = decision.kind === 'refuse' ? decision.why : ''
  const part = unclear === undefined ? '' : ` [${unclear}]`
  return best === undefined ? `${why}${part}` : `${why}${part}; likeliest ${textOf(best)}`
}

function textOf(reading: Reading): string {
  const { goals, never, before } = meantBy(reading)
  const order = before.map(([first, then]) => ` ${first}<${then}`).join('')
  const left = reading.left.length > 0 ? ` left: ${reading.left.join(' ')}` : ''
  const not = never.length > 0 ? ` never ${never.join(', ')}` : ''
  return `${goals.join(' & ')}${not}${order} (${reading.fit.toFixed(2)}${left})`
}
