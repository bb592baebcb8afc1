import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { poseAt } from '../../../localisation/scan/support/ray-caster.js'
import { meet, type Course, type Encounter } from './support/encounter.js'
import { pose } from './support/quarters.js'

type Walk = Pick<Encounter, 'twistAt' | 'discAt' | 'untilUs'>

/** A foot of somebody who walks straight to where the robot will be in 2 s or so, from any side, at 1.2 m/s. */
function walkInto(rng: Rng, radius: number): Walk {
  const [towards, speed] = [2 * Math.PI * rng.next(), 0.3 + 0.3 * rng.next()]
  const w = rng.chance(0.3) ? 0.6 * (2 * rng.next() - 1) : 0
  const twist = { vx: speed * Math.cos(towards), vy: speed * Math.sin(towards), w }
  const meetS = 2 + rng.next()
  const there = poseAt(pose(0, 0, 0), twist, meetS)
  const [from, beside] = [2 * Math.PI * rng.next(), 0.15 * rng.normal()]
  const [cos, sin] = [Math.cos(from), Math.sin(from)]
  const begins = rng.next()
  return {
    twistAt: () => twist,
    discAt: (tUs) => {
      const before = 1.2 * (meetS - tUs / 1e6) - lead(tUs / 1e6 / STEP_S + begins)
      return { x: there.x + cos * before - sin * beside, y: there.y + sin * before + cos * beside, radius }
    },
    untilUs: (meetS + 0.8) * 1e6,
  }
}

/** seconds that a step of 0.69 m takes at 1.2 m/s */
const STEP_S = 0.575

/** How far the foot in front is ahead of the body, metres: it swings for half of each step, and then it stands. */
function lead(steps: number): number {
  const share = steps - Math.floor(steps)
  return 0.345 * (share < 0.5 ? 2 * share : 2 - 2 * share)
}

const touched = (courses: readonly Course[]): number[] => courses.flatMap(({ contact }) => contact ?? [])

function walks(
  name: string,
  count: number,
  rest: Pick<Encounter, 'guarded' | 'knows' | 'reaction'>,
): Course[] {
  const rng = stream(name)
  return Array.from({ length: count }, (_, i) =>
    meet({ ...walkInto(rng, i % 2 === 0 ? 0.055 : 0.15), ...rest }, rng),
  )
}

describe('somebody who walks into the robot at 1.2 m/s', () => {
  it('touches a robot that stands: 1,000 walks from all sides; without the guard most are hit by it', () => {
    const guarded = walks('walks', 1000, { guarded: true })
    const control = walks('walks', 1000, { guarded: false })
    const [speeds, hits] = [touched(guarded), touched(control).filter((speed) => speed > 0.05)]
    const fastest = Math.max(0, ...speeds)
    console.log(
      `walks: ${speeds.length} of 1000 touch, the robot at most at ${fastest.toFixed(3)} m/s, ` +
        `${speeds.filter((speed) => speed > 0).length} while it moves; without the guard ${hits.length} are hit`,
    )
    expect(hits.length).toBeGreaterThan(500)
    expect(speeds.length).toBeGreaterThan(100)
    expect(fastest).toBeLessThanOrEqual(0.05)
  })

  it('would be hit by a guard that takes the wheels to brake at once', () => {
    const speeds = touched(walks('walks', 100, { guarded: true, reaction: 0 }))
    expect(speeds.filter((speed) => speed > 0.05).length).toBeGreaterThan(5)
  })

  it.each(['wheels', 'nothing'] as const)('does so, too, when the robot knows of its pose: %s', (knows) => {
    const speeds = touched(walks(`walks by ${knows}`, 200, { guarded: true, knows }))
    expect(speeds.length).toBeGreaterThan(20)
    expect(Math.max(...speeds)).toBeLessThanOrEqual(0.05)
  })
})

describe('something that stands in the way', () => {
  it('is not touched, and the robot may leave it, from any side', () => {
    const rng = stream('stands')
    const nearest: number[] = []
    for (let i = 0; i < 100; i++) {
      const [towards, speed] = [2 * Math.PI * rng.next(), 0.2 + 0.4 * rng.next()]
      const [vx, vy] = [speed * Math.cos(towards), speed * Math.sin(towards)]
      const beside = 0.1 * (2 * rng.next() - 1)
      const [far, turnUs] = [1.4, (2.2 / speed) * 1e6 + 14e6]
      const disc = {
        x: far * Math.cos(towards) - beside * Math.sin(towards),
        y: far * Math.sin(towards) + beside * Math.cos(towards),
        radius: 0.055,
      }
      const course = meet(
        {
          twistAt: (tUs) => (tUs < turnUs ? { vx, vy, w: 0 } : { vx: -vx, vy: -vy, w: 0 }),
          discAt: () => disc,
          untilUs: turnUs + 6e6,
          guarded: true,
        },
        rng,
      )
      nearest.push(course.nearest)
      expect(course.contact).toBeUndefined()
      const before = course.moments.filter(({ tUs }) => tUs < turnUs && tUs > turnUs - 500_000)
      expect(Math.max(...before.map(({ speed: at }) => at))).toBeLessThan(0.05)
      expect(before.at(-1)?.answer).toMatchObject({
        share: expect.closeTo(0, 1) as number,
        obstruction: { by: 'object' },
      })
      const leaving = course.moments.filter(({ tUs }) => tUs > turnUs)
      expect(Math.max(...leaving.map(({ speed: at }) => at))).toBeGreaterThan(0.9 * speed)
    }
    console.log(
      `stands: the robot stops ${Math.min(...nearest).toFixed(3)} to ${Math.max(...nearest).toFixed(3)} m off`,
    )
    expect(Math.min(...nearest)).toBeGreaterThan(0.05)
    expect(Math.max(...nearest)).toBeLessThan(0.2)
  })
})
