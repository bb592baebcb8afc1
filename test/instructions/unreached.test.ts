import { describe, expect, it } from 'vitest'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import { decide } from '#instructions/decide.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import { cannot, mustStay } from '#instructions/unreached/say-cannot.js'
import { whyNot } from '#instructions/unreached/why-not.js'
import { understand } from '#instructions/understand.js'
import { readDomain } from '#worlds/files/read-domain.js'
import { planGoals } from '#worlds/plan/plan-goals.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask } from '#worlds/task/with-task.js'

interface Asked {
  readonly goals: Readonly<Record<string, string>>
  readonly never?: Readonly<Record<string, string>>
  readonly before?: readonly { readonly first: string; readonly then: string }[]
}

/** Why there is no plan; goals and constraints are given by formula, with their words. */
async function whyNotIn(name: string, { goals, never = {}, before }: Asked): Promise<string> {
  const world = must(await readDomain(name), name)
  const parts = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).map(([holds, text]) => ({ holds, text }))
  const data = {
    task: 'order',
    text: 'an order',
    goals: parts(goals),
    never: parts(never),
    ...(before && { before }),
  }
  const task = must(
    taskFrom(data, () => undefined, world),
    'the task',
  )
  const inside = withTask(world, task, world.initial)
  const found = planGoals(inside, inside.initial)
  if (found.ok) throw new Error('there is a plan')
  return whyNot({ world, task, state: world.initial }, found.error)
}

const CAR = { 'location(toy_car) = kitchen_table': 'the toy car is at the kitchen table' }
const MILK = { 'location(milk) = sink': 'the milk is at the sink' }

describe('why an order is reached by no plan', () => {
  it.each<readonly [string, string, Asked, string]>([
    [
      'a constraint',
      'home',
      {
        goals: CAR,
        never: { 'open(bedroom_door)': 'the bedroom door is open', 'open(fridge)': 'the fridge is open' },
      },
      'the toy car cannot be at the kitchen table while the bedroom door must stay closed',
    ],
    [
      'what keeps a thing from being taken',
      'tabletop',
      { goals: { 'location(crate) = left_tray': 'the crate is in the left tray' } },
      'the crate cannot be in the left tray: the crate is too wide for the gripper',
    ],
    [
      'a constraint on one of several goals',
      'service',
      {
        goals: { 'location(plate) = sofa': 'the plate is at the sofa', ...MILK },
        never: { 'open(fridge)': 'the fridge is open' },
      },
      'the milk cannot be at the sink while the fridge must stay closed',
    ],
    [
      'goals that exclude each other',
      'service',
      { goals: { ...MILK, 'location(milk) = sofa': 'the milk is at the sofa' } },
      'these exclude each other: the milk is at the sink, and the milk is at the sofa',
    ],
    [
      'what nothing does',
      'service',
      { goals: { 'blocked(fridge)': 'the fridge is blocked' } },
      'the fridge cannot be blocked: nothing that can be done here has that effect',
    ],
    [
      'what is so already',
      'home',
      { goals: CAR, never: { 'open(kitchen_door)': 'the kitchen door is open' } },
      'the kitchen door is open already, and that is what must not be',
    ],
    [
      'a check that nothing makes true',
      'tabletop',
      { goals: { 'location(ball) = can': 'the ball is on the can' } },
      'the ball cannot be on the can: the ball does not stand on the can',
    ],
    [
      'the check about both things, rather than one that a skill for other things fails',
      'tabletop',
      { goals: { 'location(plate) = drawer_inside': 'the plate is in the drawer' } },
      'the plate cannot be in the drawer: the plate is too large for the drawer',
    ],
  ])('names %s', async (_, world, asked, why) => expect(await whyNotIn(world, asked)).toBe(why))

  it('never says how many states were searched, also where the search was given up', async () => {
    const asked = {
      goals: {
        'location(red_cube) = blue_cube': 'the red cube is on the blue cube',
        'location(blue_cube) = red_cube': 'the blue cube is on the red cube',
      },
    }
    const why = await whyNotIn('tabletop', asked)
    expect(why).toMatch(/^these exclude each other/)
    expect(why).not.toMatch(/states/)
  })

  it('is said of an order in words', async () => {
    const domain = must(await readDomain('home'), 'home')
    const order = 'bring the toy car to the kitchen table without opening the bedroom door'
    const state = domain.initial
    const decision = decide(understand(order, spokenWorld(domain, { lexicon: loadLexicon() })), {
      order,
      domain,
      state,
    })
    expect(decision).toMatchObject({
      kind: 'refuse',
      code: 'do.no-plan',
      why: 'the toy car cannot be at the kitchen table while the bedroom door must stay closed',
    })
  })
})

it.each([
  [cannot(['anna has the book']), 'anna cannot have the book'],
  [cannot(['the lid is not open']), 'the lid cannot be closed'],
  [cannot(['the lid is not warm']), 'the lid cannot be other than warm'],
  [cannot(['at = sofa']), 'it cannot be that at = sofa'],
  [mustStay('the lid is open'), 'the lid must stay closed'],
  [mustStay('the lid is not open'), 'the lid must stay open'],
  [mustStay('the lid is warm'), 'the lid must not be warm'],
  [mustStay('ben has the book'), 'ben must not have the book'],
  [mustStay('at = sofa'), 'it must never be that at = sofa'],
])('%s', (said, expected) => expect(said).toBe(expected))
