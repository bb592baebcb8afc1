import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { rad } from '#base/units.js'
import { PoseFilter } from '#localisation/filter/ekf.js'
import { FILTER_PARAMETERS } from '#localisation/filter/parameters.js'
import type { OdometryStep, PoseEstimate, PoseFix, PoseSourceId } from '#localisation/ports.js'
import { relativeDifference } from './support/compare.js'
import { fix, fixAt, pose, randomLegs, ride, STEP_US, SURE } from './support/ride.js'

const SOURCES: readonly PoseSourceId[] = ['lidar', 'tags-mast', 'tags-robot']

/** A fix and when it arrives. */
interface Arrival {
  readonly fix: PoseFix
  readonly atUs: number
}

/** Steps and fixes for one run: fixes for any moment within steps, some of them of one moment, some of them wrong. */
function drawn(rng: Rng): { steps: readonly OdometryStep[]; fixes: readonly PoseFix[]; start: Pose } {
  const start = pose(1, 1, 6 * (rng.next() - 0.5))
  const { steps, truth } = ride(rng, FILTER_PARAMETERS, randomLegs(rng), start)
  const fixes = steps.slice(5).flatMap((step, i): PoseFix[] => {
    if (!rng.chance(0.15)) return []
    const near = truth[i + 5] as Pose
    const tUs = rng.chance(0.2) ? step.tUs : step.tUs - rng.int(STEP_US)
    const right = fixAt(rng, near, tUs, rng.pick(SOURCES))
    const wrong = { ...right, pose: pose(near.x + 0.3, near.y, near.theta) }
    return rng.chance(0.1)
      ? [right, { ...fixAt(rng, near, tUs, 'lidar') }]
      : [rng.chance(0.1) ? wrong : right]
  })
  return { steps, fixes, start }
}

function played(steps: readonly OdometryStep[], arrivals: readonly Arrival[], start: Pose): PoseEstimate {
  const filter = new PoseFilter()
  filter.place(start, SURE)
  let next = 0
  const inOrder = [...arrivals].sort((a, b) => a.atUs - b.atUs)
  for (const step of steps) {
    filter.odometry(step)
    for (; (inOrder[next]?.atUs ?? Infinity) <= step.tUs; next++) filter.fix((inOrder[next] as Arrival).fix)
  }
  for (; next < inOrder.length; next++) filter.fix((inOrder[next] as Arrival).fix)
  return filter.estimate()
}

const numbers = ({
  tUs,
  pose: { x, y, theta },
  covariance: { xx, xy, xt, yy, yt, tt },
}: PoseEstimate): number[] => [tUs, x, y, theta, xx, xy, xt, yy, yt, tt]

describe('fixes that arrive late', () => {
  it('make the estimate that they make in order of time, in any order of arrival within 1.4 s', () => {
    let fixesSeen = 0
    for (let run = 0; run < 30; run++) {
      const rng = stream('late', run)
      const { steps, fixes, start } = drawn(rng)
      const ordered = played(
        steps,
        fixes.map((each) => ({ fix: each, atUs: each.tUs })),
        start,
      )
      const late = fixes.map((each) => ({ fix: each, atUs: each.tUs + rng.int(1_400_000) }))
      const mixed = played(steps, late, start)
      expect(relativeDifference(numbers(mixed), numbers(ordered))).toBeLessThan(1e-9)
      expect(mixed.quality).toBe(ordered.quality)
      fixesSeen += fixes.length
    }
    expect(fixesSeen).toBeGreaterThan(1000)
  })

  it('differ from fixes that never arrive, and from fixes taken for fresh ones', () => {
    const { steps, fixes, start } = drawn(stream('late', 'control'))
    const ordered = numbers(
      played(
        steps,
        fixes.map((each) => ({ fix: each, atUs: each.tUs })),
        start,
      ),
    )
    const fresh = fixes.map((each) => ({
      fix: { ...each, tUs: each.tUs + 200_000 },
      atUs: each.tUs + 200_000,
    }))
    expect(relativeDifference(numbers(played(steps, [], start)), ordered)).toBeGreaterThan(1e-3)
    expect(relativeDifference(numbers(played(steps, fresh, start)), ordered)).toBeGreaterThan(1e-3)
  })

  it('judge again what was rejected before them', () => {
    const displaced = pose(0.06, 0, 0)
    const vague = { xx: 1e-3, xy: 0, xt: 0, yy: 1e-3, yt: 0, tt: 1e-3 }
    const filter = standing(50, vague)
    // accepted at 0.9 s, the first fix makes the second a contradiction, until one for 0.5 s says the same as that
    expect(filter.fix(fix(pose(0, 0, 0), 900_000)).kind).toBe('accepted')
    expect(filter.fix(fix(displaced, 950_000)).kind).toBe('rejected')
    expect(filter.fix(fix(displaced, 500_000, 'tags-mast')).kind).toBe('accepted')
    expect(filter.estimate().pose.x).toBeCloseTo(0.06, 2)
  })
})

