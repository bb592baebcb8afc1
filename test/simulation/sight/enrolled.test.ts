import { describe, expect, it } from 'vitest'
import { nameThings, type Bounds } from '#simulation/tabletop/sight/enrolled/name-things.js'
import type { Enrolled } from '#simulation/tabletop/sight/enrolled/enrolment.js'
import { WIDTH, type Point } from '#simulation/tabletop/sight/enrolled/network.js'
import {
  cellAt,
  CHANNELS,
  HEIGHT,
  MAP_X,
  MAP_Y,
  OUT,
  TableMap,
} from '#simulation/tabletop/sight/enrolled/table-map.js'
import { whereNamed } from '#simulation/tabletop/sight/enrolled/where-named.js'
import { Rgbd } from '#simulation/tabletop/sight/rgbd.js'
import { MAST } from '#simulation/tabletop/sight/mast-camera.js'

/** Likeness alone counts: from 0.6 it is the thing. */
const BOUNDS: Bounds = { weights: [10, 0, 0, 0, 0, 0, 0, -6], odds: 0, share: 0.25, points: 2 }

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
      tone: [0.3, 0.3, 0.4, 0.1],
      height,
      top: height,
      face: height,
      radius: 0.02,
    },
  ],
})

/** A map on which a square of 40 mm stands out. */
function mapWith(x: number, y: number, heightMm: number): TableMap {
  const depth = new Float32Array(4).fill(MAST.position[2])
  const rgbd = new Rgbd(
    { width: 2, height: 2, rgb: new Uint8Array(12), depth },
    { ...MAST, width: 2, height: 2 },
  )
  const map = new TableMap(rgbd, depth, [1, 1, 1])
  for (let dx = -0.018; dx < 0.02; dx += 0.004)
    for (let dy = -0.018; dy < 0.02; dy += 0.004) {
      const cell = cellAt(x + dx, y + dy)
      map.data[OUT * MAP_X * MAP_Y + cell] = heightMm
      map.data[HEIGHT * MAP_X * MAP_Y + cell] = heightMm + 10
    }
  expect(map.data.length).toBe(CHANNELS * MAP_X * MAP_Y)
  return map
}

const point = (x: number, y: number, own: Float32Array, share = 1): Point => ({
  cell: cellAt(x, y),
  direction: own,
  middle: [0.4, 0],
  share,
})
const around = (own: Float32Array, share = 1): Point[] => [
  point(0.39, 0, own, share),
  point(0.402, 0, own, share),
  point(0.41, 0.01, own, share),
]

describe('things that were shown once', () => {
  const map = mapWith(0.4, 0, 40)
  const cup = enrolled('cup', 0)
  const jar = enrolled('jar', 1)

  it('are named by the view that they are most like, where the points say their middle is', () => {
    const named = nameThings(map, around(blend(0, 1)), { enrolled: [cup, jar], bounds: BOUNDS })
    expect(named.map(({ name }) => name)).toEqual(['cup'])
    expect(named[0]?.x).toBeCloseTo(0.4, 3)
    expect(named[0]?.top).toBeCloseTo(0.04, 3)
    expect(whereNamed(named[0] as never, named, new Map())).toBe('table')
  })

  it('are not to be seen where nothing is like them, too little of them shows, or too few points say so', () => {
    const asked = { enrolled: [cup], bounds: BOUNDS }
    expect(nameThings(map, around(direction(7)), asked)).toEqual([])
    expect(nameThings(map, around(direction(0), 0.1), asked)).toEqual([])
    expect(nameThings(map, around(direction(0)).slice(0, 1), asked)).toEqual([])
    expect(nameThings(map, [], asked)).toEqual([])
    expect(nameThings(map, around(direction(0)), asked)).toHaveLength(1)
  })

  it('are named once each, and what is seen has one name: the likeliest pair comes first', () => {
    const shared = [
      ...around(blend(0, 1)),
      ...around(direction(1)).map((each) => ({ ...each, middle: [0.5, 0.1] as const })),
    ]
    const named = nameThings(map, shared, { enrolled: [cup, jar], bounds: BOUNDS })
    expect(named.map(({ name, x }) => [name, Math.round(10 * x)])).toEqual([
      ['jar', 5],
      ['cup', 4],
    ])
    expect(nameThings(map, shared, { enrolled: [jar], bounds: BOUNDS })).toHaveLength(1)
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
