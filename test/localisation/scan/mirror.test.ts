import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { m, rad } from '#base/units.js'
import { matchScan } from '#localisation/scan/match.js'
import { looksMirrored } from '#localisation/scan/mirror.js'
import { CENTRED, mirroredScan, scanOf } from './support/ray-caster.js'
import { cheapErrors, errorOf, nearBy, NEXT_ROOM, SITE, somewhere, SYMMETRIC } from './support/survey.js'

/** What became of mirrored scans and of right ones. */
interface Counts {
  refused: number
  seen: number
  accepted: string[]
  suspected: number
}

describe('a scanner whose angles have the wrong sign', () => {
  it('is refused or seen through from wherever its scans are taken, a right one is never suspected', () => {
    const counts = countsOf(500, stream('mirrored'), (rng) => somewhere(rng))
    expect(counts).toMatchObject({ accepted: [], suspected: 0 })
    expect(counts.refused + counts.seen).toBe(500)
  })

  it('is so also on the axes of the boards, where only the doorway differs', () => {
    const counts = countsOf(300, stream('axes'), onAnAxis)
    expect(counts).toMatchObject({ accepted: [], suspected: 0 })
    expect(counts.refused + counts.seen).toBe(300)
    expect(counts.seen).toBeGreaterThan(100)
  })

  it('cannot be told from a right one where nothing differs', () => {
    const rng = stream('nothing differs')
    const pose = { x: m(0.9), y: m(1.1), theta: rad(0) }
    const scan = mirroredScan(scanOf({ site: SYMMETRIC }, { pose, errors: cheapErrors(rng) }, rng))
    const input = { scan, site: SYMMETRIC, prior: nearBy(pose, rng), mounting: CENTRED }
    expect(looksMirrored(input)).toBe(false)
    expect(matchScan(input)).toMatchObject({ kind: 'matched' })
  })
})

function countsOf(count: number, rng: Rng, poseOf: (rng: Rng) => Pose): Counts {
  const counts: Counts = { refused: 0, seen: 0, accepted: [], suspected: 0 }
  for (let i = 0; i < count; i++) {
    const pose = poseOf(rng)
    const walls = rng.chance(0.5) ? NEXT_ROOM : []
    const right = scanOf({ site: SITE, walls }, { pose, errors: cheapErrors(rng) }, rng)
    const input = { site: SITE, prior: nearBy(pose, rng), mounting: CENTRED }
    if (looksMirrored({ ...input, scan: right })) counts.suspected++
    const wrong = { ...input, scan: mirroredScan(right) }
    const match = matchScan(wrong)
    if (looksMirrored(wrong)) counts.seen++
    else if (match.kind === 'unmatched') counts.refused++
    else counts.accepted.push(`${JSON.stringify(pose)} ${JSON.stringify(errorOf(match.fix.pose, pose))}`)
  }
  return counts
}

/** On a line about which the boards are symmetric, looking along it or across. */
function onAnAxis(rng: Rng): Pose {
  const quarter = rad((rng.int(4) * Math.PI) / 2)
  const { x, y } = somewhere(rng)
  return rng.chance(0.5) ? { x, y: m(1.1), theta: quarter } : { x: m(1.5), y, theta: quarter }
}
