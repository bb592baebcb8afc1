import { expect, it } from 'vitest'
import { OdometryBit, type Odometry } from '#link/messages.gen.js'
import { Bench, moveTo } from './support/bench.js'

/** Of the base as the controller has it: wheels at 60°, 180° and 300°. */
const [RADIUS, DISTANCE, AT] = [0.05, 0.15, [60, 180, 300].map((degrees) => (degrees * Math.PI) / 180)]

/** Adds up what the wheels have turned, as a host does it: by the difference, which may wrap. */
function followed(steps: readonly Odometry[]): { x: number; y: number; theta: number } {
  const pose = { x: 0, y: 0, theta: 0 }
  for (let i = 1; i < steps.length; i++) {
    const rims = [0, 1, 2].map((w) => ((steps[i]!.turn[w]! - steps[i - 1]!.turn[w]!) | 0) * 1e-5 * RADIUS)
    const sum = (of: (at: number) => number): number =>
      rims.reduce((all, rim, w) => all + of(AT[w]!) * rim, 0)
    const [x, y] = [sum((at) => -Math.sin(at)) / 1.5, sum(Math.cos) / 1.5]
    const turn = sum(() => 1) / (3 * DISTANCE)
    const middle = pose.theta + turn / 2
    pose.x += Math.cos(middle) * x - Math.sin(middle) * y
    pose.y += Math.sin(middle) * x + Math.cos(middle) * y
    pose.theta += turn
  }
  return pose
}

it('what the wheels have turned adds up to where the controller believes to be', () => {
  const heard: Odometry[] = []
  const bench = new Bench({ onOdometry: (odometry) => void heard.push(odometry) }).connect()
  bench.complete(moveTo(0.4, -0.3))
  bench.complete({ ...moveTo(0.1, 0.2), theta: 1.2 })
  const { x, y, theta } = bench.telemetry
  const pose = followed(heard)
  expect(Math.hypot(pose.x - x, pose.y - y)).toBeLessThan(0.0005)
  expect(Math.abs(pose.theta - theta)).toBeLessThan(0.0005)
  expect(Math.hypot(x - 0.1, y - 0.2)).toBeLessThan(0.005)
})

it('comes every 20 ms, says whether the base stands, and of which epoch it is', () => {
  const heard: Odometry[] = []
  const bench = new Bench({ onOdometry: (odometry) => void heard.push(odometry) }).connect()
  bench.run(200)
  const gaps = heard.slice(1).map(({ tUs }, i) => tUs - heard[i]!.tUs)
  expect(new Set(gaps)).toEqual(new Set([20_000]))
  expect(heard.every(({ flags }) => flags === OdometryBit.standing)).toBe(true)

  bench.session.command(moveTo(0.5, 0))
  heard.length = 0
  bench.run(400)
  expect(heard.slice(2).every(({ flags }) => flags === 0)).toBe(true)

  bench.session.stop()
  bench.run(1500)
  const before = heard.at(-1)!
  bench.complete({ kind: 'setPose', x: 1, y: 1, theta: 0 })
  bench.run(40)
  const after = heard.at(-1)!
  expect(after.epoch).toBe(before.epoch + 1)
  expect(after.turn).toEqual(before.turn)
})