/** A robot that was placed at the origin and has stood for so many steps. */
function standing(steps: number, covariance = SURE): PoseFilter {
  const filter = new PoseFilter()
  filter.place(pose(0, 0, 0), covariance)
  for (let i = 1; i <= steps; i++) filter.odometry(still(i * STEP_US))
  return filter
}

const still = (tUs: number): OdometryStep => ({
  tUs,
  dtUs: STEP_US,
  turn: [rad(0), rad(0), rad(0)],
  standing: true,
})

describe('fixes outside the ring', () => {
  it('are too old before the robot is placed, and for moments before that', () => {
    const filter = new PoseFilter()
    filter.odometry(still(STEP_US))
    expect(filter.fix(fix(pose(0, 0, 0), STEP_US))).toEqual({ kind: 'too-old' })
    filter.place(pose(0, 0, 0), SURE)
    filter.odometry(still(2 * STEP_US))
    expect(filter.fix(fix(pose(0, 0, 0), STEP_US))).toEqual({ kind: 'too-old' })
    expect(filter.fix(fix(pose(0, 0, 0), STEP_US + 1)).kind).toBe('accepted')
  })

  it('are too old after 1.5 s, and ahead beyond 5 ms, and change nothing', () => {
    const filter = standing(200)
    const before = filter.estimate()
    expect(filter.fix(fix(pose(0.01, 0, 0), 4_000_000 - 1_520_001))).toEqual({ kind: 'too-old' })
    expect(filter.fix(fix(pose(0.01, 0, 0), 4_005_001))).toEqual({ kind: 'ahead' })
    expect(filter.fix(fix(pose(0.01, 0, 0), NaN))).toEqual({ kind: 'too-old' })
    expect(filter.estimate()).toEqual(before)
    expect(filter.fix(fix(pose(0.01, 0, 0), 4_000_000 - 1_500_000)).kind).toBe('accepted')
  })

  it('count from the next step on if they lie up to 5 ms ahead, as if they had come after it', () => {
    const early = standing(200)
    expect(early.fix(fix(pose(0.01, 0, 0), 4_004_000)).kind).toBe('accepted')
    expect(early.estimate().pose.x).toBe(0)
    early.odometry(still(4_020_000))
    const after = standing(201)
    after.fix(fix(pose(0.01, 0, 0), 4_004_000))
    expect(early.estimate()).toEqual(after.estimate())
    expect(early.estimate().pose.x).toBeGreaterThan(0.001)
  })

  it('are bounded: of a source gone mad only so many are kept', () => {
    const filter = standing(60)
    const kinds = Array.from({ length: 300 }, () => filter.fix(fix(pose(0, 0, 0), 1_150_000)).kind)
    expect(kinds.filter((kind) => kind === 'accepted')).toHaveLength(101)
    expect(kinds.at(-1)).toBe('too-old')
    const ahead = Array.from({ length: 100 }, () => filter.fix(fix(pose(0, 0, 0), 1_203_000)).kind)
    expect(ahead.filter((kind) => kind === 'accepted')).toHaveLength(20)
    expect(ahead.at(-1)).toBe('ahead')
    filter.odometry(still(1_220_000))
    expect(filter.estimate().quality).toBe('tracking')
  })

  it('refuse no step but one out of order, without duration or without numbers', () => {
    const filter = standing(10)
    const before = filter.estimate()
    for (const wrong of [
      still(200_000),
      still(100_000),
      { ...still(220_000), dtUs: 0 },
      { ...still(220_000), turn: [rad(NaN), rad(0), rad(0)] as const },
      { ...still(220_000), yaw: rad(Infinity) },
    ])
      expect(() => filter.odometry(wrong)).toThrow(RangeError)
    expect(filter.estimate()).toEqual(before)
  })
})
