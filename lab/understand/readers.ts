import { composeOrder, readHeard } from '#app/world/hear-order.js'
import { loadComposer } from '#app/world/load-composer.js'
import { err, must, ok } from '#base/result.js'
import type { SpokenWorld } from '#instructions/spoken-world.js'
import { heardIn, understand, type Understood } from '#instructions/understand.js'
import { keywordParser, linkOnly } from './baselines.js'

/**
 * Whoever reads orders, by rule or by model. Its readings come with a fit, the likeliest first, and are judged by the
 * same search (`decide`) whoever has read them; only that makes readers comparable.
 */
export interface OrderReader {
  readonly name: string
  readonly read: (order: string, world: SpokenWorld) => Understood | Promise<Understood>
  /** below which fit it asks; that of `decide` without it. Fits of different readers do not mean the same. */
  readonly unlikely?: number
  /** it acts on its likeliest reading, whatever the twin thinks of it */
  readonly isBlind?: boolean
  /** a reader that others have to beat; where it loses goals tells nothing */
  readonly isBaseline?: boolean
}

/** The name of the one that ships: all others are compared with it. */
export const SHIPPED = 'reader'

/** Further pairs to compare, where both are there. */
export const PAIRS: readonly (readonly [string, string])[] = [['composer alone', 'rules alone']]

/** All readers of the bench: what ships, which is the rules and the composer together, its parts, and baselines. */
export const orderReaders = (): readonly OrderReader[] => [
  { name: SHIPPED, read: both },
  { name: 'rules alone', read: understand },
  {
    name: 'composer alone',
    read: async (order, world) => ({ readings: await composed(order, world), unclear: undefined }),
    unlikely: 0.8,
  },
  { name: 'without search', read: both, isBlind: true },
  { name: 'keyword parser', read: keywordParser, isBaseline: true },
  { name: 'link-only', read: linkOnly, isBaseline: true },
]

/** A bench without the composer would measure something else than what ships. */
const both = async (order: string, world: SpokenWorld): Promise<Understood> => {
  const { understood, problem } = await readHeard(heardIn(order, world))
  return must(problem === undefined ? ok(understood) : err(problem), 'the composer')
}

const composed = async (order: string, world: SpokenWorld) => {
  const composer = must(await loadComposer(), 'the composer')
  return must(await composeOrder(heardIn(order, world), composer), 'a reading')
}
