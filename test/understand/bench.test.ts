import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { main } from '#cli/cli.js'
import { readOrders } from '#lab/understand/orders.js'
import { orderFiles, splitOf } from '#lab/understand/sets.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-understand-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

/** A file with these orders. */
function fileOf(name: string, orders: readonly unknown[]): string {
  const path = join(folder, `${name}.jsonl`)
  const lines = orders.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

async function bench(...args: string[]) {
  let [out, said] = ['', '']
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text)
    return true
  })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
  return { code: await main(['bench', 'understand', ...args], 'graft-lab'), out, said }
}

const home = { world: 'home', speaker: 'anna' }
const HANDFUL = [
  // both understand it
  {
    ...home,
    order: 'put the book in the cabinet',
    kind: 'goal',
    goals: ['location(book) = cabinet'],
    tags: ['plain'],
  },
  // only the reader does
  {
    ...home,
    order: 'put the mug in the dishwasher and close it',
    kind: 'goal',
    goals: ['location(mug) = dishwasher', 'not open(dishwasher)'],
    tags: ['plain', 'several goals'],
  },
  // the gold is something else than anybody would understand
  { ...home, order: 'open the fridge', kind: 'goal', goals: ['open(cupboard)'], tags: ['plain'] },
  {
    ...home,
    order: 'Put the remote on the table, please.',
    kind: 'ask',
    readings: [['location(remote) = kitchen_table'], ['location(remote) = coffee_table']],
  },
  { ...home, order: 'sing a song', kind: 'refuse', why: 'it cannot sing' },
]

interface Row {
  readonly kind: string
  readonly reader: string
  readonly orders: number
  readonly outcomes: Readonly<Record<string, { readonly count: number }>>
  readonly exact?: { readonly count: number }
}

describe('graft-lab bench understand', () => {
  it('counts what becomes of a handful of orders', async () => {
    const csv = join(folder, 'rows.csv')
    const { code, out } = await bench('--orders', fileOf('handful', HANDFUL), '--json', '--csv', csv)
    expect(code).toBe(EXIT.ok)
    const json = JSON.parse(out.trim().split('\n').at(-1) ?? '') as { readonly figures: readonly Row[] }
    const counts = (kind: string, reader: string): unknown => {
      const row = json.figures.find((one) => one.kind === kind && one.reader === reader)
      const all = Object.entries(row?.outcomes ?? {}).map(([name, { count }]) => [name, count] as const)
      return Object.fromEntries(all.filter(([, count]) => count > 0))
    }
    expect(counts('goal', 'reader')).toEqual({ 'as meant': 2, otherwise: 1 })
    expect(counts('goal', 'rules alone')).toEqual({ 'as meant': 2, otherwise: 1 })
    expect(counts('goal', 'keyword parser')).toEqual({ 'as meant': 1, otherwise: 2 })
    expect(counts('ask', 'reader')).toEqual({ offered: 1 })
    expect(counts('ask', 'without search')).toEqual({ otherwise: 1 })
    expect(counts('refuse', 'reader')).toEqual({ refused: 1 })
    expect(counts('refuse', 'keyword parser')).toEqual({ refused: 1 })
    expect(
      json.figures.find(({ kind, reader }) => kind === 'goal' && reader === 'reader')?.exact?.count,
    ).toBe(2)
    expect(json).toMatchObject({
      differences: expect.arrayContaining([
        expect.objectContaining({
          less: 'keyword parser',
          what: 'right questions',
          orders: 1,
          first: 1,
          second: 0,
        }),
        expect.objectContaining({
          less: 'keyword parser',
          what: 'acts otherwise',
          orders: 5,
          first: 0.2,
          second: 0.4,
        }),
      ]) as unknown,
    })
    expect(readFileSync(csv, 'utf8').trim().split('\n')).toHaveLength(1 + 6 * HANDFUL.length)
  })

  it('shows what is not as it is meant, of orders that are not held out', async () => {
    const shown = await bench('--orders', fileOf('open', HANDFUL), '--show')
    expect(shown.out).toMatch(
      /open:3 home: open the fridge\n {3}meant open\(cupboard\)\n {3}reader: otherwise \(linking\): open\(fridge\)/,
    )
    expect(shown.out).not.toContain('in the dishwasher and close it')
    const held = fileOf('heldout-x', HANDFUL)
    const refused = await bench('--orders', held, '--show')
    expect(refused.code).toBe(EXIT.usage)
    expect(refused.said).toMatch(/orders\.held-out/)
    const [measured, spoilt] = [
      await bench('--orders', held),
      await bench('--orders', held, '--show', '--spoil'),
    ]
    expect([measured.code, spoilt.code]).toEqual([EXIT.ok, EXIT.ok])
    expect(measured.out).not.toContain('open the fridge')
    expect(spoilt.out).toContain('open the fridge')
  })

  it.each([
    ['a world that is none', { ...HANDFUL[0], world: 'moon' }, /orders\.world/],
    ['an object that is gone', { ...HANDFUL[0], goals: ['location(cat) = sofa'] }, /1 of its 1 formulas/],
    ['a prohibition of nothing', { ...HANDFUL[0], never: ['flies(mug)'] }, /1 of its 2 formulas/],
    ['a speaker who is not there', { ...HANDFUL[0], speaker: 'eve' }, /nobody in home/],
    ['no goals', { ...HANDFUL[0], goals: [] }, /has no goals/],
    ['one reading', { ...HANDFUL[3], readings: [['open(fridge)']] }, /one reading only/],
    ['an order of goals that are none', { ...HANDFUL[0], before: [[0, 1]] }, /counts goals/],
    ['a key that is none', { ...HANDFUL[0], gaols: [] }, /not an order/],
    ['no JSON', '{"world": ', /it is no JSON/],
  ])('an order with %s is an error with its line', async (_what, order, message) => {
    const { code, said, out } = await bench('--orders', fileOf('misfit', [HANDFUL[0], order]))
    expect(code).toBe(EXIT.usage)
    expect(said).toMatch(/misfit\.jsonl:2:1: error orders\./)
    expect(said).toMatch(message)
    expect(out).toBe('')
  })

  it('an empty file and one that is not there are errors', async () => {
    expect((await bench('--orders', fileOf('empty', ['']))).said).toMatch(/orders\.none/)
    expect((await bench('--orders', join(folder, 'nowhere.jsonl'))).code).toBe(EXIT.usage)
  })
})

describe('the orders of the repository', () => {
  it('fit their worlds, held out or not', async () => {
    const files = orderFiles()
    expect(files.filter((file) => splitOf(file) === 'heldout').length).toBeGreaterThanOrEqual(2)
    const read = await readOrders(files)
    expect(read.ok ? [] : read.error).toEqual([])
    const orders = read.ok ? read.value : []
    expect(orders.length).toBeGreaterThanOrEqual(560)
    for (const kind of ['goal', 'ask', 'refuse'] as const)
      expect(orders.filter((order) => order.kind === kind).length).toBeGreaterThan(100)
  })

  it('are read from any text without an exception', async () => {
    const value = fc.oneof(fc.string(), fc.jsonValue(), fc.constantFrom(...HANDFUL))
    const line = fc.oneof(
      fc.string(),
      fc.record({ world: fc.constant('home'), order: value, kind: value, goals: value }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 5 }), async (lines) => {
        const read = await readOrders([fileOf('any', lines)])
        expect(read.ok ? [] : read.error.filter(({ code }) => !code.startsWith('orders'))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})
