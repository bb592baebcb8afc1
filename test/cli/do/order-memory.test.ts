import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { must } from '#base/result.js'
import { recallOrder, rememberOrder, sayFollowed, type EndedOrder } from '#cli/do/order-memory.js'
import type { Attempt } from '#instructions/repair/attempt.js'
import { storedLessons, tasksDone } from '#memory/lesson-book.js'
import { readMemory } from '#memory/open-memory.js'
import { attemptsOf, stateOf, tabletop } from '../../instructions/lessons/support/lessons.js'
import { holdLock } from '../../store/site/support/hold-lock.js'
import { newFolder } from '../../store/site/support/store.js'

let said = ''
beforeEach(() => {
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (said += String(text)) !== '')
})
afterEach(() => vi.restoreAllMocks())

const request = (item: string) => ({
  order: `put the ${item} on the mat`,
  goals: [`location(${item}) = mat`],
  domain: tabletop,
  state: tabletop.initial,
})

/** An order in which an item was lifted from the side after it had slipped. */
const slipped = (item: string, failed: Attempt['outcome'] = 'failed'): EndedOrder => ({
  domain: tabletop,
  robot: 'arm',
  completed: true,
  tried: attemptsOf(
    stateOf(tabletop),
    [`Pick item=${item}`, 'failed'],
    [`Pick item=${item} approach=from_side`, { [`location(${item})`]: 'gripper' }],
  ).map((one) => ({
    ...one,
    outcome: one.outcome === 'failed' ? failed : one.outcome,
    expected: [],
    reason: '',
  })),
})

async function carriedOut(dir: string, item: string, ended: EndedOrder): Promise<void> {
  const memory = await recallOrder(request(item), dir)
  if (memory === undefined) throw new Error(said)
  await rememberOrder(memory, ended)
}

const stored = (dir: string) =>
  must(
    readMemory(dir, (reader) =>
      reader === undefined
        ? { lessons: [], tasks: 0 }
        : { lessons: storedLessons(reader, 'tabletop').lessons, tasks: tasksDone(reader, 'tabletop') },
    ),
    'the memory',
  )

describe('the memory of graft do', () => {
  it('PRAG-07, PRAG-08: what one order has taught is recalled for the next, and counted once an order', async () => {
    const dir = newFolder()
    await carriedOut(dir, 'red_cube', slipped('red_cube'))
    expect(said).toMatch(/^Remembered: 1 lesson new or changed/)
    await carriedOut(dir, 'blue_cube', slipped('blue_cube'))
    const memory = await recallOrder(request('green_cube'), dir)
    expect(memory?.recalled.lessons.map(({ lesson }) => lesson.scope)).toEqual([{ item: 'cube' }])
    expect(stored(dir)).toMatchObject({
      tasks: 2,
      lessons: [{ use: { times: 1, last: 2 }, evidence: { held: 2 } }],
    })
    expect(sayFollowed(memory?.recalled.lessons ?? [], tabletop)).toBe(
      'I follow what I have learned: Pick a cube (approach: from side) rather than Pick a cube (approach: from above) ' +
        '("put the red_cube on the mat" has taught it; it held twice, did not 0 times).',
    )
  })

  it('a step of which nobody has seen that it worked teaches as one that has failed', async () => {
    const dir = newFolder()
    await carriedOut(dir, 'red_cube', slipped('red_cube', 'unproved'))
    expect(stored(dir).lessons).toHaveLength(1)
  })

  it('nothing new is learned from an order that was not completed, which is counted all the same', async () => {
    const dir = newFolder()
    await carriedOut(dir, 'red_cube', { ...slipped('red_cube'), completed: false })
    expect(stored(dir)).toEqual({ lessons: [], tasks: 1 })
  })

  it('a store that a service uses is read, and that it cannot be written is a warning', async () => {
    const dir = newFolder()
    await carriedOut(dir, 'red_cube', slipped('red_cube'))
    const release = await holdLock(dir)
    said = ''
    const memory = await recallOrder(request('red_cube'), dir)
    expect(memory?.recalled.lessons).toHaveLength(1)
    if (memory !== undefined) await rememberOrder(memory, slipped('blue_cube'))
    expect(said).toMatch(
      /^warning store\.in-use: what this order has taught was not stored: the store is in use/,
    )
    expect(said).toContain('graft console do')
    release()
    expect(stored(dir).tasks).toBe(1)
  })

  it('a folder that is not there is a warning, and the order does without', async () => {
    expect(await recallOrder(request('red_cube'), join(newFolder(), 'none'))).toBeUndefined()
    expect(said).toMatch(/^warning state\.missing: /)
  })
})
