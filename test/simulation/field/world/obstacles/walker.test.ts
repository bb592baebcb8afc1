import { describe, expect, it } from 'vitest'
import type { Point } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { ms } from '#base/units.js'
import { drawWalker, type WalkerRequest } from '#simulation/field/world/obstacles/drawn-walker.js'
import { Obstacles } from '#simulation/field/world/obstacles/obstacles.js'
import { legsAt, middleAt, type Walker } from '#simulation/field/world/obstacles/walker.js'
import { benchmarkMap } from '../../../support/field.js'
import { point, walking } from './support/encounter.js'

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
const BENT = [point(0, 1), point(1.3, 1), point(1.3, 0.1), point(2.4, 0.9), point(0.2, 0.95)]

/** m/s of each leg in each ms in which its owner is there before and after */
function legSpeeds(walker: Walker): readonly number[] {
  const speeds: number[] = []
  for (let t = Math.ceil(walker.startsMs); ; t++) {
    const [now, next] = [legsAt(walker, t), legsAt(walker, t + 1)]
    if (now === undefined || next === undefined) return speeds
    speeds.push(apart(now[0].at, next[0].at) * 1000, apart(now[1].at, next[1].at) * 1000)
  }
}

const drawn = (i: number, kind: WalkerRequest['kind'] = 'crosses', near = point(1.5, 1)): Walker =>
  drawWalker(stream('walkers', i), benchmarkMap, { kind, near, atMs: ms(9000) })

describe('a person who walks', () => {
  it('has legs that never move faster than three times as fast as the person, around bends as well', () => {
    const draw = stream('bent')
    const somewhere = (): Point => point(3 * draw.next(), 2 * draw.next())
    const ways = [BENT, ...Array.from({ length: 15 }, () => Array.from({ length: 6 }, somewhere))]
    let seen = 0
    for (const way of ways) {
      const speeds = legSpeeds(walking(way, { speed: 1.2 }))
      seen += speeds.length
      expect(Math.max(...speeds)).toBeLessThanOrEqual(3 * 1.2)
    }
    expect(seen).toBeGreaterThan(100_000)
    expect(Math.max(...legSpeeds(walking(BENT.slice(0, 2))))).toBeCloseTo(2.5, 2)
  })

  it('always stands on one leg at least, and on each in turn', () => {
    const speeds = legSpeeds(walking(BENT))
    const pairs = Array.from({ length: speeds.length / 2 }, (_, i) => speeds.slice(2 * i, 2 * i + 2))
    // in the ms of the change the one lands and the other one leaves, both hardly moving
    expect(pairs.filter((pair) => Math.min(...pair) > 0.02)).toEqual([])
    const stands = (side: 0 | 1): number => pairs.filter((pair) => (pair[side] ?? 1) < 1e-6).length
    expect(stands(0) / pairs.length).toBeCloseTo(0.5, 1)
    expect(stands(1) / pairs.length).toBeCloseTo(0.5, 1)
  })

  it('moves with the middle of the body at one speed, between the legs and hardly more than half a step from them', () => {
    const walker = walking([point(0, 1), point(3, 1)], { speed: 0.8, startsMs: ms(500) })
    for (let t = 500; t < 4200; t += 7) {
      const [left, right] = legsAt(walker, t) ?? []
      const middle = middleAt(walker, t)
      expect(middle?.x).toBeCloseTo(0.0008 * (t - 500), 9)
      expect([left?.at.y, right?.at.y]).toEqual([1.1, 0.9])
      for (const leg of [left, right])
        // a leg that begins or ends its swing is slower than its owner, and so 4 % of a step more behind or ahead
        expect(Math.abs((leg?.at.x ?? 9) - (middle?.x ?? 0))).toBeLessThan(0.3 + 0.04 * 0.6 + 1e-6)
    }
  })

  it('is nowhere before the beginning and after the end of the way, and the same whenever asked', () => {
    const walker = walking([point(0, 1), point(2, 1)], { startsMs: ms(1000) })
    expect([999, 3000, 9e6].map((t) => legsAt(walker, t))).toEqual([undefined, undefined, undefined])
    expect([1000, 2999].map((t) => legsAt(walker, t) === undefined)).toEqual([false, false])
    const times = Array.from({ length: 200 }, (_, i) => 1000 + 10 * i)
    const there = times.map((t) => legsAt(walker, t))
    expect(times.toReversed().map((t) => legsAt(walker, t))).toEqual(there.toReversed())
  })
})

describe('a drawn person', () => {
  it('walks from border to border, past the place at the time, at up to 1.2 m/s', () => {
    const onBorder = ({ x, y }: Point): boolean =>
      [x, x - 3, y, y - 2.2].some((off) => Math.abs(off) < 1e-9) && x > -1e-9 && x < 3 + 1e-9
    const walkers = Array.from({ length: 200 }, (_, i) => drawn(i))
    for (const walker of walkers) {
      expect(walker.way.filter(onBorder)).toHaveLength(2)
      expect(apart(middleAt(walker, 9000) ?? point(9, 9), point(1.5, 1))).toBeLessThanOrEqual(0.2)
    }
    const speeds = walkers.map(({ speed }) => speed)
    expect(Math.min(...speeds)).toBeGreaterThanOrEqual(0.5)
    expect(Math.max(...speeds)).toBeLessThanOrEqual(1.2)
    expect(Math.max(...speeds) - Math.min(...speeds)).toBeGreaterThan(0.6)
    expect(drawn(3)).toEqual(walkers[3])
  })

  it('of the other kind stands there for some seconds with both feet side by side, and goes on', () => {
    for (let i = 0; i < 20; i++) {
      const walker = drawn(i, 'stands')
      const until = 9000 + (walker.stands?.forMs ?? 0)
      expect(until).toBeGreaterThanOrEqual(11_000)
      expect(until).toBeLessThanOrEqual(19_000)
      const [left, right] = legsAt(walker, 9001) ?? []
      expect(apart(left?.at ?? point(0, 0), right?.at ?? point(0, 0))).toBeCloseTo(0.2, 6)
      expect(legsAt(walker, until - 1)).toEqual([left, right])
      expect(legsAt(walker, until + 300)).not.toEqual([left, right])
      expect(Math.max(...legSpeeds(walker))).toBeLessThanOrEqual(3 * walker.speed)
    }
  })

  it('is never inside the boards, nor beyond them', () => {
    let seen = 0
    for (let i = 0; i < 40; i++) {
      const near = point(0.1 * i - 0.5, 0.1 * (i % 25))
      const walker = drawn(i, i % 2 === 0 ? 'crosses' : 'stands', near)
      const world = new Obstacles({ walkers: [walker] }, benchmarkMap)
      for (let t = 0; t < 20_000; t += 20)
        for (const { at, radius } of world.at(t)) {
          seen++
          const free = Math.min(at.x + 0.05, 3.05 - at.x, at.y + 0.05, 2.25 - at.y)
          expect(free).toBeGreaterThanOrEqual(radius)
        }
    }
    expect(seen).toBeGreaterThan(5000)
    const beyond = walking([point(-1, 1), point(4, 1)])
    const passing = new Obstacles({ walkers: [beyond] }, benchmarkMap)
    expect([500, 2500, 4800].map((t) => passing.at(t).length)).toEqual([0, 2, 0])
  })
})
