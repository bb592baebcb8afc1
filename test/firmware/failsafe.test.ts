import { describe, expect, it } from 'vitest'
import { FrameFlag, InputBit, StateBit } from '#link/messages.gen.js'
import type { WireCommand } from '#link/wire-command.js'
import { TxQueue } from '#link/tx-queue.js'
import { Bench, moveTo } from './support/bench.js'

const state = (bench: Bench, bit: number): boolean => (bench.telemetry.state & bit) !== 0
const grip = { kind: 'grip', permitId: 9, mask: 0b1111, regrips: 0 } as const

/** A bench whose robot drives at full speed; the command's id. */
function driving() {
  const bench = new Bench().connect()
  const id = bench.session.command(moveTo(2, 0))
  bench.run(1_200)
  expect(bench.telemetry.vx).toBeGreaterThan(0.55)
  return { bench, id }
}

/** A bench that has begun to do this, and is not done for a while. */
function busy(command: WireCommand): Bench {
  const bench = new Bench().connect()
  bench.plant.bumperAt = () => true
  bench.session.command(command)
  bench.run(400)
  expect(state(bench, StateBit.busy)).toBe(true)
  return bench
}

function streaming(): Bench {
  const bench = new Bench().connect()
  bench.session.setVelocity({ permitId: 1, vx: 0.3, vy: 0, wz: 0.2, ttlMs: 500 })
  bench.run(300)
  expect(bench.telemetry.vx).toBeGreaterThan(0.2)
  return bench
}

describe('comm loss: the firmware stops by itself (VRL-26)', () => {
  it('without heartbeats the robot stands within timeout and ramp, and the command is aborted', () => {
    const { bench, id } = driving()
    bench.healthy = false
    // the last heartbeat left at most 100 ms (allowance) + 50 ms (period) after this; timeout 200; ramp 0.6/2.0 = 300
    const took = bench.run(2_000, () => bench.plant.drive?.wheels.every((w) => w === 0) === true)
    expect(took).toBeGreaterThan(400)
    expect(took).toBeLessThan(100 + 50 + 200 + 300 + 5)
    bench.run(100)
    expect(state(bench, StateBit.commLoss)).toBe(true)
    expect(bench.session.commandState(id)).toMatchObject({ done: 'commLoss' })
    expect(bench.events).toContainEqual(expect.objectContaining({ kind: 'firmware', code: 'commLoss' }))
  })

  it('the timeout is 201 ms after the last heartbeat, by the firmware clock', () => {
    const bench = new Bench().connect()
    bench.healthy = false
    bench.run(1_000)
    const event = bench.events.find((e) => e.kind === 'firmware' && e.code === 'commLoss')
    expect(event).toBeDefined()
    expect(bench.events.filter((e) => e.kind === 'firmware' && e.code === 'commLoss')).toHaveLength(1)
  })

  it('recovers with a heartbeat and a new command; nothing resumes by itself', () => {
    const { bench } = driving()
    bench.healthy = false
    bench.run(1_000)
    expect(bench.session.status).toBe('degraded')
    const held = bench.session.command(moveTo(1, 0))
    bench.run(200)
    expect(bench.session.commandState(held)).toBe('queued')
    bench.session.withdrawWaiting()
    expect(bench.session.refusal(held)).toBe('linkDegraded')
    bench.healthy = true
    bench.run(500)
    expect(bench.session.status).toBe('up')
    expect(state(bench, StateBit.commLoss)).toBe(false)
    expect(bench.plant.fastestWheel).toBeLessThan(0.01)
    const { id } = bench.complete(moveTo(1, 0))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
  })

  it('takes no actuation while heartbeats are missing, whoever sends it', () => {
    const { bench } = driving()
    bench.healthy = false
    bench.run(1_000)
    const session = bench.telemetry.session
    const frame = new TxQueue().pack({ session, cmdId: 99, ...moveTo(1, 0) }, FrameFlag.needsAck)
    bench.robot.stream.write(Uint8Array.of(0, ...(frame ?? [])))
    bench.run(100)
    expect(bench.telemetry.lastCmdId).toBe(99)
    expect([bench.telemetry.activeCmdId, bench.plant.fastestWheel < 0.01]).toEqual([0, true])
  })

  it('the vacuum holds through comm loss, e-stop and a new session', () => {
    const bench = new Bench().connect()
    bench.complete(grip)
    const holds = (): boolean => bench.plant.drive?.pump === true && bench.plant.drive.valves === 0b1111
    bench.healthy = false
    bench.run(1_000)
    expect([state(bench, StateBit.commLoss), holds()]).toEqual([true, true])
    bench.session.command({ kind: 'estop' })
    bench.run(200)
    expect([state(bench, StateBit.estop), holds()]).toEqual([true, true])
    bench.healthy = true
    bench.newSession(0x77)
    bench.connect()
    bench.run(200)
    expect([bench.telemetry.session, holds()]).toEqual([0x77, true])
  })

  it('unplugged in the middle of a move: the robot stands, and the new session learns what became of it', () => {
    const { bench, id } = driving()
    bench.robot.unplug()
    expect(bench.robot.stream.open).toBe(false)
    bench.run(900)
    expect(bench.session.status).toBe('lost')
    expect(bench.session.commandState(id)).toBe('unknown')
    expect(bench.journal.at(-1)).toMatchObject({ kind: 'settled', id, state: 'unknown' })
    expect(bench.plant.fastestWheel).toBeLessThan(0.01)

    bench.robot.replug()
    bench.newSession(0x5678)
    bench.connect()
    // permit and ending of the last actuation survive the change of session
    expect(bench.telemetry).toMatchObject({ lastPermitId: 1, doneStatus: 8, activeCmdId: 0, doneCmdId: 0 })
  })
})

