import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import { alikeIn } from '#lab/understand/corpus/alike.js'
import { reachOf } from '#lab/understand/corpus/reachable.js'
import { suspicionsOf } from '#lab/understand/corpus/suspicions.js'
import { readOrders, type FiledOrder } from '#lab/understand/orders.js'
import { orderFiles, setOf, splitOf, SPLITS } from '#lab/understand/sets.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-corpus-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function ordersOf(...all: readonly object[]): Promise<readonly FiledOrder[]> {
  const path = join(folder, 'some.jsonl')
  const lines = all.map((one) => JSON.stringify({ world: 'home', speaker: 'anna', kind: 'goal', ...one }))
  writeFileSync(path, lines.join('\n'))
  return must(await readOrders([path]), 'orders')
}

const meant = (goals: readonly string[], never: readonly string[] = []) => ({ goals, never, before: [] })

describe('the check of labels', () => {
  it('tells by the twin whether goals can be reached', async () => {
    const [order] = await ordersOf({ order: 'open the fridge', goals: ['open(fridge)'] })
    if (order === undefined) throw new Error('it is there')
    expect(reachOf(meant(['open(fridge)']), order)).toBe('planned')
    expect(reachOf(meant(['not open(fridge)']), order)).toBe('holds')
    expect(reachOf(meant(['open(fridge)'], ['not open(fridge)']), order)).toBe('broken')
    const any = 'exists ?x in {book, mug} (location(?x) = sofa)'
    expect(reachOf(meant([any]), order)).toBe('planned')
    expect(reachOf(meant(['location(milk) = sofa'], ['open(fridge)']), order)).toMatch(
      /unreachable|not found/,
    )
  })

  it.each([
    ['goals that are so', { order: 'shut the fridge', goals: ['not open(fridge)'] }, /so at the start/],
    [
      'a thing that no word names',
      { order: 'put the book on the sofa', goals: ['location(milk) = sofa'] },
      /named by no word: location\(milk\) = sofa/,
    ],
    [
      'what the rules are sure of otherwise',
      { order: 'put the book in the cabinet', goals: ['location(book) = sofa'] },
      /sure of location\(book\) = cabinet/,
    ],
    ['a plan for the impossible', { order: 'open the fridge', kind: 'refuse', why: 'locked' }, /has a plan/],
    [
      'readings that are one',
      { order: 'open it', kind: 'ask', readings: [['open(fridge)'], ['open(fridge)', 'open(fridge)']] },
      /say the same/,
    ],
  ])('suspects %s', async (_what, label, why) => {
    const [order] = await ordersOf(label)
    const found = order === undefined ? [] : suspicionsOf(order, loadLexicon())
    expect(found.map((one) => one.why).join('\n')).toMatch(why)
  })

  it('suspects nothing about plain labels', async () => {
    const orders = await ordersOf(
      { order: 'put the book in the cabinet', goals: ['location(book) = cabinet'] },
      { order: 'bring me the milk', goals: ['location(milk) = anna'] },
      { order: 'sing a song', kind: 'refuse', why: 'it cannot sing' },
    )
    expect(orders.flatMap((order) => suspicionsOf(order, loadLexicon()))).toEqual([])
    expect(orders).toHaveLength(3)
  })
})

describe('files of orders', () => {
  it('have a use each, and what measures is neither trained on nor chosen on', () => {
    const sets = new Map(orderFiles().map((file) => [setOf(file), splitOf(file)]))
    expect([...new Set(sets.values())].sort()).toEqual([...SPLITS].sort())
    expect([...sets].filter(([, split]) => split === 'train').length).toBeGreaterThanOrEqual(10)
    expect([...sets].filter(([name]) => name.startsWith('heldout')).map(([, split]) => split)).toEqual([
      'heldout',
      'heldout',
      'heldout',
      'heldout',
    ])
  })

  it('share next to no words with those that measure, and new worlds are new', async () => {
    const orders = must(await readOrders(orderFiles()), 'orders')
    const of = (split: string): readonly FiledOrder[] => orders.filter(({ file }) => splitOf(file) === split)
    const others = orders.filter(({ file }) => splitOf(file) !== 'heldout')
    expect(others.length).toBeGreaterThan(8_000)
    // numbers only, which betray nothing
    expect(alikeIn(of('heldout'), others).length).toBeLessThanOrEqual(1)
    const isNew = ({ file }: FiledOrder): boolean => ['heldout-c', 'heldout-e'].includes(setOf(file))
    const known = new Set(others.map(({ world }) => world))
    expect([...new Set(orders.filter(isNew).map(({ world }) => world))].some((name) => known.has(name))).toBe(
      false,
    )
  })
})
