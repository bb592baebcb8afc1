import { corrected } from '#instructions/read/corrections.js'
import { mentionsIn } from '#instructions/read/mentions.js'
import type { SpokenWorld } from '#instructions/spoken-world.js'
import type { Understood } from '#instructions/understand.js'
import { tokensOf } from '#instructions/words/tokens.js'
import type { Outcome } from './examine.js'
import type { FiledOrder } from './orders.js'
import { isLinked, thingsIn } from './things-in.js'

/**
 * Where what is meant got lost, each only where none before it is true:
 *
 * - `linking`: a thing of the goals is among no mention of the order;
 * - `prohibition or order`: the goals are right, and what is not to be so, or what comes first, is not;
 * - `state`: a reading has the right things together, and says something else about them;
 * - `composing`: the things are there, and no reading has them together as they are meant;
 * - `choice`: it is a reading, and another one is likelier;
 * - `decision`: it is the likeliest reading, and it asks or refuses all the same;
 * - `nowhere`: it acts on what is meant.
 */
export const STAGES = [
  'linking',
  'composing',
  'state',
  'prohibition or order',
  'choice',
  'decision',
  'nowhere',
] as const
export type Stage = (typeof STAGES)[number]

interface Lost {
  readonly order: FiledOrder
  readonly world: SpokenWorld
  readonly understood: Understood
  /** of each reading, whether it is what is meant */
  readonly meant: readonly boolean[]
  readonly outcome: Outcome
  readonly isExact: boolean
}

export function lostAt({ order, world, understood, meant, outcome, isExact }: Lost): Stage {
  if (outcome === 'as meant') return 'nowhere'
  if (isExact) return 'decision'
  const { goals = [], never } = order
  const { domain, meanings } = order.in
  // what is right but for a part that nobody understood is not composed
  if (meant.includes(true) && understood.unclear === undefined) return 'choice'
  const mentions = mentionsIn(corrected(tokensOf(order.order), world), world)
  const isNamed = [...goals, ...never].every((formula) => isLinked(formula, { domain, mentions, world }))
  if (!isNamed) return 'linking'
  const read = understood.readings.map((one) => one.goals.map(({ formula }) => formula))
  if (understood.unclear !== undefined) return 'composing'
  if (read.some((one) => meanings.isSameSet(one, goals))) return 'prohibition or order'
  const things = keyOf(goals, order)
  return read.some((one) => keyOf(one, order) === things) ? 'state' : 'composing'
}

/** Which things stand together in each formula, whatever is said of them. */
const keyOf = (formulas: readonly string[], { in: { domain } }: FiledOrder): string =>
  formulas
    .map((formula) => thingsIn(formula, domain).join(' '))
    .sort()
    .join(';')
