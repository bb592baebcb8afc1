import type { Point } from '#base/field-map.js'
import { m } from '#base/units.js'
import { distance } from '../geometry.js'

/** A place on a way, with the direction of walking there: a unit vector. */
export interface OnWay {
  readonly at: Point
  readonly ahead: { readonly x: number; readonly y: number }
}

export function lengthOf(way: readonly Point[]): number {
  let length = 0
  for (let i = 1; i < way.length; i++) length += distance(way[i - 1] as Point, way[i] as Point)
  return length
}

/**
 * Where one is after so many metres of a way of straight lines. Before its first point and behind its last one it goes
 * straight on, so that a foot can be there while the person is on the way. (Asked several times each millisecond: no
 * list is made here.)
 */
export function along(way: readonly Point[], metres: number): OnWay {
  let rest = metres
  let found: OnWay | undefined
  for (let i = 1; i < way.length; i++) {
    const [from, to] = [way[i - 1] as Point, way[i] as Point]
    const length = distance(from, to)
    // a point that is there twice
    if (length === 0) continue
    found = onLine(from, to, { length, walked: rest })
    if (rest < length) break
    rest -= length
  }
  if (found === undefined) throw new RangeError('a way has two different points at least')
  return found
}

function onLine(from: Point, to: Point, { length, walked }: { length: number; walked: number }): OnWay {
  const ahead = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
  return { at: { x: m(from.x + walked * ahead.x), y: m(from.y + walked * ahead.y) }, ahead }
}
