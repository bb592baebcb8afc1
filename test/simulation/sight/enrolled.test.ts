import { describe, expect, it } from 'vitest'
import { pointsOf } from '#tabletop/sight/enrolled/crops.js'
import { nameThings, type Bounds } from '#tabletop/sight/enrolled/name-things.js'
import type { Enrolled } from '#tabletop/sight/enrolled/enrolment.js'
import { WIDTH, type Point } from '#tabletop/sight/enrolled/network.js'
import {
  cellAt,
  CHANNELS,
  HEIGHT,
  MAP_X,
  MAP_Y,
  middleOfCell,
  OUT,
  TableMap,
} from '#tabletop/sight/map/table-map.js'
import { seenThings } from '#tabletop/sight/enrolled/seen-things.js'
import { whereNamed } from '#tabletop/sight/enrolled/where-named.js'
import { Rgbd } from '#tabletop/sight/rgbd.js'
import { MAST } from '#tabletop/sight/mast-camera.js'

/** Numbers that are compared at a first look, and all. */
const [FIRST, ALL] = [22, 32]
/** Some of them count, and a constant: at a first look as much as at last, where all that comes near is asked about. */
function boundsOf(counts: Readonly<Record<number, number>>, constant: number): Bounds {
  const weights = (of: number): number[] => [
    ...Array.from({ length: of }, (_, at) => counts[at] ?? 0),
    constant,
  ]
  const [mean, spread] = [new Array<number>(ALL).fill(0), new Array<number>(ALL).fill(1)]
  const classifier = { mean, spread, direct: weights(ALL), from: [], to: [] }
  return { weights: weights(FIRST), classifiers: [classifier], odds: 0, pose: 0, name: 0 }
}
/** Likeness alone counts: from 0.6 it is the thing. */
const BOUNDS = boundsOf({ 0: 10 }, -6)

/** A direction of unit length, one for each number. */
const direction = (at: number): Float32Array =>
  Float32Array.from({ length: WIDTH }, (_, i) => Number(i === at))
const blend = (a: number, b: number): Float32Array =>
  Float32Array.from({ length: WIDTH }, (_, i) => (i === a ? 0.8 : i === b ? 0.6 : 0))

const enrolled = (name: string, at: number, height = 0.04): Enrolled => ({
  name,
  views: [
    {
      lies: false,
      direction: direction(at),
      height,
      top: height,
      face: height,
      patches: [],
      outline: { x: 0, y: 0, long: 0.04, wide: 0.04, radius: 0.02, tones: [], bright: 0, outs: [] },
    },
  ],
})

/** A map on which squares of 40 mm stand out. */
function mapWith(heightMm: number, middles: readonly (readonly [number, number])[]): TableMap {
  const depth = new Float32Array(4).fill(MAST.position[2])
  const rgbd = new Rgbd(
    { width: 2, height: 2, rgb: new Uint8Array(12), depth },
    { ...MAST, width: 2, height: 2 },
  )
  const map = new TableMap([{ rgbd, empty: depth, balance: [1, 1, 1] }])
  for (const [x, y] of middles)
    for (let dx = -0.018; dx < 0.02; dx += 0.004)
      for (let dy = -0.018; dy < 0.02; dy += 0.004) {
        const cell = cellAt(x + dx, y + dy)
        map.data[OUT * MAP_X * MAP_Y + cell] = heightMm
        map.data[HEIGHT * MAP_X * MAP_Y + cell] = heightMm + 10
      }
  expect(map.data.length).toBe(CHANNELS * MAP_X * MAP_Y)
  return map
}

const point = (x: number, y: number, own: Float32Array): Point => ({
  cell: cellAt(x, y),
  direction: own,
  middle: [0.4, 0],
  share: 1,
})
const around = (own: Float32Array): Point[] => [
  point(0.39, 0, own),
  point(0.402, 0, own),
  point(0.41, 0.01, own),
]

