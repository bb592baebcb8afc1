import { describe, expect, it } from 'vitest'
import { DoneStatus, OdometryBit, type Odometry } from '#link/messages.gen.js'
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

describe('corrections of the pose', () => {
  const origin = { x: 0, y: 0, theta: 0 }

  /** A robot that stands at the origin, and what its wheels have told last. */
  function connected() {
    let newest: Odometry | undefined
    const bench = new Bench({ onOdometry: (odometry) => (newest = odometry) }).connect()
    const place = (differing: object): number | undefined =>
      bench.session.placeOdometry({ ...origin, epoch: newest?.epoch ?? 0, ...differing })
    return { bench, place, odometry: () => newest as Odometry }
  }

  it('are in effect at once at a stand, move nothing, and leave the odometry alone', () => {
    const { bench, place, odometry } = connected()
    expect(place({ x: 0.03, y: -0.02, theta: 0.1 })).toBe(1)
    bench.run(40)
    expect(bench.telemetry.x).toBeCloseTo(0.03, 6)
    expect(bench.telemetry.theta).toBeCloseTo(0.1, 6)
    expect(odometry()).toMatchObject({ ...origin, placeSeq: 1 })
    expect(bench.telemetry).toMatchObject({ execCount: 0, wheels: [0, 0, 0] })
  })

  it('shift the pose slowly while a command runs, which then ends where it was to', () => {
    const { bench, place, odometry } = connected()
    bench.session.command(moveTo(0.6, 0))
    bench.run(300)
    const shift = (): number => bench.telemetry.x - odometry().x
    let [before, fastest] = [shift(), 0]
    place({ x: -0.03, y: 0.02 })
    for (let i = 0; i < 40; i++) {
      bench.run(20)
      fastest = Math.max(fastest, Math.abs(shift() - before) / 0.02)
      before = shift()
    }
    expect(before).toBeCloseTo(-0.03, 3)
    expect(fastest).toBeGreaterThan(0.05)
    expect(fastest).toBeLessThan(0.061)
    bench.run(4000, () => bench.telemetry.activeCmdId === 0)
    expect(bench.telemetry.doneStatus).toBe(DoneStatus.ok)
    expect(Math.hypot(bench.telemetry.x - 0.6, bench.telemetry.y)).toBeLessThan(0.005)
    // by the wheels alone it stands beside that
    expect(bench.plant.x).toBeGreaterThan(0.61)
  })

  it('may come twice, late, or of another epoch: the newest of the present one is in effect', () => {
    const { bench, place, odometry } = connected()
    const frames: Uint8Array[] = []
    bench.noise = (frame) => (frames.push(frame.slice()), [frame])
    place({ x: 0.01 })
    bench.run(20)
    place({ x: 0.02 })
    bench.run(20)
    bench.noise = (frame) => [frame]
    for (const frame of frames) bench.robot.stream.write(frame)
    bench.run(40)
    expect(bench.telemetry.x).toBeCloseTo(0.02, 6)
    place({ x: 0.05, epoch: 9 })
    bench.run(40)
    expect(bench.telemetry.x).toBeCloseTo(0.02, 6)
    bench.complete({ kind: 'setPose', x: 1, y: 0, theta: 0 })
    bench.run(40)
    expect(odometry()).toMatchObject({ x: 1, placeSeq: 0 })
    expect(bench.telemetry.x).toBeCloseTo(1, 6)
  })

  it('that are too far end the command that runs, and the pose stays', () => {
    const { bench, place } = connected()
    bench.session.command(moveTo(0.6, 0))
    bench.run(500)
    const { x } = bench.telemetry
    place({ y: 0.2 })
    bench.run(1500)
    expect(bench.telemetry).toMatchObject({ activeCmdId: 0, doneStatus: DoneStatus.poseJumped })
    expect(bench.telemetry.x).toBeLessThan(x + 0.3)
    expect(Math.abs(bench.telemetry.y)).toBeLessThan(0.01)
    expect(bench.events).toContainEqual({ kind: 'nak', type: 0x12, reply: 'badRange' })
  })

  it('are for a controller that knows them', () => {
    const bench = new Bench().connect()
    expect(bench.session.placeOdometry({ ...origin, epoch: 0 })).toBeUndefined()
  })
})
