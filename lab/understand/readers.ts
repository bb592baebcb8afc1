import type { SpokenWorld } from '#instructions/spoken-world.js'
import { understand, type Understood } from '#instructions/understand.js'
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

/**
 * All readers of the bench. A composer joins as three lines: it alone and the rules alone, and both together in the
 * place of the rules, under the name of what ships.
 */
export const orderReaders = (): readonly OrderReader[] => [
  { name: SHIPPED, read: understand },
  { name: 'without search', read: understand, isBlind: true },
  { name: 'keyword parser', read: keywordParser, isBaseline: true },
  { name: 'link-only', read: linkOnly, isBaseline: true },
]
