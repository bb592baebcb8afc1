import { describe, expect, it } from 'vitest'
import { sayReading } from '#instructions/say.js'
import type { Reading } from '#instructions/understand.js'

const said = (
  texts: readonly string[],
  order: Reading['order'] = [],
  never: readonly string[] = [],
): string =>
  sayReading(
    {
      goals: texts.map((text) => ({ text, formula: `is_${text}` })),
      never: never.map((text) => ({ text, formula: `is_${text}` })),
      ...{ order, assumes: [], fit: 1, left: [], isUnsafe: false },
    },
    new Map(),
  )

describe('what was understood, in words', () => {
  it.each([
    ['without an order', [], 'a, b and c'],
    [
      'one after the other',
      [
        [0, 1],
        [1, 2],
      ],
      'a, b and c, in this order',
    ],
    [
      'as they come, however they were said',
      [
        [2, 1],
        [1, 0],
      ],
      'c, b and a, in this order',
    ],
    [
      'with what follows from it',
      [
        [0, 2],
        [0, 1],
        [1, 2],
      ],
      'a, b and c, in this order',
    ],
    ['only what is said of some', [[0, 2]], 'a, b and c, a before c'],
    [
      'what comes before two',
      [
        [0, 1],
        [0, 2],
      ],
      'a, b and c, a before b and a before c',
    ],
    [
      'what cannot be',
      [
        [0, 1],
        [1, 0],
      ],
      'a, b and c, a before b and b before a',
    ],
  ] as const)('tells goals %s', (_what, order, text) => {
    expect(said(['a', 'b', 'c'], order)).toBe(text)
  })

  it('tells what must not be last', () => {
    expect(said(['a', 'b'], [[1, 0]], ['d', 'e'])).toBe('b and a, in this order, and at no time d nor e')
    expect(said(['a'])).toBe('a')
  })
})
