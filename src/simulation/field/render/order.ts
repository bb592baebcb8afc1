import type { Vec3 } from '#base/camera-model.js'
import type { Solid } from './solid.js'

/**
 * Sorts bodies into painter's order, farthest first. Two bodies whose bounding boxes are separated by a plane x, y or
 * z = c are ordered by the side on which the eye is, which is exact; if no plane separates them, the farther centre
 * comes first. Plain sorting by distance fails for long bodies (a beam above a row of blocks), hence the graph search.
 */
export function paintersOrder(solids: readonly Solid[], eye: Vec3): Solid[] {
  const behind = solids.map((a, i) => solids.flatMap((b, j) => (i !== j && isBehind(b, a, eye) ? [j] : [])))
  const nearness = solids.map((s) => -distance2(s, eye))
  const byDistance = solids
    .map((_, i) => i)
    .sort((i, j) => (nearness[i] as number) - (nearness[j] as number) || i - j)
  const order: Solid[] = []
  const state = new Uint8Array(solids.length)
  const visit = (i: number): void => {
    // a body in progress (state 1) closes a cycle of overlaps: its own visit will emit it
    if (state[i] !== 0) return
    state[i] = 1
    for (const j of behind[i] as number[]) visit(j)
    state[i] = 2
    order.push(solids[i] as Solid)
  }
  byDistance.forEach(visit)
  return order
}

/** Whether `b` must be painted before `a` because a plane separates them and the eye is on the side of `a`. */
function isBehind(b: Solid, a: Solid, eye: Vec3): boolean {
  const slack = 1e-6
  for (const axis of [2, 1, 0] as const) {
    if (a.min[axis] >= b.max[axis] - slack && eye[axis] >= b.max[axis]) return true
    if (a.max[axis] <= b.min[axis] + slack && eye[axis] <= b.min[axis]) return true
    if (b.min[axis] >= a.max[axis] - slack && eye[axis] >= a.max[axis]) return false
    if (b.max[axis] <= a.min[axis] + slack && eye[axis] <= a.min[axis]) return false
  }
  return distance2(b, eye) > distance2(a, eye)
}

function distance2(s: Solid, eye: Vec3): number {
  let sum = 0
  for (const axis of [0, 1, 2] as const) sum += ((s.min[axis] + s.max[axis]) / 2 - eye[axis]) ** 2
  return sum
}
