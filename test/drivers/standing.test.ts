import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { DriverSide } from '#drivers/driver-side.js'
import { VirtualClock } from '#base/clock.js'
import type { HostMessage } from '#drivers/contract.js'
import { SIM_OFFER, SimBody } from './support/sim-body.js'

const TRIALS = 500

/** A robot in motion, whose host then does one thing to it; time goes on without the host. */
function standsAfter(trial: number, harm: 'silence' | 'close' | 'stop' | 'estop' | 'hello'): number {
  const rng = stream('standing', harm, trial)
  const clock = new VirtualClock()
  const robot = new SimBody(clock, rng.int(SIM_OFFER.stopMs))
  const side = new DriverSide({ clock, offer: SIM_OFFER, body: robot })
  const rpc = { hello: 1, reset: 2, execute: 3, harm: 4 }
  const session = (name: string, n: number): HostMessage => ({
    kind: 'hello',
    rpc: n,
    session: name,
    contract: { major: 1, minor: 0 },
  })
  side.send(session('a', rpc.hello))
  side.send({ kind: 'heartbeat', n: 1 })
  side.send({ kind: 'reset', rpc: rpc.reset })
  const command = { id: 1, permit: 1, skill: 'Move', params: { ms: 4900 }, deadlineMs: 4900 }
  side.send({ kind: 'execute', rpc: rpc.execute, command })
  const harmed = 50 + rng.int(1000)
  for (let n = 2; clock.now() < harmed; n++) {
    clock.advance(Math.min(1 + rng.int(40), harmed - clock.now()))
    side.send({ kind: 'heartbeat', n })
    side.take()
  }
  expect(robot.moving).toBe(true)
  if (harm === 'close') side.close()
  if (harm === 'stop' || harm === 'estop') side.send({ kind: harm, rpc: rpc.harm })
  if (harm === 'hello') side.send(session('b', rpc.harm))
  const since = clock.now()
  while (robot.moving) {
    clock.advance(1)
    side.advance()
  }
  return clock.now() - since
}

describe(`a robot in motion stands within its declared time (${TRIALS} trials each)`, () => {
  it.each([
    ['the host dies or hangs: no heartbeat', 'silence', SIM_OFFER.heartbeatMs + SIM_OFFER.stopMs + 1],
    ['the connection closes', 'close', SIM_OFFER.stopMs],
    ['stop', 'stop', SIM_OFFER.stopMs],
    ['e-stop', 'estop', SIM_OFFER.stopMs],
    ['another session is opened', 'hello', SIM_OFFER.stopMs],
  ] as const)('%s', (_, harm, withinMs) => {
    const times = Array.from({ length: TRIALS }, (__, trial) => standsAfter(trial, harm))
    expect(Math.max(...times)).toBeLessThanOrEqual(withinMs)
    expect(times).toHaveLength(TRIALS)
  })

  it('the driver itself is frozen and thawed', () => {
    const times = Array.from({ length: TRIALS }, (_, trial) => {
      const rng = stream('thaw', trial)
      const clock = new VirtualClock()
      const robot = new SimBody(clock, rng.int(SIM_OFFER.stopMs))
      const side = new DriverSide({ clock, offer: SIM_OFFER, body: robot })
      side.send({ kind: 'hello', rpc: 1, session: 'a', contract: { major: 1, minor: 0 } })
      side.send({ kind: 'heartbeat', n: 1 })
      side.send({ kind: 'reset', rpc: 2 })
      const command = { id: 1, permit: 1, skill: 'Move', params: { ms: 4900 }, deadlineMs: 4900 }
      side.send({ kind: 'execute', rpc: 3, command })
      clock.advance(SIM_OFFER.heartbeatMs + 1 + rng.int(3000))
      // what the host said meanwhile arrives at once
      for (let n = 2; n < 20; n++) side.send({ kind: 'heartbeat', n })
      const thawed = clock.now()
      while (robot.moving) {
        clock.advance(1)
        side.advance()
      }
      return clock.now() - thawed
    })
    expect(Math.max(...times)).toBeLessThanOrEqual(SIM_OFFER.stopMs)
    expect(times).toHaveLength(TRIALS)
  })

  it('a driver that was frozen notices its silence before it reads what came meanwhile', () => {
    const clock = new VirtualClock()
    const robot = new SimBody(clock)
    const side = new DriverSide({ clock, offer: SIM_OFFER, body: robot })
    side.send({ kind: 'hello', rpc: 1, session: 'a', contract: { major: 1, minor: 0 } })
    side.send({ kind: 'heartbeat', n: 1 })
    side.send({ kind: 'reset', rpc: 2 })
    side.take()
    clock.advance(1000)
    // read in one go after the freeze, as a pipe would deliver it
    for (let n = 2; n < 50; n++) side.send({ kind: 'heartbeat', n })
    const command = { id: 1, permit: 1, skill: 'Move', params: { ms: 100 }, deadlineMs: 1000 }
    side.send({ kind: 'execute', rpc: 3, command })
    expect(side.take()).toContainEqual({
      kind: 'refused',
      rpc: 3,
      code: 'safe',
      text: 'the robot is SAFE (silence): reset first',
    })
    expect(robot.begun).toEqual([])
  })
})
