import type { Meanings } from './meanings.js'
import type { Reading } from './understand.js'

/** Whether two readings want the same in a world, whatever words, names and formulas they use. */
export const isSameReading = (a: Reading, b: Reading, meanings: Meanings): boolean =>
  readingKey(a, meanings) === readingKey(b, meanings)

/** The same for readings that want the same. */
export const readingKey = ({ goals, never, order }: Reading, meanings: Meanings): string =>
  meanings.keyOf({
    goals: goals.map(({ formula }) => formula),
    never: never.map(({ formula }) => formula),
    before: order,
  })
