import { describe, expect, it } from 'vitest'
import { driven, go, stoodFrom, stopAt, WINDOW, type Drive, type Driven } from './support/driven.js'

const HOME = { x: 0.3, y: 1.75 }
const TURN = 20
/** from 0.3 m/s at 2 m/s², and a turn on either side */
const BRAKING = 150 + 2 * TURN

const lawful = ({ body, setpoints }: Driven): void => {
  expect(body.witness.breaches).toEqual([])
  expect(new Set(setpoints.map(({ message }) => message.permitId)).size).toBe(setpoints.length)
}

describe('teleoperation through permits', () => {
  it('drives where the hand says, each setpoint with a permit of its own, and ends in SAFE', async () => {
    const drive = await driven({
      hold: (t, { teleop }) => {
        if (t > 3000) teleop.end('ended')
        return t < 2000 ? go(0.2) : go(0)
      },
    })
    expect(drive.end).toMatchObject({ kind: 'over', why: 'ended', refused: 0 })
    expect(drive.body.plant.x - HOME.x).toBeGreaterThan(0.36)
    expect(drive.body.plant.x - HOME.x).toBeLessThan(0.44)
    expect(drive.body.plant.y).toBeCloseTo(HOME.y, 2)
    expect(drive.changes).toEqual(['ARMED', 'RUNNING', 'SAFE'])
    // ten a second while it is held, and one to stand
    expect(drive.setpoints.length).toBeGreaterThanOrEqual(15)
    expect(drive.setpoints.length).toBeLessThanOrEqual(25)
    expect(drive.setpoints.every(({ message }) => message.ttlMs === 200)).toBe(true)
    lawful(drive)
  })

  it('goes sideways and turns, in the frame of the robot', async () => {
    const drive = await driven({
      hold: (t, { teleop }) => {
        if (t > 6500) teleop.end('ended')
        return t < 3000 ? go(0.25, 0) : t < 5000 ? go(0, -0.2) : t < 6000 ? go(0, 0, 0.5) : go(0)
      },
    })
    expect(drive.refusals).toEqual([])
    expect(drive.body.plant.x - HOME.x).toBeGreaterThan(0.65)
    expect(HOME.y - drive.body.plant.y).toBeGreaterThan(0.34)
    expect(drive.setpoints.some(({ message }) => message.wz === 0.5)).toBe(true)
    lawful(drive)
  })

  it.each([300, 700, 1500])(
    'an operator who goes silent after %i ms stops the robot within the window',
    async (until) => {
      const drive = await driven({ hold: (t) => (t < until ? go(0.3) : undefined) })
      const last = Math.floor((until - 1) / 100) * 100 + TURN
      expect(drive.end).toMatchObject({ kind: 'over', why: 'silent' })
      expect(stopAt(drive)).toBeGreaterThan(last)
      expect(stopAt(drive)).toBeLessThanOrEqual(last + WINDOW + 2 * TURN)
      expect(stoodFrom(drive)).toBeLessThanOrEqual(last + WINDOW + BRAKING + 2 * TURN)
      expect(drive.robot.state().robot.moving).toBe(false)
      expect(drive.changes.at(-1)).toBe('SAFE')
      lawful(drive)
    },
  )

  it('who never says a word after the confirmation has let go, and nothing has moved', async () => {
    const drive = await driven({ hold: () => undefined })
    expect(drive.end).toMatchObject({ kind: 'over', why: 'silent', sent: 0 })
    expect([drive.setpoints, drive.body.witness.departures]).toEqual([[], []])
  })

  it('a hand that rests on the keys keeps the session: standing is a word too', async () => {
    const drive = await driven({
      hold: (t, { teleop }) => {
        if (t > 5000) teleop.end('ended')
        return go(0)
      },
    })
    expect(drive.end).toMatchObject({ why: 'ended', sent: 0 })
    expect(drive.body.clock.now() - drive.began).toBeGreaterThan(5000)
  })

  it('letting the key go brakes at once and not at the end of a setpoint', async () => {
    const drive = await driven({
      hold: (t, { teleop }) => {
        if (t > 2500) teleop.end('ended')
        return t < 1000 ? go(0.3) : go(0)
      },
    })
    expect(drive.end).toMatchObject({ why: 'ended' })
    expect(stoodFrom(drive)).toBeLessThanOrEqual(1000 + 100 + BRAKING + 2 * TURN)
  })
})