describe('things that were shown once', () => {
  const map = mapWith(40, [[0.4, 0]])
  const cup = enrolled('cup', 0)
  const jar = enrolled('jar', 1)

  it('are named by the view that they are most like, where the points say their middle is', () => {
    const named = nameThings(map, around(blend(0, 1)), { enrolled: [cup, jar], bounds: BOUNDS })
    expect(named.map(({ name }) => name)).toEqual(['cup'])
    expect(named[0]?.x).toBeCloseTo(0.4, 3)
    expect(named[0]?.top).toBeCloseTo(0.04, 3)
    expect(whereNamed(named[0] as never, named, new Map())).toBe('table')
  })

  it('are not to be seen where nothing is like them, or too few points say so', () => {
    const asked = { enrolled: [cup], bounds: BOUNDS }
    expect(nameThings(map, around(direction(7)), asked)).toEqual([])
    expect(nameThings(map, around(direction(0)).slice(0, 1), asked)).toEqual([])
    expect(nameThings(map, [], asked)).toEqual([])
    expect(nameThings(map, around(direction(0)), asked)).toHaveLength(1)
  })

  it('are named once each, and what is seen has one name: the likeliest pair comes first', () => {
    const two = mapWith(40, [
      [0.4, 0],
      [0.5, 0.1],
    ])
    const beside = [0.49, 0.502, 0.51].map((x) => ({
      ...point(x, 0.1, direction(1)),
      middle: [0.5, 0.1] as const,
    }))
    const shared = [...around(blend(0, 1)), ...beside]
    const named = nameThings(two, shared, { enrolled: [cup, jar], bounds: BOUNDS })
    expect(named.map(({ name, x }) => [name, Math.round(10 * x)])).toEqual([
      ['jar', 5],
      ['cup', 4],
    ])
    expect(nameThings(two, shared, { enrolled: [jar], bounds: BOUNDS })).toHaveLength(1)
  })

  it('have no name where two fit about as well, and no pose where both do', () => {
    const both = blend(0, 1)
    const tipped = {
      name: 'cup',
      views: [...cup.views, ...cup.views.map((view) => ({ ...view, lies: true }))],
    }
    const asked = (bounds: Bounds, enrolled_: readonly Enrolled[]) =>
      nameThings(map, around(both), { enrolled: enrolled_, bounds }).map(({ name, lies }) => [name, lies])
    // the odds of cup are 2 and those of jar 0, which takes as much as 0.7 from them
    expect(asked({ ...BOUNDS, name: 1, odds: 1.2 }, [cup, jar])).toEqual([['cup', false]])
    expect(asked({ ...BOUNDS, name: 1, odds: 1.4 }, [cup, jar])).toEqual([])
    expect(asked({ ...BOUNDS, name: 1, odds: 1.4 }, [cup])).toEqual([['cup', false]])
    expect(asked({ ...BOUNDS, pose: 0.1 }, [cup])).toEqual([['cup', false]])
    expect(asked({ ...BOUNDS, pose: 0.1 }, [tipped])).toEqual([['cup', undefined]])
  })

  it('are apart where they touch, by their colours, though the network takes them for one', () => {
    const touching = mapWith(40, [
      [0.4, 0],
      [0.44, 0],
    ])
    const cells = pointsOf(touching)
    for (let cell = 0; cell < MAP_X * MAP_Y; cell++)
      touching.data[(middleOfCell(cell)[0] < 0.42 ? 0 : 1) * MAP_X * MAP_Y + cell] = 200
    const points = cells.map((cell): Point => ({
      cell,
      direction: direction(0),
      middle: [0.42, 0],
      share: 1,
    }))
    const middles = seenThings(touching, points).map(({ x }) => x)
    for (const x of [0.4, 0.42, 0.44]) expect(middles.some((each) => Math.abs(each - x) < 0.006)).toBe(true)
  })

  it('are too tall for a name, unless what is beside them is as high as what they would stand on', () => {
    // nothing that stands out by a centimetre more than it was shown has its name
    const strict = boundsOf({ 0: 10, 4: -6 }, -6)
    const upper = [-0.004, 0, 0.004].map((dx) => point(0.4 + dx, 0, direction(0)))
    const onIts = (floorMm: number): number => {
      const seen = mapWith(floorMm, [[0.4, 0]])
      for (const dx of [-0.008, -0.004, 0, 0.004, 0.008])
        for (const dy of [-0.008, -0.004, 0, 0.004, 0.008])
          for (const [channel, value] of [
            [OUT, 70],
            [HEIGHT, 80],
          ] as const)
            seen.data[channel * MAP_X * MAP_Y + cellAt(0.4 + dx, dy)] = value
      const asked = { enrolled: [enrolled('cup', 0, 0.03)], bounds: strict }
      return nameThings(seen, upper, asked).length
    }
    expect(onIts(40)).toBe(1)
    expect(onIts(20)).toBe(0)
  })

  it('stand on what has its top under them, and nowhere if nobody knows on what', () => {
    const place = { x: 0.4, y: 0, lies: false, radius: 0.03, heights: [0.04] }
    const lower = { ...place, name: 'lower', top: 0.04, face: 0.04 }
    const upper = { ...place, name: 'upper', top: 0.081, face: 0.081 }
    expect(whereNamed(upper, [lower, upper], new Map())).toBe('lower')
    expect(whereNamed(lower, [lower, upper], new Map())).toBe('table')
    expect(whereNamed(upper, [upper], new Map())).toBeUndefined()
    expect(whereNamed({ ...lower, x: 0.47, y: 0.22, top: 0.046 }, [], new Map())).toBe('left_tray')
  })
})
