import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { VirtualClock } from '#base/clock.js'
import { ms } from '#base/units.js'
import { AsideDriver, startWorldThread, type WorldThread } from '#app/world/aside/aside-driver.js'
import { openSimulation } from '#app/world/simulation.js'
import type { WorldRobot } from '#app/world/world-robots.js'
import { DriverSession } from '#drivers/driver-session.js'
import { tabletopOffer } from '#tabletop/driver/tabletop-driver.js'
import { needs } from '../needs/needs.js'

const TURN = ms(20)
const SOON = 1500

/** Turns of the reflex loop until this is so. @returns how many, or Infinity where it never was */
async function turnsUntil(turn: () => Promise<void>, done: () => boolean, most = SOON): Promise<number> {
  for (let turns = 0; turns < most; turns++) {
    if (done()) return turns
    await turn()
  }
  return Infinity
}

function live(): {
  readonly session: DriverSession
  readonly thread: WorldThread
  readonly turn: () => Promise<void>
} {
  const clock = new VirtualClock()
  const setting = { start: new Map(), seed: 'aside', faults: 'none' }
  const thread = startWorldThread('tabletop', setting)
  const driver = new AsideDriver(thread, { offer: tabletopOffer('boot'), objectionTo: () => undefined })
  const session = new DriverSession({ clock, peer: driver, session: 'aside', helloMs: 60_000 })
  return {
    session,
    thread,
    turn: async () => {
      session.allowHeartbeat()
      session.poll()
      await new Promise((resolve) => setTimeout(resolve, TURN))
      driver.advance(TURN)
      clock.advance(TURN)
    },
  }
}

const press = { permit: 1, skill: 'Press', params: { button: 'red_button' }, deadlineMs: 25_000 } as never

describe('a simulated world in a thread of its own', needs('MuJoCo'), () => {
  it('lets the reflex loop turn while it looks, stays up, and moves only after that', async () => {
    const { session, turn, thread } = live()
    await turnsUntil(turn, () => session.status !== 'connecting')
    await turnsUntil(turn, () => session.beat !== undefined)
    session.reset()
    expect(await turnsUntil(turn, () => session.beat?.safe === false)).toBeLessThan(SOON)
    session.takeEvents()
    session.execute(press)
    // a look of a quarter of a second is a dozen turns; in this process it is none
    const turns = await turnsUntil(turn, () => session.beat?.moving === true)
    if (process.env['GRAFT_SHOW'] !== undefined) console.log(`turns during a look: ${turns}`)
    expect(turns).toBeGreaterThanOrEqual(4)
    expect(turns).toBeLessThan(SOON)
    expect(session.status).toBe('up')
    expect(session.takeEvents().filter(({ kind }) => kind === 'degraded' || kind === 'breach')).toEqual([])
    thread.close()
  })

  it('never moves for a command that is stopped while it looks', async () => {
    const { session, turn, thread } = live()
    await turnsUntil(turn, () => session.beat !== undefined)
    session.reset()
    await turnsUntil(turn, () => session.beat?.safe === false)
    const id = session.execute(press)
    await turn()
    session.stop()
    expect(await turnsUntil(turn, () => typeof session.commandState(id) === 'object')).toBeLessThan(10)
    let moved = 0
    await turnsUntil(turn, () => (moved += session.beat?.moving === true ? 1 : 0) < 0, 100)
    expect(moved).toBe(0)
    expect(session.status).toBe('up')
    thread.close()
  })

  it('is a driver that is lost when the thread ends in motion', async () => {
    const { session, turn, thread } = live()
    await turnsUntil(turn, () => session.beat !== undefined)
    session.reset()
    await turnsUntil(turn, () => session.beat?.safe === false)
    session.execute(press)
    await turnsUntil(turn, () => session.beat?.moving === true)
    session.takeEvents()
    thread.close()
    expect(await turnsUntil(turn, () => session.status === 'lost')).toBeLessThan(100)
    expect(session.takeEvents()).toContainEqual(
      expect.objectContaining({
        kind: 'lost',
        why: 'closed',
        text: expect.stringMatching(/^the thread of the simulation has ended/) as string,
      }),
    )
  })

  it('shows pictures, tells what is so, and says why a table cannot be set up', async () => {
    const options = { folder: '.', task: 'none', seed: 1, faults: 'none', live: true } as const
    const open = async (believed: Map<string, string>): Promise<WorldRobot> =>
      must(must(await openSimulation('tabletop', { ...options, believed }), 'robots')(1), 'a robot')
    const robot = await open(new Map([['location(ball)', 'mat']]))
    const turn =
      ({ line, time }: WorldRobot) =>
      async (): Promise<void> => {
        line.allowHeartbeat()
        line.receive()
        line.send()
        await time.pace(TURN)
      }
    await turnsUntil(turn(robot), () => robot.line.status === 'up')
    expect(robot.truth?.().facts.get('location(ball)')).toBe('mat')
    const picture = await robot.camera.capture()
    expect(picture.rgb.length).toBe(picture.width * picture.height * 3)
    robot.time.close()
    await expect(robot.camera.capture()).rejects.toThrow('could not be drawn')
    const none = await open(new Map([['location(ball)', 'moon']]))
    await turnsUntil(turn(none), () => none.line.status !== 'connecting')
    expect(none.line.doubt).toContain('the table cannot be set up: the ball cannot be put at moon')
    none.time.close()
  })
})
