import { spokenWorld, type SpokenWorld } from '#instructions/spoken-world.js'
import { corrected } from '#instructions/read/corrections.js'
import { mentionsIn } from '#instructions/read/mentions.js'
import { understand, type Reading } from '#instructions/understand.js'
import type { Lexicon } from '#instructions/words/lexicon.js'
import { tokensOf } from '#instructions/words/tokens.js'
import type { Meant } from '#instructions/meanings.js'
import type { FiledOrder } from '../orders.js'
import { isLinked } from '../things-in.js'
import { reachOf } from './reachable.js'

/** Something about a label that looks wrong; the heavier, the surer. */
export interface Suspicion {
  readonly weight: number
  readonly why: string
}

/** What looks wrong about the label of an order: by the twin first, and by its words where rules are sure of them. */
export function suspicionsOf(order: FiledOrder, lexicon: Lexicon): readonly Suspicion[] {
  const { speaker } = order
  const world = spokenWorld(order.in.domain, { ...(speaker !== undefined && { speaker }), lexicon })
  switch (order.kind) {
    case 'goal':
      return [...unlikelyGoal(order), ...unnamed(order, world), ...readOtherwise(order, world)]
    case 'ask':
      return [...unlikelyQuestion(order), ...unnamed(order, world)]
    case 'refuse':
      return possible(order, world)
  }
}

const WEIGHTS = { broken: 10, unreachable: 9, 'no task': 9, 'not found': 6, holds: 5, planned: 0 } as const

function unlikelyGoal(order: FiledOrder): readonly Suspicion[] {
  const { goals = [], never, before } = order
  const reach = reachOf({ goals, never, before }, order)
  // a question about what is known already is as good as any
  if (reach === 'holds' && goals.every((goal) => goal.startsWith('known('))) return []
  // what is to stay so says so
  const weight = reach === 'holds' && STAYS.test(order.order) ? 1 : WEIGHTS[reach]
  return weight === 0 ? [] : [{ weight, why: SAID[reach] }]
}

const STAYS = /\b(stays?|keep|leave|make sure|already|remains?|ensure|check)\b/i
const SAID = {
  broken: 'what is never to be so is so at the start',
  unreachable: 'no plan reaches its goals: it is impossible',
  'no task': 'its goals make no task',
  'not found': 'no plan was found within the limits',
  holds: 'its goals are so at the start',
  planned: '',
} as const

function unlikelyQuestion(order: FiledOrder): readonly Suspicion[] {
  const { readings = [], never, before, in: world } = order
  const meanings: Meant[] = readings.map((goals) => ({ goals, never, before }))
  const [first, ...others] = meanings
  if (first === undefined) return []
  if (others.every((one) => world.meanings.isSame(one, first)))
    return [{ weight: 9, why: 'all of its readings say the same' }]
  const reached = meanings.map((one) => reachOf(one, order))
  const possible = reached.filter((reach) => reach === 'planned' || reach === 'holds').length
  if (possible >= 2) return []
  const list = reached.map((reach, i) => `${readings[i]?.join(' & ') ?? ''}: ${reach}`).join('; ')
  return [{ weight: possible === 0 ? 8 : 7, why: `${possible} of its readings can be reached (${list})` }]
}

/** Formulas about things that no word of the order is read as; many of them are words that the rules do not know. */
function unnamed(order: FiledOrder, world: SpokenWorld): readonly Suspicion[] {
  const mentions = mentionsIn(corrected(tokensOf(order.order), world), world)
  const { goals = [], readings = [], never } = order
  const formulas = [...new Set([...goals, ...readings.flat(), ...never])]
  const lost = formulas.filter((formula) => !isLinked(formula, { domain: order.in.domain, mentions, world }))
  return lost.length === 0
    ? []
    : [{ weight: Math.min(3, 2 + lost.length / 4), why: `named by no word: ${lost.join('; ')}` }]
}

const SURE = 0.9

/** A reading that accounts for every word, with which the rules would act. */
function sureReading(order: FiledOrder, world: SpokenWorld): Reading | undefined {
  const { readings, unclear } = understand(order.order, world)
  const [best, next] = readings
  if (unclear !== undefined || best === undefined || best.fit < SURE || best.left.length > 0) return undefined
  const isDoubtful = best.isUnsafe || (best.unknown ?? []).length > 0 || (next?.fit ?? 0) >= 0.85 * best.fit
  return isDoubtful ? undefined : best
}

const meantBy = ({ goals, never, order }: Reading): Meant => ({
  goals: goals.map(({ formula }) => formula),
  never: never.map(({ formula }) => formula),
  before: order,
})

function readOtherwise(order: FiledOrder, world: SpokenWorld): readonly Suspicion[] {
  const sure = sureReading(order, world)
  const { goals = [], never, before } = order
  if (sure === undefined) return []
  const read = meantBy(sure)
  if (order.in.meanings.isSame(read, { goals, never, before })) return []
  const reach = reachOf(read, order)
  return reach === 'planned' ? [{ weight: 3, why: `the rules are sure of ${textOf(read)}` }] : []
}

function possible(order: FiledOrder, world: SpokenWorld): readonly Suspicion[] {
  const sure = sureReading(order, world)
  if (sure === undefined) return []
  const read = meantBy(sure)
  const reach = reachOf(read, order)
  if (reach !== 'planned' && reach !== 'holds') return []
  const so = reach === 'holds' ? 'is so already' : 'has a plan'
  return [{ weight: 6, why: `${textOf(read)} ${so}, and that is what the rules are sure of` }]
}

const textOf = ({ goals, never }: Meant): string =>
  `${goals.join(' & ')}${never.length > 0 ? ` never ${never.join(', ')}` : ''}`
