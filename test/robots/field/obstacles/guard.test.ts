import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { stream } from '#base/random.js'
import type { SiteMap } from '#base/site/site-map.js'
import { m, rad } from '#base/units.js'
import type { LaserScan } from '#localisation/ports.js'
import { ObstacleGuard, type GuardAnswer } from '#robots/field/obstacles/guard.js'
import { SITE } from '../../../localisation/scan/support/survey.js'
import { pose, turnOf, type Disc } from './support/quarters.js'

const HERE = pose(1.5, 1.1, 0)
const SURE = { xx: 1e-5, xy: 0, xt: 0, yy: 1e-5, yt: 0, tt: 1e-5 }
const ahead = { vx: 0, vy: -0.6, w: 0 }
const TURN_US = 100_000
const OPEN: SiteMap = { boards: [], posts: [] }

/** A robot that stands in the open, and a guard that looks at what is around it. */
function watched({ knows = true, site = OPEN }: { knows?: boolean; site?: SiteMap } = {}) {
  const guard = new ObstacleGuard({ site })
  const rng = stream('guard')
  const where = {
    bodyAt: (): Pose | undefined => (knows ? HERE : undefined),
    covariance: knows ? SURE : undefined,
  }
  let nowUs = 0
  const decide = (twist = ahead): GuardAnswer | 'silent' =>
    guard.decide({ nowUs, twist, body: knows ? HERE : undefined })
  /** for some turns of the scanner; at the end of each of their quarters what the guard says */
  const turns = (
    count: number,
    discs: readonly Disc[] = [],
    change = (scan: LaserScan, _i: number) => scan,
  ) =>
    Array.from({ length: count }, () => turnOf(nowUs, { body: HERE, discs }, rng))
      .flatMap((scans, turn) => scans.map((scan, i) => ({ ...scan, ...later(scan, turn), i: 4 * turn + i })))
      .map((scan) => {
        guard.look(change(scan, scan.i), where)
        nowUs = scan.endUs + 4000
        return decide()
      })
  const later = ({ startUs, endUs }: LaserScan, turn: number) => ({
    startUs: startUs + turn * TURN_US,
    endUs: endUs + turn * TURN_US,
  })
  const wait = (us: number): void => void (nowUs += us)
  return { guard, turns, wait, decide, now: () => nowUs }
}

const shares = (answers: readonly (GuardAnswer | 'silent')[]): number[] =>
  answers.map((answer) => (answer === 'silent' ? -1 : answer.share))
const leg = (x: number, y: number): Disc => ({ x: HERE.x + x, y: HERE.y + y, radius: 0.055 })

