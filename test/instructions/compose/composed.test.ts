import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import { mentionsOf, type Claim } from '#instructions/compose/claims.js'
import { composedReadings } from '#instructions/compose/composed.js'
import { waysOf } from '#instructions/compose/filled.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import { heardIn, listsApart, type Heard } from '#instructions/understand.js'
import { sharesOf } from '#lab/training/composer/orders/targets.js'
import { parseDomainText } from '#worlds/files/domain-text.js'

const folderOf = (world: string): string =>
  ['home', 'tabletop', 'service', 'task-board'].includes(world) ? 'worlds' : 'lab/understand/worlds'

function heard(world: string, order: string): Heard {
  const path = `${folderOf(world)}/${world}/world.yaml`
  const domain = must(parseDomainText(readFileSync(path, 'utf8'), path), world)
  return listsApart(heardIn(order, spokenWorld(domain, { lexicon: loadLexicon() })))
}

const one = (
  label: 'true' | 'false' | 'moved' | 'known' | 'go',
  mention?: number,
  isNever = false,
): Claim => ({
  kind: 'one',
  label,
  mention,
  isNever,
})
const place = (what: number, where?: number): Claim => ({ kind: 'two', what, where, isNever: false })

/** The likeliest reading of an order of which some claims are sure. */
function read(world: string, order: string, claims: readonly Claim[]) {
  const own = heard(world, order)
  const [reading] = composedReadings(own, sharesOf(claims, own.mentions.length))
  const formulas = (all: readonly { readonly formula: string }[]): string[] =>
    all.map(({ formula }) => formula)
  return { goals: formulas(reading?.goals ?? []), never: formulas(reading?.never ?? []) }
}

describe('an order composed of what is claimed of its mentions', () => {
  it.each([
    [
      'several states of one thing',
      'laundry',
      'shirts washed and ironed',
      [one('true', 0)],
      ['clean(shirts)', 'ironed(shirts)'],
    ],
    ['a verb for its fact', 'laundry', 'Dry the towels', [one('false', 1)], ['not wet(towels)']],
    ['off and on', 'bakery', 'the deck oven off', [one('false', 0)], ['not hot(deck_oven)']],
    [
      'each thing of a list',
      'home',
      'the mug and the bowl to the sofa',
      [place(0, 2), place(1, 2)],
      ['location(mug) = sofa', 'location(bowl) = sofa'],
    ],
    [
      'a place by what is there',
      'home',
      'put the book next to the remote',
      [place(0, 1)],
      ['location(book) = sofa'],
    ],
    [
      'the only place there is',
      'tabletop',
      'plug the charger in',
      [one('true', 0)],
      ['location(charger_plug) = socket'],
    ],
    [
      'what is not to stay',
      'home',
      'book off the coffee table',
      [one('moved', 0)],
      ['location(book) != coffee_table'],
    ],
    ['a cart as a thing', 'server_room', 'roll the cart to rack A', [place(0, 1)], ['cart_at = rack_a']],
    ['a fact about no thing', 'film_set', 'start rolling', [one('true')], ['rolling']],
    ['whether it is so', 'home', 'is the fridge open', [one('known', 0)], ['known(open(fridge))']],
    [
      'a pronoun by the thing named last',
      'home',
      'the apple looks good, give it to ben',
      [place(1, 2)],
      ['location(apple) = ben'],
    ],
  ] as const)('reads %s', (_what, world, order, claims, goals) => {
    expect(read(world, order, claims).goals).toEqual(goals)
  })

  it('leaves alone what must not be moved', () => {
    const { goals, never } = read('home', 'book to the sofa, and leave the mug alone', [
      place(0, 1),
      one('moved', 2, true),
    ])
    expect(goals).toEqual(['location(book) = sofa'])
    expect(never).toEqual(['location(mug) != coffee_table'])
  })

  it('takes no number for a name, and letters for names', () => {
    const things = (world: string, order: string): readonly string[][] =>
      heard(world, order).mentions.map(({ candidates }) => candidates.map(({ thing }) => thing))
    expect(things('chemistry', 'all three vials')).toEqual([['vial_1', 'vial_2', 'vial_3']])
    expect(things('chemistry', 'the third vial')).toEqual([['vial_3']])
    expect(things('server_room', 'rack a, please')[0]?.[0]).toBe('rack_a')
    expect(heard('task-board', 'one of the two buttons').mentions[0]?.quantity).toBe('any')
  })

  it('says nothing of what no claim is about', () => {
    const own = heard('home', 'the mug')
    expect(waysOf(one('true'), { ...own, claimed: new Set(mentionsOf(one('true'))) })).toEqual([])
    expect(composedReadings(own, sharesOf([], 1))[0]?.fit ?? 0).toBe(0)
  })
})

describe('words that are no names', () => {
  const named = (world: string, order: string): readonly string[] =>
    heard(world, order).mentions.flatMap(({ candidates }) => candidates.map(({ thing }) => thing))

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

  it('leaves out what is excepted, of pronouns too', () => {
    const { goals } = read('home', 'gather the dishes and put them on the sofa except the mug', [place(1, 2)])
    expect(goals).not.toContain('location(mug) = sofa')
    expect(goals.length).toBeGreaterThan(1)
  })

  it('goes to what a pronoun stands for', () => {
    expect(read('home', 'find ben and go to him', [one('go', 1)]).goals).toEqual(['at = kitchen_table'])
  })

  it('takes on before a place for no switch', () => {
    const { goals } = read('bakery', 'open the deck oven and put the rolls on the worktop', [one('true', 0)])
    expect(goals).toEqual(['open(deck_oven)'])
  })

  it('says all of one thing, and not this of one and that of another', () => {
    const own = heard('chemistry', 'shake and cap the vial')
    const readings = composedReadings(own, sharesOf([one('true', 0)], own.mentions.length))
    const joint = readings.filter(({ goals }) => goals.length === 2)
    expect(joint).toHaveLength(3)
    for (const { goals } of joint) {
      const things = goals.map(({ formula }) => /\((\w+)\)/.exec(formula)?.[1])
      expect(new Set(things).size).toBe(1)
    }
  })

  it('keeps an order over what is so already', () => {
    const own = heard(
      'home',
      'put the mug on the desk, then open the kitchen door, then put the book on the desk',
    )
    const shares = sharesOf([place(0, 1), one('true', 2), place(3, 4)], own.mentions.length)
    const before = (first: number, then: number): void => {
      const row = shares.two[first + 1]?.[then + 1] as number[] | undefined
      if (row !== undefined) row[2] = 1
    }
    before(0, 2)
    before(2, 3)
    const [reading] = composedReadings(own, shares)
    const goals = reading?.goals.map(({ formula }) => formula) ?? []
    expect(reading?.order.map((pair) => pair.map((at) => goals[at]))).toContainEqual([
      'location(mug) = desk',
      'location(book) = desk',
    ])
  })
})
