import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import type { SiteMap } from '#base/site/site-map.js'
import { m, rad } from '#base/units.js'
import { PoseFinder } from '#localisation/search/search.js'
import { CENTRED, mirroredScan, scanOf, type Scene } from '../scan/support/ray-caster.js'
import { cheapErrors, clutter, CORRIDOR, degrees, errorOf } from '../scan/support/survey.js'
import { NEXT_ROOM, SITE, somewhere, SYMMETRIC } from '../scan/support/survey.js'

const finder = new PoseFinder(SITE)
type SearchResult = NonNullable<ReturnType<ReturnType<PoseFinder['search']>['advance']>>
type LaserScan = ReturnType<typeof scanOf>

describe('a robot that was put somewhere else', () => {
  it('is found or says that two places look alike, never one that is wrong: 500 poses', () => {
    const counts = kidnap(500, stream('kidnapped'), (_, rng) => (rng.chance(0.5) ? { walls: NEXT_ROOM } : {}))
    expect(counts).toMatchObject({ wrong: [], alikeButNotHere: 0 })
    expect(counts.right).toBeGreaterThan(300)
    expect(counts.right + counts.alike + counts.nothing).toBe(500)
    expect(counts.nothing).toBeLessThan(15)
  })

  it('is never found where it is not among legs and boxes', () => {
    const counts = kidnap(100, stream('cluttered'), (pose, rng) => clutter(pose, 0.3, rng))
    expect(counts.wrong).toEqual([])
    expect(counts.right).toBeGreaterThan(15)
    expect(counts.right + counts.alike).toBeGreaterThan(75)
  })

  it('is not found, but in two places, if the door is shut that the map has open', () => {
    const doorway = { from: { x: m(2.15), y: m(-0.05) }, to: { x: m(2.75), y: m(-0.05) } }
    const shut = { ...SITE, boards: [...SITE.boards, doorway] }
    const counts = kidnap(50, stream('shut'), () => ({ site: shut }))
    expect(counts).toMatchObject({ right: 0, wrong: [], alike: 50, nothing: 0 })
  })

  it('says that two places look alike in a site that is the same turned by 180°, and names both', () => {
    const symmetric = new PoseFinder(SYMMETRIC)
    const rng = stream('symmetric')
    for (let i = 0; i < 50; i++) {
      const pose = somewhere(rng)
      const other = { x: m(3 - pose.x), y: m(2.2 - pose.y), theta: rad(pose.theta + Math.PI) }
      const scan = scanOf({ site: SYMMETRIC }, { pose, errors: cheapErrors(rng) }, rng)
      const result = resultOf(symmetric, scan)
      expect(result.kind).toBe('ambiguous')
      const poses = (result as Extract<SearchResult, { kind: 'ambiguous' }>).poses
      expect([pose, other].map((each) => poses.filter((found) => isAt(found, each)).length)).toEqual([1, 1])
    }
  })

  it('is never found by a scanner that turns the wrong way', () => {
    const counts = kidnap(
      100,
      stream('mirrored'),
      (_, rng) => (rng.chance(0.5) ? { walls: NEXT_ROOM } : {}),
      mirroredScan,
    )
    expect(counts).toMatchObject({ wrong: [], right: 0 })
  })

  it('is found also with the scanner off the middle and turned, and its mirrored scan still is not', () => {
    const rng = stream('off the middle')
    const mounting = { x: m(0.11), y: m(-0.07), theta: rad(2.1) }
    const pose = { x: m(2.2), y: m(0.7), theta: rad(-2) }
    const scan = scanOf({ site: SITE, walls: NEXT_ROOM }, { pose, mounting, errors: cheapErrors(rng) }, rng)
    const result = resultOf(finder, scan, mounting)
    expect(result).toMatchObject({ kind: 'found', match: { fix: { rank: 3, tUs: scan.endUs } } })
    expect(isAt((result as Extract<SearchResult, { kind: 'found' }>).match.fix.pose, pose)).toBe(true)
    expect(resultOf(finder, mirroredScan(scan), mounting).kind).not.toBe('found')
  })

  it('is not found in a corridor, by an empty scan, or in a site in which nothing stands', () => {
    const rng = stream('nowhere')
    const scan = scanOf({ site: CORRIDOR }, { pose: { x: m(0), y: m(1), theta: rad(0.2) } }, rng)
    const short = {
      boards: CORRIDOR.boards.map(({ from, to }) => ({ from: half(from), to: half(to) })),
      posts: [],
    }
    expect(resultOf(new PoseFinder(short), scan).kind).not.toBe('found')
    const empty = { ...scan, ranges: scan.ranges.map(() => m(NaN)) }
    const nothing = { kind: 'nothing', why: 'the scan fits the map from nowhere' }
    expect(resultOf(finder, empty)).toEqual(nothing)
    expect(resultOf(new PoseFinder({ boards: [], posts: [] }), scan)).toEqual(nothing)
  })
})

