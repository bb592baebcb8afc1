import { describe, expect, it } from 'vitest'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import { answerOf, isQuestion } from '#instructions/answer.js'
import { decide } from '#instructions/decide.js'
import { overlooked } from '#instructions/doubts/named.js'
import { leftOpen } from '#instructions/left-open.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import { understand, type Reading } from '#instructions/understand.js'
import { readDomain } from '#worlds/files/read-domain.js'

async function read(order: string, world: string) {
  const domain = must(await readDomain(world), world)
  const understood = understand(order, spokenWorld(domain, { lexicon: loadLexicon() }))
  return { domain, understood, decision: decide(understood, { order, domain, state: domain.initial }) }
}

const reading = (...formulas: string[]): Reading => ({
  goals: formulas.map((formula) => ({ formula, text: formula })),
  ...{ never: [], assumes: [], order: [], fit: 1, left: [], isUnsafe: false },
})

describe('what an order names and a reading leaves out', () => {
  it.each([
    [
      'a place that something else is plugged into',
      'task-board',
      'plug the charger into the probe socket',
      'plugged_in(charger)',
      ['the probe socket'],
    ],
    ['but not where it belongs', 'task-board', 'plug the charger into the outlet', 'plugged_in(charger)', []],
    [
      'one thing of a list',
      'home',
      'put the mug and the plate in the dishwasher',
      'location(mug) = dishwasher',
      ['the plate'],
    ],
    [
      'but not what says which thing is meant',
      'home',
      'bring the mug on the coffee table to the counter',
      'location(mug) = counter',
      [],
    ],
    [
      'nor what is excepted',
      'tabletop',
      'put all cubes in the left tray except the red cube',
      'location(blue_cube) = left_tray',
      [],
    ],
    [
      'nor a kind that a formula is about',
      'tabletop',
      'put the red cube in the box',
      'exists ?i in cube (location(?i) = box_inside)',
      [],
    ],
    ['nor a fact that is named after the thing', 'task-board', 'open the trapdoor', 'trapdoor_open', []],
    [
      'nor a reason',
      'home',
      'put the mug in the dishwasher because the plate is there',
      'location(mug) = dishwasher',
      [],
    ],
    [
      'nor a word that is only spelt like a name',
      'home',
      'the mug has been there, put it in the dishwasher',
      'location(mug) = dishwasher',
      [],
    ],
    ['nor the hand of the robot', 'home', 'take the mug in your hand', 'held(mug)', []],
  ] as const)('is %s', async (_what, world, order, formula, lost) => {
    const { understood } = await read(order, world)
    expect(overlooked(reading(formula), understood.named ?? []).map(({ words }) => words)).toEqual(lost)
  })
})

describe('what nobody can carry', () => {
  it.each([
    ['move the fridge next to the sofa', 'the fridge'],
    ['bring the kitchen table to anna', 'the kitchen table'],
    ['bring the mug to the kitchen table', undefined],
    ['take the door in the kitchen', undefined],
    ['put the light on', undefined],
  ])('%s: %s', async (order, words) =>
    expect((await read(order, 'home')).understood.immovable?.words).toBe(words),
  )
})

describe('questions about facts', () => {
  it.each([
    ['known(location(keys))', ['the keys are on the hall table']],
    ['known(location(milk))', ['the milk is in the fridge']],
    ['known(open(fridge))', ['the fridge is closed']],
    ['known(open(kitchen_door))', ['the kitchen door is open']],
    ['open(fridge)', undefined],
  ])('%s: %j', async (formula, answer) => {
    const domain = must(await readDomain('home'), 'home')
    expect(answerOf(reading(formula), domain, domain.initial)).toEqual(answer)
  })

  it.each([
    ['where are my keys?', true],
    ["Now where's the mug gone", true],
    ['is the fridge open', true],
    ['can you tell me where I left my keys', true],
    ['see if the fridge is standing open', true],
    ['is there any chance of the bedroom door being open?', false],
    ['my book could use a spot next to where I sleep', false],
    ['bring me the milk?', false],
  ])('are told by how they are said: %s: %s', (order, is) => expect(isQuestion(order)).toBe(is))

  it('are not answered of what was never named', async () => {
    const { decision } = await read('can you go and check if it is open?', 'home')
    expect(decision.kind).not.toBe('holds')
  })
})

describe('what a plan leaves open', () => {
  it.each([
    ['put the ball in the box', 'tabletop', ['open(box_lid)']],
    ['put the ball in the box and close the box lid', 'tabletop', []],
    ['open the drawer', 'tabletop', []],
    // nothing undoes that
    ['press the green button', 'tabletop', []],
    [
      'bring the medicine to the bedside table',
      'home',
      ['open(bathroom_door)', 'open(bedroom_door)', 'open(medicine_cabinet)'],
    ],
  ])('%s, in %s', async (order, world, formulas) => {
    const { decision } = await read(order, world)
    const offered = decision.kind === 'ask' ? decision.choices[0] : undefined
    const found = decision.kind === 'plan' ? decision.found : offered
    if (found?.plan === undefined) throw new Error('there is no plan')
    const left = leftOpen(found)
    expect(left.flatMap((one) => one.formulas).sort()).toEqual(formulas)
    expect(left.every(({ add }) => add.startsWith('and close the '))).toBe(true)
  })
})
