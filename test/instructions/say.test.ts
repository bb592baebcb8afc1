import { describe, expect, it } from 'vitest'
import { statesOf } from '#instructions/frames.js'
import { sayReading, sayStep } from '#instructions/say.js'
import type { Reading } from '#instructions/understand.js'
import { called, naming, sayState } from '#instructions/wording.js'
import { must } from '#base/result.js'
import { readDomain } from '#worlds/files/read-domain.js'

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

describe('words for things', () => {
  it('are those of people', () => {
    expect(['box_inside', 'inside', 'coffee_table', 'inside_pocket'].map(called)).toEqual([
      ...['box', 'inside', 'coffee table', 'inside pocket'],
    ])
    expect(sayStep({ skill: 'Place', args: { item: 'ball', place: 'box_inside' }, path: '' })).toBe(
      'Place: ball, box',
    )
  })

  it.each([
    ['the {?item} is at the sofa', ['keys'], 'the keys are at the sofa'],
    ['it is known where the {?item} is', ['keys'], 'it is known where the keys are'],
    ['anna has the {?item}', ['keys'], 'anna has the keys'],
    ['the {?item} is at the sofa', ['glass'], 'the glass is at the sofa'],
    ['the {?item} stands on the tray', ['mug', 'keys'], 'the mug or the keys stand on the tray'],
  ])('%s, of %j', (text, names, told) => expect(naming(text, 'item', names)).toBe(told))

  it('say what a fact without a thing is about', async () => {
    const states = statesOf(must(await readDomain('task-board'), 'a world'))
    expect(sayState('trapdoor_open', states)).toBe('the trapdoor is open')
    expect(sayState('not trapdoor_open', states)).toBe('the trapdoor is not open')
    expect(sayState('pressed(red_button)', states)).toBeUndefined()
  })
})
