import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import { keywordParser, linkOnly } from '#lab/understand/baselines.js'
import { readDomain } from '#worlds/files/read-domain.js'

const world = async (name: string, speaker?: string) =>
  spokenWorld(must(await readDomain(name), name), {
    ...(speaker !== undefined && { speaker }),
    lexicon: loadLexicon(),
  })
const home = await world('home', 'anna')
const board = await world('task-board')
const goalOf = ({ readings }: ReturnType<typeof linkOnly>): string | undefined =>
  readings[0]?.goals.map(({ formula }) => formula).join(' & ')

describe('a keyword parser', () => {
  it.each([
    ['put the book in the cabinet', 'location(book) = cabinet'],
    ['bring me the keys', 'location(keys) = anna'],
    ['take the book from the coffee table to ben', 'location(book) = ben'],
    ['Kitchen door. Close it.', 'not open(kitchen_door)'],
    ['open the fridge', 'open(fridge)'],
    ['pick up the keys', 'held(keys)'],
    // no keywords for these
    ['the keys, please', undefined],
    ['put the cat on the roof', undefined],
    ['', undefined],
  ])('%s', (order, goal) => expect(goalOf(keywordParser(order, home))).toBe(goal))

  it('takes the verb of a skill of another world', () => {
    expect(goalOf(keywordParser('press the red button', board))).toBe('pressed(red_button)')
  })

  it('minds neither not nor then: that is why it is a baseline', () => {
    expect(goalOf(keywordParser('do not open the fridge', home))).toBe('open(fridge)')
  })
})

describe('links without composing', () => {
  it.each([
    ['the keys to ben', 'location(keys) = ben'],
    ['would the remote be on the coffe table', 'location(remote) = coffee_table'],
    ['blah', undefined],
  ])('%s', (order, goal) => expect(goalOf(linkOnly(order, home))).toBe(goal))
})

it('every parser takes any text, and has a reading or says that it has none', () => {
  const words = fc.constantFrom('put', 'the', 'mug', 'on', 'sofa', 'me', 'open', 'fridge', 'and', 'not', ',')
  const order = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 9 }).map((all) => all.join(' ')),
  )
  let read = 0
  fc.assert(
    fc.property(order, (text) => {
      for (const parser of [keywordParser, linkOnly]) {
        const { readings, unclear } = parser(text, home)
        expect(unclear === undefined).toBe(readings.length === 1)
        read += readings.length
      }
    }),
    { numRuns: 300 },
  )
  expect(read).toBeGreaterThan(50)
})
