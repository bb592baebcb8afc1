import { expect, it } from 'vitest'
import { tryRobot } from '#app/world/try-robot.js'
import { cartRobot, cartWorld } from '../runtime/support/cart-world.js'

const STEP = { skill: 'Go', args: { place: 'table' }, path: '/' }
const HEAVY = { stopMs: 8000, driveMs: 15_000, brakeMs: 6000 }

/** What `graft world check` would not call right. */
async function wrongWith(cart: Parameters<typeof cartRobot>[0], step: typeof STEP | undefined = STEP) {
  const { robot, cart: driver } = cartRobot(cart)
  const tried = await tryRobot(cartWorld('<Go place="table"/>'), robot, step)
  expect(driver.closed).toBe('closed by graft')
  return { wrong: tried.filter(({ ok }) => !ok).map(({ text }) => text), all: tried.map(({ text }) => text) }
}

it('a robot that brakes for 6 s, and has to say for 100 ms that it stands, has the time that its file declares', async () => {
  const { wrong, all } = await wrongWith(HEAVY)
  expect(wrong).toEqual([])
  expect(all.find((text) => text.startsWith('after a stop'))).toMatch(
    /^after a stop in motion it stands within 61\d\d ms, declared 8000 ms$/,
  )
})

it('one whose brakes do nothing moves on, and nobody knows whether it stands', async () => {
  const { wrong } = await wrongWith({ ...HEAVY, brakeMs: Infinity })
  expect(wrong[0]).toBe('the robot moves on after a stop, declared 8000 ms')
  expect(wrong[1]).toContain('nobody knows whether the robot stands; it moved when it was last heard')
  expect(wrong.slice(2)).toEqual([
    expect.stringMatching(/^the driver breaks the contract \(overdue\): command 1 \(Go\) has not ended/),
    expect.stringMatching(
      /^the driver breaks the contract \(moves-after-stop\): it moves on longer than 8000 ms/,
    ),
  ])
})

it('one that observes nothing is told what follows from it', async () => {
  const { wrong, all } = await wrongWith({ stopMs: 300, driveMs: 15_000, brakeMs: 100, blind: true })
  expect(wrong).toEqual([])
  expect(all).toContain(
    'the file promises at by encoder, and none came in 2 observations: a step that changes one succeeds only where it comes',
  )
})

it('one that brakes for as long as its file declares is right', async () => {
  const { wrong, all } = await wrongWith({ ...HEAVY, brakeMs: 7980 })
  expect(wrong).toEqual([])
  expect(all).toContainEqual(
    expect.stringMatching(/^after a stop in motion it stands within 8100 ms, declared 8000 ms$/),
  )
})

it.each([
  ['says hello twice', { kind: 'hello', says: 'hello' }, 'unknown-answer', undefined],
  ['ends a command twice', { kind: 'stop', says: 'result' }, 'ended-twice', STEP],
  ['ends a command before it accepts it', { kind: 'execute', says: 'result' }, 'ended-unaccepted', STEP],
] as const)('one that %s breaks the contract before its eyes', async (_, odd, breach, step) => {
  const { wrong } = await wrongWith({ stopMs: 300, driveMs: 15_000, brakeMs: 100, odd }, step)
  expect(wrong).toContainEqual(expect.stringContaining(`the driver breaks the contract (${breach}): `))
})

it('whoever ends the trial while the robot moves has it stopped, and it stands before its driver is closed', async () => {
  const { robot, cart } = cartRobot({ stopMs: 1000, driveMs: 15_000, brakeMs: 600 })
  const ended = new AbortController()
  const { pace } = robot.time
  const paced = async (period: Parameters<typeof pace>[0]): Promise<void> => {
    await pace(period)
    if (cart.moving) ended.abort()
  }
  const trial = { ...robot, time: { ...robot.time, pace: paced } }
  await tryRobot(cartWorld('<Go place="table"/>'), trial, STEP, ended.signal)
  const kinds = cart.sent.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'execute')).toHaveLength(1)
  expect(kinds).toContain('estop')
  expect(cart.movedAtClose).toBe(false)
})