describe('e-stop (AMB-01: hardware and firmware, never the model)', () => {
  const underWay: readonly (readonly [string, () => Bench])[] = [
    ['a move', () => driving().bench],
    [
      'a push',
      () => busy({ kind: 'push', permitId: 1, x: 0.3, y: 0, theta: 0, vMax: 0.2, aMax: 1, settleMs: 0 }),
    ],
    ['a stream of setpoints', () => streaming()],
    ['a grip', () => busy(grip)],
    ['a release', () => busy({ kind: 'release', permitId: 9, mask: 1 })],
    ['a rotation', () => busy({ kind: 'rotate', permitId: 9, mask: 1 })],
  ]
  it.each(underWay)('the button cuts the motors in the millisecond that reads it, in %s', (_what, begin) => {
    const bench = begin()
    expect(bench.robot.drive.motorsEnabled).toBe(true)
    bench.plant.estop = true
    bench.step()
    expect(bench.robot.drive).toMatchObject({ motorsEnabled: false, gripperMoves: false, wheels: [0, 0, 0] })
    const later = bench.run(2_000, () => bench.robot.drive.motorsEnabled)
    expect(later).toBe(2_000)
  })

  it('the button aborts the command and tells who pressed', () => {
    const { bench, id } = driving()
    bench.plant.estop = true
    bench.run(60)
    expect(bench.session.commandState(id)).toMatchObject({ done: 'estop' })
    expect(bench.telemetry.inputs & InputBit.estop).toBe(InputBit.estop)
    expect(bench.events).toContainEqual(expect.objectContaining({ code: 'estopLatched', status: 1 }))
  })

  it('the message brakes under power before it cuts the motors, and a button behind it cuts them at once', () => {
    const braking = () => {
      const { bench } = driving()
      bench.session.command({ kind: 'estop' })
      bench.run(20)
      expect(bench.robot.drive.motorsEnabled).toBe(true)
      return bench
    }
    const alone = braking()
    alone.run(230, () => !alone.robot.drive.motorsEnabled)
    expect(alone.robot.drive.motorsEnabled).toBe(false)
    expect(alone.plant.fastestWheel).toBeLessThan(0.5)
    const pressed = braking()
    pressed.plant.estop = true
    pressed.step()
    expect(pressed.robot.drive.motorsEnabled).toBe(false)
  })

  it('the message cuts the motors after 150 ms even when the wheels seem never to stop', () => {
    const { bench } = driving()
    bench.plant.lagMs = 100_000
    bench.session.command({ kind: 'estop' })
    bench.step()
    const took = 1 + bench.run(1_000, () => !bench.robot.drive.motorsEnabled)
    expect(took).toBe(150)
    expect(bench.plant.fastestWheel).toBeGreaterThan(5)
  })

  it('stays latched when the button is released, and refuses everything that moves', () => {
    const bench = new Bench().connect()
    bench.plant.estop = true
    bench.run(30)
    bench.plant.estop = false
    bench.run(1_000)
    expect(state(bench, StateBit.estop)).toBe(true)
    for (const command of [moveTo(1, 0), grip, { kind: 'rotate', permitId: 1, mask: 1 } as const]) {
      expect(bench.session.refusal(bench.complete(command).id)).toBe('estop')
    }
    expect(bench.session.setVelocity({ permitId: 1, vx: 0.2, vy: 0, wz: 0, ttlMs: 100 })).toBe(true)
    bench.run(40)
    expect(bench.events).toContainEqual({ kind: 'nak', type: 0x10, reply: 'estop' })
    expect(bench.plant.fastestWheel).toBe(0)
  })

  it('is released only by the nonce of this latch, with the button out', () => {
    const bench = new Bench().connect()
    const reset = (latchNonce: number) => {
      const { id } = bench.complete({ kind: 'estopReset', latchNonce })
      return bench.session.refusal(id) ?? 'done'
    }
    expect(reset(bench.telemetry.latchNonce)).toBe('notLatched')
    const before = bench.telemetry.latchNonce
    bench.plant.estop = true
    bench.run(60)
    const nonce = bench.telemetry.latchNonce
    expect(nonce).not.toBe(before)
    expect(reset(before)).toBe('wrongNonce')
    expect(reset(nonce)).toBe('inputPressed')
    bench.plant.estop = false
    bench.run(60)
    expect(reset(nonce)).toBe('done')
    bench.run(60)
    expect(state(bench, StateBit.estop)).toBe(false)

    bench.session.command({ kind: 'estop' })
    bench.run(60)
    expect(reset(nonce)).toBe('wrongNonce')
    expect(state(bench, StateBit.estop)).toBe(true)
  })

  it('the message latches even without a session', () => {
    const bench = new Bench()
    bench.healthy = false
    bench.session.command({ kind: 'estop' })
    const bytes = bench.session.takeBytes()
    bench.robot.stream.write(bytes)
    bench.robot.advance(25)
    expect(bench.robot.drive.motorsEnabled).toBe(false)
  })
})

