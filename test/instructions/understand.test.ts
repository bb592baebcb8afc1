import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '#base/result.js'
import { loadLexicon } from '#app/world/hear-order.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import { understand } from '#instructions/understand.js'
import { REPO } from '../../lab/architecture/source-tree.js'

const worldOf = (name: string, speaker?: string) => {
  const file = join(REPO, 'worlds', name, 'world.yaml')
  const domain = must(parseDomainText(readFileSync(file, 'utf8'), file), name)
  return spokenWorld(domain, { lexicon: loadLexicon(), ...(speaker === undefined ? {} : { speaker }) })
}
const home = worldOf('home', 'anna')
const tabletop = worldOf('tabletop')

/** The goals of the likeliest reading, what it rules out, and in which order. */
function read(order: string, world = home): string {
  const { readings, unclear } = understand(order, world)
  const [best] = readings
  if (best === undefined || unclear !== undefined) return `unclear: ${unclear}`
  const goals = best.goals.map(({ formula }) => formula).join(' & ')
  const never = best.never.map(({ formula }) => ` never ${formula}`).join('')
  const order_ = best.order.map(([first, then]) => ` ${first}<${then}`).join('')
  const assumes = best.assumes.map(({ formula }) => ` if ${formula}`).join('')
  return goals + never + order_ + assumes
}

describe('an order in a home', () => {
  it.each([
    ['Bring me the milk', 'location(milk) = anna'],
    ['bring the milk to the kitchen table, please', 'location(milk) = kitchen_table'],
    ['give Ben the glass', 'location(glass) = ben'],
    ['open the refrigerator', 'open(fridge)'],
    ['Make sure the fridge is closed', 'not open(fridge)'],
    ['put the remote on the coffe table', 'location(remote) = coffee_table'],
    [
      'Could you please put the book in the cabinet and close it?',
      'location(book) = cabinet & not open(cabinet)',
    ],
    ['bring the mug and the plate to the counter', 'location(mug) = counter & location(plate) = counter'],
    [
      'bring the milk to the kitchen table without opening the bedroom door',
      'location(milk) = kitchen_table never open(bedroom_door)',
    ],
    [
      'First open the kitchen door, then put the apple in the fridge',
      'open(kitchen_door) & location(apple) = fridge 0<1',
    ],
    [
      'take the mug from the coffee table to the sink',
      'location(mug) = washstand if location(mug) = coffee_table',
    ],
    ['where are the keys?', 'known(location(keys))'],
    ['find the keys and bring them to ben', 'known(location(keys)) & location(keys) = ben'],
  ])('%s', (order, means) => expect(read(order)).toBe(means))

  it('that means nothing there is not guessed at', () => {
    for (const order of [
      'dance a waltz',
      'go to the moon',
      '',
      '?!',
      'please',
      'the',
      'Don’t open the fridge.',
    ])
      expect(read(order)).toMatch(/^unclear/)
  })

  it('that can mean several things has all of them, none likelier than the others', () => {
    const { readings } = understand('put the mug on the table', home)
    expect(readings.map(({ goals: [goal] }) => goal?.formula).sort()).toEqual([
      'location(mug) = bedside_table',
      'location(mug) = coffee_table',
      'location(mug) = hall_table',
      'location(mug) = kitchen_table',
    ])
    expect(new Set(readings.map(({ fit }) => fit)).size).toBe(1)
  })

  it('is safe only when no word is left over that changes what is meant', () => {
    const [only] = understand('bring only the milk to the kitchen table', home).readings
    expect(only).toMatchObject({ isUnsafe: true, left: ['only'] })
    const [plain] = understand('just bring the milk to the kitchen table', home).readings
    expect(plain).toMatchObject({ isUnsafe: false, left: [] })
  })

  it.each([
    ['open the fridge tomorrow', ['tomorrow']],
    ['open the fridge in 5 minutes', ['5', 'minutes']],
    ['open the fridge when evening falls', ['evening', 'falls']],
    ['once midnight strikes, open the fridge', ['midnight', 'strikes']],
    ['open the fridge when you have time', []],
    ['when you are done open the fridge', []],
  ])('leaves over when it is to be done: %s', (order, left) => {
    expect(understand(order, home).readings[0]?.left).toEqual(left)
  })
})

describe('what comes first', () => {
  it.each([
    ['stack the blue cube on the red one, open the box lid, and then open the window', '0<2 1<2'],
    ['open the box lid, then open the window and close the drawer', '0<1'],
    ['open the box lid, then open the window, then press the blue button', '0<1 0<2 1<2'],
    ['open the box lid and open the window after you have pressed the blue button', '2<1'],
  ])('is all that was asked for since the last then: %s', (order, pairs) => {
    const [best] = understand(order, tabletop).readings
    expect(
      best?.order
        .map((pair) => pair.join('<'))
        .sort()
        .join(' '),
    ).toBe(pairs)
  })
})

describe('an order that fetches something first', () => {
  const service = worldOf('service')
  it.each([
    ['fetch the mug and put it on the dining table', 'location(mug) = dining_table'],
    ['get the mug and the apple, put them on the sofa', 'location(mug) = sofa & location(apple) = sofa'],
    ['fetch the mug, open the drawer and put it on the sofa', 'unclear: fetch the mug'],
    ['fetch the mug and open the drawer', 'unclear: fetch the mug'],
    ['fetch the mug', 'unclear: fetch the mug'],
  ])('is told by what follows where it is to go: %s', (order, meaning) => {
    expect(read(order, service)).toBe(meaning)
  })
})

describe('an order at a table', () => {
  it.each([
    ['put the red cube on the blue cube', 'location(red_cube) = blue_cube'],
    [
      'stack all cubes in the left tray',
      'location(red_cube) = left_tray & location(green_cube) = left_tray & location(blue_cube) = left_tray',
    ],
    ['open the drawer and put the can in it', 'open(drawer) & location(can) = drawer_inside'],
    ['press the red button, then the green one', 'pressed(red_button) & pressed(green_button) 0<1'],
    [
      'put a cube in the box',
      'exists ?item in {red_cube, green_cube, blue_cube} (location(?item) = box_inside)',
    ],
    ['close everything', 'not open(drawer) & not open(box_lid) & not open(door) & not open(window)'],
  ])('%s', (order, means) => expect(read(order, tabletop)).toBe(means))
})
