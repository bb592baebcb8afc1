import { tokensOf } from '#instructions/words/tokens.js'
import type { FiledOrder } from '../orders.js'

/** Two orders that say the same words in one world. */
export interface Alike {
  readonly one: FiledOrder
  readonly other: FiledOrder
  /** every word is the same */
  readonly isSame: boolean
}

/** From this share of shared words on, orders are nearly the same. */
const NEARLY = 0.8

/** Orders of some that are nearly or wholly those of others, whoever gives them; not an order with itself. */
export function alikeIn(some: readonly FiledOrder[], others: readonly FiledOrder[]): readonly Alike[] {
  const byWorld = new Map<string, (FiledOrder & { readonly words: ReadonlySet<string> })[]>()
  for (const order of others) {
    const all = byWorld.get(order.world) ?? []
    byWorld.set(order.world, [...all, { ...order, words: wordsOf(order) }])
  }
  return some.flatMap((one) => {
    const words = wordsOf(one)
    return (byWorld.get(one.world) ?? []).flatMap((other): Alike[] => {
      if (other.file === one.file && other.line <= one.line) return []
      const share = sharedBy(words, other.words)
      return share < NEARLY ? [] : [{ one, other, isSame: textOf(one) === textOf(other) }]
    })
  })
}

const textOf = ({ order }: FiledOrder): string =>
  tokensOf(order)
    .map(({ text }) => text)
    .filter((text) => /\p{L}/u.test(text))
    .join(' ')

const wordsOf = (order: FiledOrder): ReadonlySet<string> => new Set(textOf(order).split(' '))

/** Jaccard's index. */
function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length
  return shared / (one.size + other.size - shared)
}
