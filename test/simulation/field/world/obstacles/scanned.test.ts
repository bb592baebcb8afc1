import { describe, expect, it } from 'vitest'
import { m, ms } from '#base/units.js'
import type { Disc } from '#simulation/field/world/geometry.js'
import { VirtualScanner } from '#simulation/field/world/sensors/virtual-scanner.js'
import { benchmarkMap } from '../../../support/field.js'
import { packetsIn, raysIn, type ReadRay } from '../sensors/support/packets.js'
import { MIDDLE, point, walking, worldWith } from './support/encounter.js'

type At = (ms: number) => readonly Disc[]

/** What a scanner on a standing robot sends in so many ms, asked every `stepMs`. */
function sent(obstaclesAt: At | undefined, forMs: number, stepMs = 20): Uint8Array {
  const name = { seed: 3, field: 'bench', episode: 1 }
  const scanner = new VirtualScanner({
    map: benchmarkMap,
    name,
    poseNow: () => MIDDLE,
    ...(obstaclesAt && { obstaclesAt }),
  })
  for (let now = 0; now <= forMs; now += stepMs) scanner.advance(now)
  return scanner.read().bytes
}

const raysOf = (bytes: Uint8Array): readonly ReadRay[] => raysIn(packetsIn(bytes))
/** rays that end at something that is not there without the obstacles */
const onThem = (obstaclesAt: At, forMs: number): readonly ReadRay[] => {
  const bare = raysOf(sent(undefined, forMs))
  return raysOf(sent(obstaclesAt, forMs)).filter((ray, i) => {
    const without = bare[i]?.mm ?? 0
    return ray.mm > 0 && without > 0 && without - ray.mm > 200
  })
}
/** Of a bundle of rays: the outermost end somewhere between the leg and what is behind it. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** where the middle of the robot's body is */
const BODY = point(MIDDLE.x, MIDDLE.y + 0.2)
/** degrees clockwise, as the scanner counts, and metres from the middle of the body to something */
const seenFrom = ({ at: { x, y }, radius }: Disc): { readonly angle: number; readonly range: number } => ({
  angle: ((-Math.atan2(y - BODY.y, x - BODY.x) * 180) / Math.PI + 360) % 360,
  range: Math.hypot(x - BODY.x, y - BODY.y) - radius,
})

describe('the scanner of the virtual robot', () => {
  it('sends the same bytes as ever where nothing stands', () => {
    const without = sent(undefined, 3000)
    expect(without.length).toBeGreaterThan(50_000)
    expect(sent(() => [], 3000)).toEqual(without)
  })

  it('sees a leg in its direction and at its range, as well as an LD19 does', () => {
    for (const [x, y] of [
      [2.3, 0.8],
      [0.9, 1.7],
      [1.2, 0.4],
    ] as const) {
      const leg: Disc = { at: point(x, y), radius: m(0.055) }
      const rays = onThem(() => [leg], 1000)
      const { angle, range } = seenFrom(leg)
      expect(rays.length).toBeGreaterThan(50)
      // a bias of up to 30 mm and up to 1°; the sides of the leg are behind its front
      expect(Math.abs(median(rays.map((ray) => ray.angle)) - angle)).toBeLessThan(1.5)
      expect(Math.abs(median(rays.map((ray) => ray.mm / 1000)) - range)).toBeLessThan(0.05)
    }
  })

  it('sees both legs of a person where the world says that they are, and nobody who has left', () => {
    const waiting = walking([point(3, 0.6), point(0, 0.6)], {
      stands: { after: m(0.6), forMs: ms(2000) },
    })
    const world = worldWith({ walkers: [waiting] })
    const legs = world.obstaclesAt(2000)
    expect(legs).toHaveLength(2)
    const at = (t: number): readonly ReadRay[] =>
      onThem((at) => world.obstaclesAt(at), t).filter(({ us }) => us > 1000 * (t - 500))
    const rays = at(2500)
    for (const leg of legs) {
      const near = rays.filter((ray) => Math.abs(ray.angle - seenFrom(leg).angle) < 2)
      expect(near.length).toBeGreaterThan(20)
      expect(Math.abs(median(near.map((ray) => ray.mm / 1000)) - seenFrom(leg).range)).toBeLessThan(0.05)
    }
    expect(at(6000)).toEqual([])
  })

  it('looks at where legs are every 10 ms at least, however seldom it is asked', () => {
    for (const stepMs of [1, 20, 37, 100]) {
      const asked: number[] = []
      sent(
        (at) => {
          asked.push(at)
          return []
        },
        1000,
        stepMs,
      )
      const gaps = asked.slice(1).map((at, i) => at - (asked[i] ?? 0))
      expect(gaps.length).toBeGreaterThan(90)
      expect(Math.max(...gaps)).toBeLessThanOrEqual(10)
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0)
    }
  })
})
