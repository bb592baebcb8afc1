import { expect, it } from 'vitest'
import { stream } from '#base/random.js'
import type { Setpoint } from '#runtime/teleop/teleop.js'
import { driven, go } from './support/driven.js'

const HANDS = Math.max(12, Number(process.env['GRAFT_HANDS'] ?? 0))

it(`law 2: ${HANDS} wild hands: the robot stays inside, never pushes the shelf, and each setpoint has its own permit`, async () => {
  let setpoints = 0
  let refused = 0
  let crossings = 0
  for (let n = 0; n < HANDS; n++) {
    const rng = stream(1, 'hands', n)
    let held: Setpoint = go(0)
    const long = 6000 + rng.int(6000)
    const drive = await driven({
      hold: (t, { teleop }) => {
        if (t > long) teleop.end('ended')
        const speed = (): number => 0.6 * (rng.next() - 0.5)
        if (rng.chance(0.15))
          held = rng.pick([go(speed(), speed()), go(-0.3), go(0, -0.3), go(0, 0.3), go(0.3), go(0)])
        return rng.chance(0.05) ? undefined : held
      },
    })
    expect(drive.body.witness.breaches).toEqual([])
    const permits = drive.setpoints.map(({ message }) => message.permitId)
    expect(new Set(permits).size).toBe(permits.length)
    for (const { x, y } of drive.track) {
      expect(
        Math.min(x - 0.16, 3 - 0.16 - x, y - 0.08, 2 - 0.16 - y),
        `hand ${n} at ${x} ${y}`,
      ).toBeGreaterThanOrEqual(-0.002)
    }
    for (let i = 1; i < drive.track.length; i++) {
      const [a, b] = [drive.track[i - 1], drive.track[i]] as [
        { x: number; y: number },
        { x: number; y: number },
      ]
      // the shelf stands at 0.7 and goes to smaller x: nobody crosses its middle that way
      if (a.x > 0.7 && b.x <= 0.7 && Math.abs(b.y - 0.2) < 0.02) crossings++
    }
    setpoints += drive.setpoints.length
    refused += drive.refusals.length
    expect(drive.robot.state().robot.moving).toBe(false)
  }
  expect(crossings).toBe(0)
  expect(setpoints).toBeGreaterThan(HANDS * 20)
  expect(refused).toBeGreaterThan(HANDS)
}, 300_000)
