import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { ok } from '#base/result.js'
import { ms } from '#base/units.js'
import { DriverSession } from '#drivers/driver-session.js'
import { DriverSide } from '#drivers/driver-side.js'
import type { RobotBody } from '#drivers/side/robot-body.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import type { Robot } from '#robots/robot.js'
import { ModeMachine } from '#runtime/modes.js'
import { OperatorSession } from '#runtime/teleop/operator-session.js'
import { runSession, type Driving, type SessionParts } from '#runtime/teleop/run-session.js'

/** A robot behind a real driver's session in virtual time. @param stands whether it ever does; said by its driver */
function robotThat(stands: () => boolean) {
  const clock = new VirtualClock()
  const halts: number[] = []
  const standIn: RobotBody = {
    get moving() {
      return !stands()
    },
    fault: undefined,
    objectionTo: () => undefined,
    begin: () => undefined,
    outcome: () => undefined,
    halt: () => void halts.push(clock.now()),
    observe: (_names, answer) => answer(ok({ facts: [] })),
  }
  const peer = new DriverSide({
    clock,
    body: standIn,
    offer: { robot: 'x', boot: 'b', skills: [], facts: [], pictures: [], stopMs: 300, heartbeatMs: 400 },
  })
  const line = new DriverLine(new DriverSession({ clock, peer, session: 's' }))
  const robot = {
    condition: () => ({ moving: line.moving, estop: false, estopCause: '' }),
    observe: () => undefined,
    arm: () => line.reset(),
    armState: () => ({ kind: 'armed' }),
    startDiffers: () => [],
    stop: () => line.stop(),
    estop: () => line.estop(),
    hold: () => undefined,
    busyWithStep: () => false,
  } as unknown as Robot
  const changes: string[] = []
  const parts = {
    body: { clock, virtual: false, pace: (period: number) => Promise.resolve(clock.advance(ms(period))) },
    ...{ line, robot },
    link: { poll: () => undefined, settle: () => undefined, trouble: undefined },
    modes: new ModeMachine(({ to }) => changes.push(to)),
    control: {
      stopRequested: () => false,
      accessLost: () => undefined,
      mayMove: () => Promise.resolve('anna'),
    },
  } as unknown as SessionParts
  const session = new OperatorSession({ id: 's', by: 'anna', windowMs: 1000, clock })
  const run = (driving: Partial<Driving> = {}): ReturnType<typeof runSession> =>
    runSession(parts, session, { robot, turn: (reflex) => reflex.turn(), ...driving })
  return { run, halts, changes, session }
}

describe('a session in which a person drives', () => {
  it('that never began says that nobody knows whether the robot stands', async () => {
    const { run } = robotThat(() => false)
    expect(await run()).toMatchObject({
      kind: 'not-begun',
      why: { kind: 'not-armed' },
      doubt: expect.stringMatching(/stands/) as string,
    })
  })

  it('that is over says so too, when the robot moves on after its stop', async () => {
    let begun = false
    const { run, session } = robotThat(() => !begun)
    const end = await run({
      turn: (reflex) => {
        begun = true
        session.end('ended')
        return reflex.turn()
      },
    })
    expect(end).toMatchObject({ kind: 'over', doubt: expect.stringMatching(/stands|moves/) as string })
  })

  it('has no doubt of a robot that stands', async () => {
    const { run } = robotThat(() => true)
    const end = await run()
    // nobody says anything: the window ends it
    expect(end).toMatchObject({ kind: 'over', why: 'silent' })
    expect(end.doubt).toBeUndefined()
  })

  it('sends the STOP and abandons the step when a turn of the loop throws', async () => {
    const { run, halts, changes } = robotThat(() => true)
    const abandoned: string[] = []
    let turns = 0
    let before = 0
    const ending = run({
      turn: (reflex) => {
        before = halts.length
        if (turns++ > 3) throw new Error('a bug in a leaf')
        return reflex.turn()
      },
      halt: (why) => void abandoned.push(why),
    })
    await expect(ending).rejects.toThrow('a bug in a leaf')
    expect(abandoned).toHaveLength(1)
    expect(halts.length).toBeGreaterThan(before)
    expect(changes.at(-1)).not.toBe('RUNNING')
  })

  it('ends when a tree is broken, and does not go on to the next step', async () => {
    const { run } = robotThat(() => true)
    const broken = { kind: 'tree-broken', error: new Error('a port without a value') } as never
    const followed: unknown[] = []
    const end = await run({
      turn: async (reflex) => (await reflex.turn(), broken),
      follow: (turn) => void followed.push(turn),
    })
    expect(end).toMatchObject({ kind: 'over', why: 'tree-broken' })
    expect(followed).toEqual([])
  })
})