describe('a search in portions', () => {
  const pose = { x: m(2.1), y: m(0.8), theta: rad(1) }
  const scan = scanOf({ site: SITE, walls: NEXT_ROOM }, { pose }, stream('portions'))

  it('gives the same answer however large they are, and keeps it', () => {
    const answers = [700, 5000, 1e9].map((budget) => {
      const search = finder.search({ scan, mounting: CENTRED })
      let [result, calls] = [search.advance(budget), 1]
      for (; result === undefined; calls++) result = search.advance(budget)
      expect(search.advance(budget)).toBe(result)
      return { result, calls }
    })
    expect(answers.map(({ result }) => result)).toEqual([1, 2, 3].map(() => answers[0]?.result))
    expect(answers[0]?.result.kind).toBe('found')
    expect(answers[0]?.calls).toBeGreaterThan(160)
    expect(answers[1]?.calls).toBeLessThan(40)
    expect(answers[2]?.calls).toBe(1)
  })

  it('does nothing for no budget', () => {
    const search = finder.search({ scan, mounting: CENTRED })
    expect(Array.from({ length: 5 }, () => search.advance(0))).toEqual(Array(5).fill(undefined))
  })
})

interface Counts {
  right: number
  wrong: string[]
  alike: number
  alikeButNotHere: number
  nothing: number
}

/** Searches from random poses: found within 30 mm and 2°, found elsewhere, two places of which one is right, or not. */
function kidnap(
  count: number,
  rng: Rng,
  around: (pose: Pose, rng: Rng) => Partial<Scene>,
  change: (scan: LaserScan) => LaserScan = (scan) => scan,
): Counts {
  const counts: Counts = { right: 0, wrong: [], alike: 0, alikeButNotHere: 0, nothing: 0 }
  for (let i = 0; i < count; i++) {
    const pose = somewhere(rng)
    const scan = scanOf({ site: SITE, ...around(pose, rng) }, { pose, errors: cheapErrors(rng) }, rng)
    const result = resultOf(finder, change(scan))
    if (result.kind === 'nothing') counts.nothing++
    else if (result.kind === 'ambiguous') {
      if (result.poses.some((each) => isAt(each, pose))) counts.alike++
      else counts.alikeButNotHere++
    } else if (isAt(result.match.fix.pose, pose)) counts.right++
    else counts.wrong.push(`${JSON.stringify(pose)} found at ${JSON.stringify(result.match.fix.pose)}`)
  }
  return counts
}

function resultOf(where: PoseFinder, scan: LaserScan, mounting = CENTRED): SearchResult {
  const search = where.search({ scan, mounting })
  for (;;) {
    const result = search.advance(5000)
    if (result !== undefined) return result
  }
}

function isAt(found: Pose, pose: Pose): boolean {
  const { place, heading } = errorOf(found, pose)
  return place < 0.03 && degrees(heading) < 2
}

const half = ({ x, y }: SiteMap['boards'][number]['from']): typeof CENTRED => ({
  x: m(x / 8),
  y,
  theta: rad(0),
})