describe('the obstacle guard', () => {
  it('is silent until it has looked all around, and when its newest look is old; then it begins anew', () => {
    const { turns, wait, decide } = watched()
    const begins = shares(turns(5))
    expect(begins.slice(0, 3)).toEqual([-1, -1, -1])
    expect(begins.slice(3, 14)).toEqual(Array.from({ length: 11 }, () => 0))
    expect(begins.at(-1)).toBe(1)
    wait(145_000)
    expect(decide()).toEqual({ share: 1, masked: false })
    wait(2_000)
    expect(decide()).toBe('silent')
    expect(watched().decide()).toBe('silent')
    expect(shares(turns(1)).at(-1)).toBe(0)
  })

  it('stops at once for what is new, says since when, and calls it an object when it has stood for longer than people do', () => {
    const { turns } = watched()
    turns(10)
    const answers = turns(65, [leg(0, -0.5)])
    expect(shares(answers).filter((share) => share === 1).length).toBeLessThan(4)
    const [early, late] = [answers[200], answers.at(-1)]
    expect(early).toMatchObject({ obstruction: { by: 'walker' } })
    expect(late).toMatchObject({ obstruction: { by: 'object' } })
    const sinceOf = (answer = answers[0]) => (answer === 'silent' ? undefined : answer?.obstruction?.since)
    expect(sinceOf(late)).toBe(sinceOf(early))
    expect(sinceOf(late)).toBeGreaterThanOrEqual(1000)
    expect(sinceOf(late)).toBeLessThan(1110)
    const at = late === 'silent' ? undefined : late?.obstruction?.at
    expect(at?.x).toBeCloseTo(1.5, 1)
    expect(at?.y).toBeCloseTo(1.1 - 0.5 + 0.055, 1)
  })

  it('lets the robot go on 0.3 s after the way has become free, not earlier', () => {
    const { turns } = watched()
    turns(5)
    expect(shares(turns(3, [leg(0.5, 0)])).at(-1)).toBeLessThan(0.01)
    const after = shares(turns(6))
    const free = after.findIndex((share) => share === 1)
    // one turn until nothing is seen there any more, and three
    expect(free).toBeGreaterThanOrEqual(12)
    expect(free).toBeLessThanOrEqual(16)
    expect(after.slice(0, free).every((share) => share < 1)).toBe(true)
  })

  it('does not care for single wrong rays, unless there are three right at the hull', () => {
    const wrong = (rays: number, range: number, every: number) => {
      const { turns } = watched()
      turns(5)
      const answers = turns(8, [], (scan, i) => ({
        ...scan,
        ranges: scan.ranges.map((was, ray) =>
          i % every === 0 && ray >= 50 && ray < 50 + rays ? m(range) : was,
        ),
      }))
      return Math.min(...shares(answers))
    }
    expect(wrong(2, 0.6, 4)).toBe(1)
    expect(wrong(5, 0.6, 8)).toBe(1)
    expect(wrong(3, 0.6, 4)).toBeLessThan(1)
    expect(wrong(6, 0.6, 8)).toBeLessThan(1)
    expect(wrong(2, 0.28, 4)).toBe(1)
    expect(wrong(3, 0.28, 8)).toBe(0)
  })

  it('counts the site itself when it does not know where it is', () => {
    const close = [...Array(40).keys()].map((i) => leg(-0.6 + 0.03 * i, -0.5))
    const [known, unknown] = [true, false].map((knows) => {
      const { turns } = watched({ knows, site: SITE })
      return turns(65, close).at(-1)
    })
    expect(known).toMatchObject({ obstruction: { by: 'object' } })
    expect(unknown).toMatchObject({ obstruction: { by: 'walker' } })
  })

  it('lets a robot creep where a part of it hides the way', () => {
    const blind = [{ from: rad(-1.7), to: rad(-1.4) }]
    const guard = new ObstacleGuard({ site: { boards: [], posts: [] }, blind })
    const rng = stream('blind')
    let answer: GuardAnswer | 'silent' = 'silent'
    for (let turn = 0; turn < 5; turn++)
      for (const scan of turnOf(turn * TURN_US, { body: HERE, discs: [] }, rng)) {
        guard.look(scan, { bodyAt: () => HERE, covariance: SURE })
        answer = guard.decide({ nowUs: scan.endUs, twist: ahead, body: HERE })
      }
    expect(answer).toEqual({ share: expect.closeTo(1 / 6, 9) as number, masked: true })
  })

  it('never throws and always answers 0…1, whatever it is given', () => {
    const odd = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, 0, -1, 1e300))
    const scan = fc.record({
      startUs: fc.oneof(odd, fc.constant(0)),
      endUs: fc.oneof(odd, fc.constant(100_000)),
      angles: fc.array(odd.map(rad)),
      ranges: fc.array(odd.map(m)),
      offsetsUs: fc.array(odd),
    })
    const twist = fc.record({ vx: odd, vy: odd, w: odd })
    const somewhere = fc.option(fc.record({ x: odd.map(m), y: odd.map(m), theta: odd.map(rad) }), {
      nil: undefined,
    })
    fc.assert(
      fc.property(fc.array(scan), twist, somewhere, odd, (scans, motion, body, late) => {
        const { guard, turns, now } = watched()
        turns(2, [leg(0.5, 0)])
        for (const each of scans) guard.look(each, { bodyAt: () => body, covariance: { ...SURE, tt: late } })
        for (const nowUs of [now(), late]) {
          const answer = guard.decide({ nowUs, twist: motion, body })
          expect(answer === 'silent' || (answer.share >= 0 && answer.share <= 1)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})
