import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import { composedReadings } from '#instructions/compose/composed.js'
import { atomsOf } from '#instructions/compose/atoms.js'
import { SAID, type Shares } from '#instructions/compose/likeliest.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import { heardIn, listsApart, type Heard } from '#instructions/understand.js'
import { targetOf } from '#lab/training/composer/orders/targets.js'
import { readOrders } from '#lab/understand/orders.js'
import { orderFiles } from '#lab/understand/sets.js'
import type { DataDomain } from '#worlds/assemble.js'
import { parseDomainText } from '#worlds/files/domain-text.js'

const SHIPPED = ['home', 'tabletop', 'service', 'task-board']

function domainOf(world: string): DataDomain {
  const path = `${SHIPPED.includes(world) ? 'worlds' : 'lab/understand/worlds'}/${world}/world.yaml`
  return must(parseDomainText(readFileSync(path, 'utf8'), path), world)
}

const heardBy = (order: string, domain: DataDomain, speaker?: string): Heard =>
  listsApart(
    heardIn(
      order,
      spokenWorld(domain, { lexicon: loadLexicon(), ...(speaker !== undefined && { speaker }) }),
    ),
  )

const heard = (world: string, order: string): Heard => heardBy(order, domainOf(world))

type Said = (typeof SAID)[number]

/** What a network would say that is sure of some facts, by their formulas, and of nothing else. */
function sharesOf(own: Heard, said: Readonly<Record<string, Said>>, before: readonly string[] = []): Shares {
  const { atoms } = atomsOf(own.world)
  const unused = new Set(Object.keys(said))
  const rows = atoms.map(({ so }) => {
    const what = said[so.formula]
    unused.delete(so.formula)
    return SAID.map((one) => Number(one === what))
  })
  expect([...unused]).toEqual([])
  const formula = (at: number): string => atoms[at]?.so.formula ?? ''
  const isBefore = (first: number, then: number): boolean =>
    before.includes(`${formula(first)} < ${formula(then)}`)
  return { atoms: rows, before: (first, then) => Number(isBefore(first, then)), ask: 0, refuse: 0 }
}