describe('permits and preconditions in the firmware (law 2)', () => {
  it.each([
    moveTo(1, 0, 0),
    { ...grip, permitId: 0 },
    { kind: 'release', permitId: 0, mask: 1 } as const,
    { kind: 'rotate', permitId: 0, mask: 1 } as const,
  ])('$kind with permit 0 is refused and moves nothing', (command) => {
    const bench = new Bench().connect()
    const { id } = bench.complete(command)
    bench.run(500)
    expect(bench.session.refusal(id)).toBe('noPermit')
    expect(bench.telemetry).toMatchObject({ execCount: 0, lastPermitId: 0 })
    expect(bench.plant.fastestWheel).toBe(0)
    expect(bench.plant.drive?.lift).toBe(0)
  })

  it('telemetry names the permit of the last executed actuation', () => {
    const bench = new Bench().connect()
    bench.complete(moveTo(0.1, 0, 4_000_000_001))
    bench.complete(moveTo(0.2, 0, 0))
    expect(bench.telemetry.lastPermitId).toBe(4_000_000_001)
  })

  it('the base does not drive with the lift down, and SetPose needs standstill', () => {
    const bench = new Bench().connect()
    bench.session.command(grip)
    bench.run(1_500)
    bench.session.stop()
    bench.run(60)
    expect(bench.session.refusal(bench.complete(moveTo(1, 0)).id)).toBe('notReady')
    bench.complete({ kind: 'release', permitId: 2, mask: 0b1111 })
    bench.session.command(moveTo(1, 0))
    bench.run(600)
    bench.session.stop()
    bench.run(30)
    expect(bench.session.refusal(bench.complete({ kind: 'setPose', x: 0, y: 0, theta: 0 }).id)).toBe(
      'notStanding',
    )
  })

  it('numbers out of range never leave the host', () => {
    const bench = new Bench().connect()
    for (const bad of [NaN, Infinity, 11]) {
      const id = bench.session.command(moveTo(bad, 0))
      expect([bench.session.commandState(id), bench.session.refusal(id)]).toEqual(['refused', 'badRange'])
    }
  })
})
