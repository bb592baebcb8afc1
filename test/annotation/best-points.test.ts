import { describe, expect, it } from 'vitest'
import { bestPoints } from '#annotation/best-points.js'
import { clearances, type Mask } from '#annotation/clearance.js'

/** Free but for a rim that the picture's edge makes, and a block in the middle. */
const mask: Mask = {
  width: 60,
  height: 40,
  cells: Uint8Array.from({ length: 2400 }, (_, at) => {
    const [x, y] = [at % 60, Math.floor(at / 60)]
    return Number(!(x >= 20 && x < 32 && y >= 10 && y < 30))
  }),
}

describe('PRAG-12, PRAG-14: the best points of a mask', () => {
  it('have room for what is to stand there, the widest first', () => {
    const points = bestPoints(mask, { radius: 6, reach: () => 1 })
    const room = clearances(mask)
    const free = points.map(({ x, y }) => room[y * mask.width + x] ?? 0)
    expect(points.length).toBeGreaterThan(3)
    expect(Math.min(...free)).toBeGreaterThan(6)
    expect(free).toEqual(free.toSorted((a, b) => b - a))
  })

  it('are those that are reached, the better reached first where room is equal', () => {
    const points = bestPoints(mask, { radius: 6, reach: ({ x }) => (x < 20 ? 1 : 0) })
    expect(points.length).toBeGreaterThan(0)
    expect(points.every(({ x }) => x < 20)).toBe(true)
    const [first] = bestPoints(mask, { radius: 6, reach: ({ x }) => (x < 20 ? 1 : 0.01) })
    expect(first?.x).toBeLessThan(20)
  })

  it('are none where nothing is reached, or where nothing has room', () => {
    expect(bestPoints(mask, { radius: 6, reach: () => 0 })).toEqual([])
    expect(bestPoints(mask, { radius: 30, reach: () => 1 })).toEqual([])
  })
})