describe('an order composed of what is said of the facts of its world', () => {
  it.each([
    ['home', 'mug in the dishwasher', { 'location(mug) = dishwasher': 'so' }, ['location(mug) = dishwasher']],
    ['home', 'close the fridge', { 'open(fridge)': 'not' }, ['not open(fridge)']],
    [
      'home',
      'book off the table',
      { 'location(book) = coffee_table': 'not' },
      ['location(book) != coffee_table'],
    ],
    ['film_set', 'start rolling', { rolling: 'so' }, ['rolling']],
    ['server_room', 'roll the cart to rack A', { 'cart_at = rack_a': 'so' }, ['cart_at = rack_a']],
    ['home', 'is the fridge open', { 'known(open(fridge))': 'so' }, ['known(open(fridge))']],
    [
      'chemistry',
      'one of the vials into the centrifuge',
      { 'location(vial_1) = rack': 'any', 'location(vial_2) = rack': 'any' },
      ['exists ?one in {vial_1, vial_2} (location(?one) = rack)'],
    ],
    [
      'chemistry',
      'two vials into the rack',
      {
        'location(vial_1) = rack': 'any',
        'location(vial_2) = rack': 'any',
        'location(vial_3) = rack': 'any',
      },
      ['count ?one in {vial_1, vial_2, vial_3} (location(?one) = rack) >= 2'],
    ],
    [
      'chemistry',
      'one vial in the rack and two vials in the centrifuge',
      {
        'location(vial_1) = rack': 'any',
        'location(vial_2) = rack': 'any',
        'location(vial_3) = rack': 'any',
      },
      ['exists ?one in {vial_1, vial_2, vial_3} (location(?one) = rack)'],
    ],
    [
      'home',
      'open the fridge or put the book on the sofa',
      { 'open(fridge)': 'any', 'location(book) = sofa': 'any' },
      ['open(fridge) or location(book) = sofa'],
    ],
    ['film_set', 'start rolling', { rolling: 'any' }, ['rolling']],
    [
      'home',
      'the mug somewhere',
      { 'location(mug) = sofa': 'any', 'location(mug) = desk': 'any' },
      ['exists ?one in {sofa, desk} (location(mug) = ?one)'],
    ],
    [
      'bar',
      'a clean glass on the counter',
      {
        'location(tumbler) = counter': 'any',
        'location(pint_glass) = counter': 'any',
        'clean(tumbler)': 'any',
        'clean(pint_glass)': 'any',
      },
      ['exists ?one in {tumbler, pint_glass} (location(?one) = counter and clean(?one))'],
    ],
  ] as const)('reads in %s: %s', (world, order, said, goals) => {
    const own = heard(world, order)
    const [reading] = composedReadings(own, sharesOf(own, said))
    const { meanings } = own.world
    const read = reading?.goals.map(({ formula }) => formula) ?? []
    expect(meanings.isSameSet(read, goals), read.join('; ')).toBe(true)
  })

  it('keeps what must not become so, and what comes first', () => {
    const own = heard('home', 'without opening the fridge put the mug on the desk, then the book on the sofa')
    const shares = sharesOf(
      own,
      { 'open(fridge)': 'never so', 'location(book) = sofa': 'so', 'location(mug) = desk': 'so' },
      ['location(mug) = desk < location(book) = sofa'],
    )
    const [reading] = composedReadings(own, shares)
    expect(reading?.never.map(({ formula }) => formula)).toEqual(['open(fridge)'])
    expect(reading?.goals.map(({ formula }) => formula)).toEqual([
      'location(mug) = desk',
      'location(book) = sofa',
    ])
    expect(reading?.order).toEqual([[0, 1]])
  })

  it('says of any of several what the formula says', () => {
    const own = heard('home', 'medicine or keys into the medicine cabinet')
    const said = {
      'location(medicine) = medicine_cabinet': 'any',
      'location(keys) = medicine_cabinet': 'any',
    }
    const [reading] = composedReadings(own, sharesOf(own, said as Readonly<Record<string, Said>>))
    expect(reading?.goals[0]?.text).toBe('the keys or the medicine are at the medicine cabinet')
  })

  it('keeps no order that is a circle', () => {
    const own = heard('home', 'mug on the desk, book on the desk, keys on the desk')
    const [a, b, c] = ['mug', 'book', 'keys'].map((thing) => `location(${thing}) = desk`) as [
      string,
      string,
      string,
    ]
    const before = [`${a} < ${b}`, `${b} < ${c}`, `${c} < ${a}`]
    const [reading] = composedReadings(own, sharesOf(own, { [a]: 'so', [b]: 'so', [c]: 'so' }, before))
    expect(reading?.order).toEqual([])
  })

  it('learns no exact count as any of several, nor never both as never either', () => {
    const { domain, world } = { domain: domainOf('tabletop'), world: heard('tabletop', 'x').world }
    const cubes = '{red_cube, green_cube, blue_cube}'
    const meant = (goal: string, never: readonly string[] = []) =>
      targetOf({ goals: [goal], never, before: [] }, { world, domain })
    expect(meant(`count ?c in ${cubes} (location(?c) = left_tray) = 1`)).toBeUndefined()
    expect(meant(`count ?c in ${cubes} (location(?c) = left_tray) >= 2`)?.said).toHaveLength(3)
    expect(meant('open(drawer)', [`count ?c in ${cubes} (location(?c) = left_tray) >= 2`])).toBeUndefined()
    expect(meant('open(drawer)', [`exists ?c in ${cubes} (location(?c) = left_tray)`])?.said).toHaveLength(4)
  })

  it('reads what is meant where the network says it, of nearly all orders', async () => {
    const orders = must(await readOrders(orderFiles(['choose'])), 'orders').filter(
      ({ kind }) => kind === 'goal',
    )
    const lost = orders.filter((order) => {
      const { domain, meanings } = order.in
      const own = heardBy(order.order, domain, order.speaker)
      const meant = { goals: order.goals ?? [], never: order.never, before: order.before }
      const target = targetOf(meant, { world: own.world, domain })
      if (target === undefined) return true
      const said = new Set(target.said.map((one) => one.join()))
      const pairs = new Set(target.before.map((one) => one.join()))
      const [read] = composedReadings(own, {
        atoms: atomsOf(own.world).atoms.map((_, atom) =>
          SAID.map((__, at) => Number(said.has(`${atom},${at}`))),
        ),
        before: (first, then) => Number(pairs.has(`${first},${then}`)),
        ask: 0,
        refuse: 0,
      })
      const formulas = (all: readonly { readonly formula: string }[]): string[] =>
        all.map(({ formula }) => formula)
      return (
        read === undefined ||
        !meanings.isSame(
          { goals: formulas(read.goals), never: formulas(read.never), before: read.order },
          meant,
        )
      )
    })
    expect(orders.length).toBeGreaterThan(600)
    expect(lost.length / orders.length).toBeLessThan(0.02)
  }, 240_000)
})

describe('the facts of a world', () => {
  it.each([...SHIPPED, 'film_set'])('are each there once in %s, and mean something', (world) => {
    const { world: spoken } = heard(world, 'x')
    const { atoms } = atomsOf(spoken)
    const keys = atoms.flatMap(({ so, not }) =>
      [so, not].map(({ formula }) => spoken.meanings.keysOf(formula).join()),
    )
    expect(atoms.length).toBeGreaterThan(20)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { so, not } of atoms) expect([so.text, not.text].join(' ')).not.toMatch(/[?{}_]/)
  })
})

describe('words that are no names', () => {
  const named = (world: string, order: string): readonly string[] =>
    heard(world, order).mentions.flatMap(({ candidates }) => candidates.map(({ thing }) => thing))

  it('takes no number for a name, and letters for names', () => {
    const things = (world: string, order: string): readonly string[][] =>
      heard(world, order).mentions.map(({ candidates }) => candidates.map(({ thing }) => thing))
    expect(things('chemistry', 'all three vials')).toEqual([['vial_1', 'vial_2', 'vial_3']])
    expect(things('chemistry', 'the third vial')).toEqual([['vial_3']])
    expect(things('server_room', 'rack a, please')[0]?.[0]).toBe('rack_a')
    expect(heard('task-board', 'one of the two buttons').mentions[0]?.quantity).toBe('any')
  })

  it('takes half a name behind an article only, and no verb for one', () => {
    expect(named('laundry', 'iron the sheet')).toEqual(['bedsheet'])
    expect(named('radio_studio', 'head to the mixing desk')).not.toContain('headphones')
    expect(named('radio_studio', 'turn on the host mic')).not.toContain('turntable')
  })

  it('takes the article of the next noun for no letter', () => {
    expect(named('server_room', 'put the spare drive in rack a and go')).toContain('rack_a')
    expect(named('server_room', 'put in the rack a spare drive')).toEqual(
      expect.arrayContaining(['rack_a', 'rack_b']),
    )
  })
})
