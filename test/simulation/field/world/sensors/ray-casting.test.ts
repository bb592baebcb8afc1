import { describe, expect, it } from 'vitest'
import type { Point } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { defaultSite, type SiteMap } from '#base/site/site-map.js'
import { m } from '#base/units.js'
import { cast, grazes, sceneOf, type ScanObstacle } from '#simulation/field/world/sensors/ray-casting.js'
import { benchmarkMap } from '../../../support/field.js'

const point = (x: number, y: number): Point => ({ x: m(x), y: m(y) })
const somewhere = (rng: Rng): Point => point(6 * rng.next() - 3, 6 * rng.next() - 3)

const randomSite = (rng: Rng): SiteMap => ({
  boards: Array.from({ length: rng.int(6) }, () => ({ from: somewhere(rng), to: somewhere(rng) })),
  posts: Array.from({ length: rng.int(4) }, () => ({
    at: somewhere(rng),
    radius: m(0.05 + 0.4 * rng.next()),
  })),
})
const randomObstacles = (rng: Rng): ScanObstacle[] =>
  Array.from({ length: rng.int(4) }, () =>
    rng.chance(0.5)
      ? { kind: 'round', at: somewhere(rng), radius: m(0.05 + 0.3 * rng.next()) }
      : {
          kind: 'box',
          at: somewhere(rng),
          size: point(0.1 + rng.next(), 0.1 + rng.next()),
          yaw: 2 * Math.PI * rng.next(),
        },
  )

type Wall = readonly [Point, Point]

const cornersOf = ({ at, size, yaw }: ScanObstacle & { kind: 'box' }): Point[] =>
  (
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
  ).map(([right, up]) => {
    const [x, y] = [(right * size.x) / 2, (up * size.y) / 2]
    return point(at.x + Math.cos(yaw) * x - Math.sin(yaw) * y, at.y + Math.sin(yaw) * x + Math.cos(yaw) * y)
  })

/** Walks along the ray in steps of a millimetre until it is inside something round or on the other side of a wall. */
function walk(site: SiteMap, obstacles: readonly ScanObstacle[], from: Point, direction: number): number {
  const walls: Wall[] = [
    ...site.boards.map(({ from: a, to: b }): Wall => [a, b]),
    ...obstacles.flatMap((each) => {
      if (each.kind !== 'box') return []
      const corners = cornersOf(each)
      return corners.map((corner, i): Wall => [corner, corners[(i + 1) % 4] as Point])
    }),
  ]
  const round = [...site.posts, ...obstacles.flatMap((each) => (each.kind === 'round' ? [each] : []))]
  const inside = (at: Point): string =>
    round.map((each) => (Math.hypot(at.x - each.at.x, at.y - each.at.y) < each.radius ? 1 : 0)).join('')
  const outset = inside(from)
  let before = from
  for (let mm = 1; mm <= 9000; mm++) {
    const now = point(from.x + (Math.cos(direction) * mm) / 1000, from.y + (Math.sin(direction) * mm) / 1000)
    if (inside(now) !== outset || walls.some((wall) => crosses([before, now], wall))) return mm / 1000
    before = now
  }
  return Infinity
}

const side = ([a, b]: Wall, c: Point): number =>
  Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
const crosses = (a: Wall, b: Wall): boolean =>
  side(a, b[0]) !== side(a, b[1]) && side(b, a[0]) !== side(b, a[1])

describe('rays of the simulated scanner', () => {
  it('end where one who walks along them in steps of a millimetre ends, in 600 random surroundings', () => {
    const rng = stream('rays', 'walk')
    let hits = 0
    let differ = 0
    for (let i = 0; i < 600; i++) {
      const [site, obstacles] = [randomSite(rng), randomObstacles(rng)]
      const from = somewhere(rng)
      const direction = 2 * Math.PI * rng.next()
      const [ray, walked] = [
        cast(sceneOf(site, obstacles), from, direction),
        walk(site, obstacles, from, direction),
      ]
      const same = ray === walked || Math.abs(ray - walked) < 0.0011
      if (walked < Infinity) hits++
      if (!same) differ++
    }
    expect(hits).toBeGreaterThan(200)
    // one who walks in steps misses what is thinner than a step: a rim that is only just touched
    expect(differ).toBeLessThanOrEqual(2)
  })

  it('measure the boards, the doorway and the post of the default site', () => {
    const scene = sceneOf(defaultSite(benchmarkMap))
    const from = point(1, 1)
    expect(cast(scene, from, 0)).toBeCloseTo(2.05, 9)
    expect(cast(scene, from, Math.PI / 2)).toBeCloseTo(2 + 0.2 + 0.05 - 1, 9)
    expect(cast(scene, from, Math.PI)).toBeCloseTo(1.05, 9)
    // 0.3 m from the right corner there is a doorway 0.6 m wide
    const towards = (x: number, y: number): number => Math.atan2(y - from.y, x - from.x)
    expect(cast(scene, from, towards(2.1, -0.05))).toBeCloseTo(Math.hypot(1.1, 1.05), 9)
    expect(cast(scene, from, towards(2.45, -0.05))).toBe(Infinity)
    expect(cast(scene, from, towards(2.9, -0.05))).toBeCloseTo(Math.hypot(1.9, 1.05), 9)
    // the post is in the far left corner and touches both boards
    const post = point(-0.05 + 0.04, 2.25 - 0.04)
    expect(cast(scene, from, towards(post.x, post.y))).toBeCloseTo(
      Math.hypot(post.x - 1, post.y - 1) - 0.04,
      9,
    )
  })

  it('end at what is in front, behind nothing that is behind them', () => {
    const site: SiteMap = { boards: [{ from: point(2, -1), to: point(2, 1) }], posts: [] }
    const leg: ScanObstacle = { kind: 'round', at: point(1, 0), radius: m(0.055) }
    const behind: ScanObstacle = { kind: 'box', at: point(-1, 0), size: point(0.2, 0.2), yaw: 0 }
    expect(cast(sceneOf(site, [leg, behind]), point(0, 0), 0)).toBeCloseTo(0.945, 9)
    expect(cast(sceneOf(site, [behind]), point(0, 0), 0)).toBe(2)
    expect(cast(sceneOf(site, [behind]), point(0, 0), Math.PI)).toBeCloseTo(0.9, 9)
  })

  it('graze edges within half the width of their beam, and nothing else', () => {
    const scene = sceneOf({
      boards: [{ from: point(1, 0), to: point(1, 5) }],
      posts: [{ at: point(-2, 0), radius: m(0.1) }],
    })
    const half = 0.005
    const grazed = (degrees: number): boolean => grazes(scene, point(0, 0), (degrees * Math.PI) / 180, half)
    expect([-0.4, -0.2, 0, 0.2, 0.4].map(grazed)).toEqual([false, true, true, true, false])
    const rim = (Math.asin(0.1 / 2) * 180) / Math.PI
    expect([180, 180 + rim, 180 - rim, 180 + rim + 0.4, 180 + rim - 0.4].map(grazed)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
})
