import { add, scale, type Vector } from '../arm/pose.js'
import { CLOSURES, moved, type Closure } from '../scene/closures.js'
import type { Rgbd } from './rgbd.js'

/**
 * How far each closure is open, by where its handle is seen: the bar would be at a known height for each opening, and
 * depth tells whether something is there.
 * @returns metres or radians by name; a closure whose handle is hidden is absent
 */
export function closuresSeen(seen: Rgbd): Map<string, number> {
  return new Map(
    CLOSURES.flatMap((closure): [string, number][] => {
      const opened = openingOf(closure, seen)
      return opened === undefined ? [] : [[closure.name, opened]]
    }),
  )
}

/** The camera sees the surface of a bar, so far before its middle, metres. */
const RADIUS = 0.006
/** Openings that are tried. */
const TRIES = 36
const AROUND = 4
/** Depth that is farther off than this does not agree at all, metres. */
const SAME = 0.012
/** How well it must agree for a sight of it, 1 for entirely. */
const ENOUGH = 0.5

function openingOf(closure: Closure, seen: Rgbd): number | undefined {
  const points = barPoints(closure)
  const scores = Array.from({ length: TRIES + 1 }, (_, step) => {
    const opened = (closure.opens * step) / TRIES
    const misses = points.map((point) => Math.abs((seen.before(moved(closure, point, opened)) ?? 1) - RADIUS))
    const score = misses.reduce((sum, miss) => sum + Math.max(0, 1 - miss / SAME), 0) / points.length
    return { opened, score }
  })
  const best = Math.max(...scores.map(({ score }) => score))
  if (best < ENOUGH) return undefined
  // the front of a drawer has a point at the height of the bar, too, but the bar is before it
  const at = scores.findLastIndex(({ score }) => score > best - 0.15)
  // the bar is wider than a step: its middle is where it agrees about as well on both sides
  const alike = scores.slice(Math.max(0, at - AROUND), at + 1).filter(({ score }) => score > best - 0.15)
  return alike.reduce((sum, { opened }) => sum + opened, 0) / alike.length
}

/** Points inside the bar of a handle, between its ends, as it is when shut. */
function barPoints({ moving, handle }: Closure): Vector[] {
  const bar = moving.find(({ at }) => at.every((value, index) => value === handle[index]))
  const half = bar?.size[1] ?? 0
  const along = bar?.along ?? [1, 0, 0]
  // of an upright bar only the end is seen from above
  if (along[2] === 1) return [add(handle, [0, 0, half])]
  return [-0.5, -0.25, 0, 0.25, 0.5].map((part) => add(handle, scale(along, part * half)))
}