describe('what the twin refuses a hand', () => {
  it('the border: it stops before it, says why, and lets the hand drive back', async () => {
    const told: (string | undefined)[] = []
    const drive = await driven({
      hold: (t, { teleop }) => {
        if (t < 3000) told.push(teleop.refused)
        if (t > 5000) teleop.end('ended')
        return t < 3000 ? go(-0.2) : t < 4500 ? go(0.2) : go(0)
      },
    })
    const least = Math.min(...drive.track.map(({ x }) => x))
    expect(least).toBeGreaterThanOrEqual(0.16)
    expect(least).toBeLessThan(0.3)
    expect(told.at(-1)).toMatch(/too near to the field's border: .* drive another way/)
    expect(drive.refusals.length).toBeGreaterThan(5)
    expect(
      drive.refusals.every(
        ({ checkId, nodePath }) => checkId === 'jog-inside-field' && nodePath === '/teleop',
      ),
    ).toBe(true)
    expect(drive.body.plant.x).toBeGreaterThan(least + 0.15)
    lawful(drive)
  })

  it('the shelf: it is never pushed along, and there is a way around it', async () => {
    let phase: 'right' | 'near' | 'left' = 'right'
    const { refusals, track, body } = await driven({
      hold: (t, { teleop, body: { plant } }) => {
        if (t > 25_000) teleop.end('ended')
        // beside the shelf, level with it, then straight at it
        if (phase === 'right' && plant.x > 1) phase = 'near'
        if (phase === 'near' && plant.y < 0.215) phase = 'left'
        return { right: go(0.3), near: go(0, -0.1), left: go(-0.3) }[phase]
      },
    })
    expect(refusals.some(({ checkId }) => checkId === 'shelf-left-alone')).toBe(true)
    const level = track.filter(({ y }) => Math.abs(y - 0.2) < 0.02)
    expect(level.length).toBeGreaterThan(20)
    expect(Math.min(...level.map(({ x }) => x))).toBeGreaterThan(0.72)
    expect(body.witness.breaches).toEqual([])
  })

  it('no room to turn at home: the body would swing out of the field', async () => {
    const drive = await driven({
      hold: (t, { teleop }) => {
        if (t > 1000) teleop.end('ended')
        return go(0, 0, 0.5)
      },
    })
    expect(drive.refusals[0]).toMatchObject({
      checkId: 'jog-inside-field',
      command: 'drive by hand: 0.50 rad/s counter-clockwise',
    })
    expect(drive.setpoints).toEqual([])
  })

  it.each([
    ['too fast', go(0.31), 'jog-speed'],
    ['not a number', go(NaN), 'jog-speed'],
    ['both at once', go(0.1, 0, 0.2), 'jog-one-motion'],
  ])('%s', async (_, setpoint, checkId) => {
    const drive = await driven({
      hold: (t, { teleop }) => {
        if (t > 600) teleop.end('ended')
        return setpoint
      },
    })
    expect(new Set(drive.refusals.map((refusal) => refusal.checkId))).toEqual(new Set([checkId]))
    expect([drive.setpoints, drive.body.witness.departures]).toEqual([[], []])
  })
})

describe('what ends a drive by hand', () => {
  const holding = { hold: () => go(0.2) }

  it('that nobody can get in any more is told as such', async () => {
    const stopRequested = ({ body }: Drive): boolean => body.plant.x > HOME.x + 0.2
    const drive = await driven(holding, { stopRequested, accessLost: 'all keys are gone' })
    expect(drive.end).toMatchObject({ why: 'access-lost', cause: 'all keys are gone' })
  })

  it("an operator's STOP is on the wire within a turn", async () => {
    const drive = await driven(holding, {
      stopRequested: ({ body, modes }) => modes.mode === 'RUNNING' && body.plant.x > HOME.x + 0.2,
    })
    expect(drive.end).toMatchObject({ why: 'operator-stop' })
    const asked = drive.track.find(({ x }) => x > HOME.x + 0.2)?.t ?? drive.track.at(-1)?.t ?? NaN
    expect(stopAt(drive)).toBeLessThanOrEqual(asked + 2 * TURN)
    expect(drive.changes.at(-1)).toBe('STOPPED')
    expect(drive.robot.state().robot.moving).toBe(false)
    lawful(drive)
  })

  it('the button of the emergency stop', async () => {
    const drive = await driven({
      hold: (t, { body }) => {
        if (t > 800) body.plant.estop = true
        return go(0.2)
      },
    })
    expect(drive.end).toMatchObject({ why: 'estop' })
    expect(drive.by.at(-1)).toBe('estop: the emergency stop was pressed')
    expect(drive.changes.at(-1)).toBe('STOPPED')
    expect(drive.body.witness.breaches).toEqual([])
  })

  it('an emergency stop from the console latches in the controller', async () => {
    const drive = await driven(holding, { estopRequested: ({ body }) => body.plant.x > HOME.x + 0.1 })
    expect(drive.end).toMatchObject({ why: 'estop' })
    expect(drive.by.at(-1)).toBe('estop: an operator requested the emergency stop')
    expect(drive.body.times('estop').length).toBeGreaterThan(0)
  })

  it('a cable that is pulled: the controller brakes by itself', async () => {
    let pulled = NaN
    const drive = await driven({
      hold: (t, { body }) => {
        if (t > 1000 && Number.isNaN(pulled)) {
          pulled = t
          body.unplug()
        }
        return go(0.3)
      },
    })
    expect(drive.end).toMatchObject({ why: 'link-lost' })
    drive.body.pass(1000)
    // its own heartbeat watch, or the end of the setpoint, whichever is first; then the ramp
    expect(stoodFrom(drive)).toBeLessThanOrEqual(pulled + 200 + BRAKING + TURN)
  })

  it('a mode that somebody else changes', async () => {
    const drive = await driven({
      hold: (t, { modes }) => {
        if (t > 700) modes.request('stop', 'somebody')
        return go(0.2)
      },
    })
    expect(drive.end).toMatchObject({ why: 'mode' })
    expect(stopAt(drive)).toBeLessThanOrEqual(800 + 3 * TURN)
  })

  it('a loop that hangs: the setpoint is void before anybody notices', async () => {
    let hung = NaN
    const drive = await driven(
      {
        hold: (t, { teleop }) => {
          if (t > 3000) teleop.end('ended')
          return go(0.3)
        },
      },
      {
        hangs: (t) => {
          if (t < 1000 || !Number.isNaN(hung)) return 0
          hung = t
          return 350
        },
      },
    )
    const during = drive.setpoints.filter(({ t }) => t > hung + TURN && t < hung + 350)
    expect(during).toEqual([])
    expect(drive.body.witness.breaches).toEqual([])
    // it stood, and went on when somebody was there again
    expect(drive.body.witness.departures.length).toBeGreaterThanOrEqual(2)
    expect(drive.end).toMatchObject({ why: 'ended' })
  })

  it('AMB-33: nobody confirms: nothing moves, and the robot is in SAFE', async () => {
    const drive = await driven(holding, { mayMove: () => Promise.resolve(null) })
    expect(drive.end).toMatchObject({ kind: 'not-begun', why: { kind: 'not-confirmed' } })
    expect([drive.setpoints, drive.body.witness.departures]).toEqual([[], []])
    expect(drive.changes).toEqual(['ARMED', 'SAFE'])
  })
})
