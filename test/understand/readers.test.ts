import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import type { Reading, Understood } from '#instructions/understand.js'
import { answerOf, drawingOf } from '#lab/understand/answer.js'
import { examine } from '#lab/understand/examine.js'
import { readOrders, type FiledOrder } from '#lab/understand/orders.js'
import { orderReaders, SHIPPED, type OrderReader } from '#lab/understand/readers.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-readers-'))
afterAll(() => rmSync(folder, { recursive: true }))
const lexicon = loadLexicon()

const BOOK = 'location(book) = cabinet'
async function orderOf(goals: readonly string[], never: readonly string[] = []): Promise<FiledOrder> {
  const path = join(folder, 'one.jsonl')
  const order = 'put the book in the cabinet and leave the fridge alone'
  const row = { world: 'home', speaker: 'anna', order, kind: 'goal', goals, never }
  writeFileSync(path, JSON.stringify(row))
  const [one] = must(await readOrders([path]), 'orders')
  if (one === undefined) throw new Error('it is there')
  return one
}

const reading = (fit: number, ...formulas: readonly string[]): Reading => ({
  goals: formulas.map((formula) => ({ formula, text: formula })),
  assumes: [],
  never: [],
  order: [],
  fit,
  left: [],
  isUnsafe: false,
})

/** A reader whose readings are given, as a model might give them: later. */
const giving = (...readings: readonly Reading[]): OrderReader => ({
  name: SHIPPED,
  read: async (): Promise<Understood> => Promise.resolve({ readings, unclear: undefined }),
})

const lostBy = async (order: FiledOrder, reader: OrderReader) =>
  (await examine(order, { readers: [reader], lexicon }))[0]?.lost

describe('a reader that is put in', () => {
  it('is judged by the same search, and asks below its own fit', async () => {
    const order = await orderOf([BOOK])
    const outcomes = async (reader: OrderReader) =>
      (await examine(order, { readers: [reader], lexicon }))[0]?.outcome
    expect(await outcomes(giving(reading(0.9, BOOK)))).toBe('as meant')
    expect(await outcomes(giving(reading(0.5, BOOK)))).toBe('offered')
    expect(await outcomes({ ...giving(reading(0.5, BOOK)), unlikely: 0.4 })).toBe('as meant')
    expect(await outcomes({ ...giving(reading(0.9, BOOK)), unlikely: 0.95 })).toBe('offered')
    expect(await outcomes({ ...giving(reading(0.5, BOOK)), isBlind: true })).toBe('as meant')
    expect(await outcomes(giving(reading(0.9, 'location(book) = sofa')))).toBe('otherwise')
    expect(await outcomes(giving())).toBe('refused')
  })

  it('loses goals at the stage where they are lost', async () => {
    const order = await orderOf([BOOK])
    const sofa = reading(0.9, 'location(book) = sofa')
    expect(await lostBy(order, giving(reading(0.9, BOOK)))).toBe('nowhere')
    expect(await lostBy(order, giving(reading(0.5, BOOK)))).toBe('decision')
    expect(await lostBy(order, giving(sofa, reading(0.2, BOOK)))).toBe('choice')
    expect(await lostBy(order, giving(sofa))).toBe('composing')
    expect(await lostBy(order, giving(reading(0.9, 'location(book) != cabinet')))).toBe('state')
    expect(await lostBy(await orderOf(['location(mug) = cabinet']), giving(sofa))).toBe('linking')
    const careful = await orderOf([BOOK], ['open(fridge)'])
    expect(await lostBy(careful, giving(reading(0.9, BOOK)))).toBe('prohibition or order')
  })

  it('stands in every table beside the others, and is compared with what ships', async () => {
    const order = await orderOf([BOOK])
    const readers = [...orderReaders(), { ...giving(reading(0.8, BOOK)), name: 'a stranger' }]
    const rows = await examine(order, { readers, lexicon })
    expect(rows.map(({ reader }) => reader)).toEqual(readers.map(({ name }) => name))
    const { page, json } = answerOf(rows)
    expect(json).toMatchObject({
      figures: expect.arrayContaining([
        expect.objectContaining({ reader: 'a stranger', orders: 1 }),
      ]) as unknown,
      losses: expect.arrayContaining([expect.objectContaining({ reader: 'a stranger' })]) as unknown,
      differences: expect.arrayContaining([
        expect.objectContaining({ reader: SHIPPED, less: 'a stranger', orders: 1 }),
      ]) as unknown,
    })
    expect(page).toContain('| a stranger')
    const svg = drawingOf(rows)
    expect(svg.match(/<circle /g)).toHaveLength(rows.filter(({ act }) => act !== undefined).length)
    for (const { reader } of rows) expect(svg).toContain(reader)
  })

  it('is judged by likeliest readings where that is asked for, without search', async () => {
    const order = await orderOf([BOOK])
    const far = giving(reading(0.1, BOOK), reading(0.1, 'location(book) = sofa'))
    expect((await examine(order, { readers: [far], lexicon, top: true }))[0]?.outcome).toBe('as meant')
    expect((await examine(order, { readers: [far], lexicon }))[0]?.outcome).toBe('offered')
  })
})
