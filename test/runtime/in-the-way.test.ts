import { describe, expect, it } from 'vitest'
import { m, ms } from '#base/units.js'
import { stream } from '#base/random.js'
import { readLibrary } from '#app/policy.js'
import type { Feedback } from '#robots/skills/host.js'
import type { ObstaclePlan } from '#simulation/field/world/obstacles/obstacles.js'
import { drawWalker } from '#simulation/field/world/obstacles/drawn-walker.js'
import { playOnFloor } from '#lab/bench/floor/play-on-floor.js'
import { shippedField } from '../forecast/support/plans.js'
import { silentFrom } from './support/silent-scanner.js'

const field = shippedField('F1')
const library = readLibrary()
const THERE_AND_BACK = '<Sequence><MoveToZone zone="8"/><MoveToZone zone="1"/></Sequence>'

interface Walk {
  readonly obstacles: ObstaclePlan
  readonly seed?: number
  readonly silentMs?: number
  readonly monitorsObstacles?: boolean
}

/** Drives across the field and back, past whoever is there. */
async function drive({ obstacles, seed = 1, silentMs = Infinity, monitorsObstacles: looks = true }: Walk) {
  const path: { ms: number; x: number; y: number; scale: number }[] = []
  const feedback: Feedback[] = []
  const { world, end } = await playOnFloor({
    ...{ setup: field, library, seed, obstacles, looks, nodes: THERE_AND_BACK },
    around: (body) => silentFrom(silentMs, body),
    onTurn: (ms, { world, parts }) => {
      const { x, y } = world.scene().robot.pose
      path.push({ ms, x, y, scale: Math.floor(1000 * (parts.corrector?.isInTheWay.share ?? 1)) })
    },
    listen: (event) => {
      if (event.kind === 'feedback') feedback.push(event.feedback)
    },
  })
  return { seconds: end.seconds, path, contacts: world.contacts(), feedback }
}

describe('a robot with a laser scanner, and what is in its way', () => {
  it('is never held where nothing is', async () => {
    const { path } = await drive({ obstacles: {} })
    expect(path.length).toBeGreaterThan(300)
    const held = path.filter(({ scale, ms: t }) => scale < 1000 && t > 700)
    expect(held).toEqual([])
  })

  it('stops before what stands, waits, and says then what is there', async () => {
    const plan = { objects: [{ at: { x: m(1.5), y: m(1) }, radius: m(0.1) }] }
    const { contacts, path, feedback } = await drive({ obstacles: plan })
    expect(contacts).toEqual([])
    expect(feedback.map(({ kind }) => kind)).toEqual(['exec_fail'])
    expect(feedback[0]?.text).toMatch(
      /something was in the way, .* \(something that stands near \(1\.[34]\d, (0\.9|1\.0)\d\)\)$/,
    )
    const stands = path.findLast(({ scale }) => scale > 0)
    // held for 10 s, and not given up before by the time that a drive may take
    expect(Number(path.at(-1)?.ms) - Number(stands?.ms)).toBeGreaterThan(10_000)
  })

  it('stands as soon as the scanner says nothing any more', async () => {
    const { path, feedback } = await drive({ obstacles: {}, silentMs: 2000 })
    const late = path.filter(({ ms: t }) => t > 2000 + 150 + 40 + 400)
    expect(late.length).toBeGreaterThan(200)
    const [first, last] = [late[0], late.at(-1)]
    expect(Math.hypot(Number(last?.x) - Number(first?.x), Number(last?.y) - Number(first?.y))).toBeLessThan(
      0.005,
    )
    expect(feedback[0]?.text).toContain('(the laser scanner says nothing of it)')
  })

  it('touches nobody who walks', async () => {
    let [guarded, unguarded] = [0, 0]
    for (let seed = 1; seed <= 6; seed++) {
      const rng = stream(seed, 'walker')
      const walker = drawWalker(rng, field.map, {
        kind: 'crosses',
        near: { x: m(1.5), y: m(1.0) },
        atMs: ms(2500 + 1000 * rng.next()),
      })
      const obstacles = { walkers: [walker] }
      const hits = async (monitorsObstacles: boolean): Promise<number> =>
        (await drive({ obstacles, seed, monitorsObstacles })).contacts.filter(({ speed }) => speed > 0.05)
          .length
      guarded += await hits(true)
      unguarded += await hits(false)
    }
    expect({ guarded, unguarded }).toEqual({ guarded: 0, unguarded: 3 })
  })
})
