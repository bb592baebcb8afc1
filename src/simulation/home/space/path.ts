import type { Flat, HomeScene } from '../scene.js'
import { distance } from './boxes.js'
import { isOpen, roadsOf } from './roads.js'

/** The shortest way between two points for a body of this radius, doors taken to be open; `undefined` without one. */
export function findPath(scene: HomeScene, radius: number, from: Flat, to: Flat): Flat[] | undefined {
  const { obstacles, nodes, edges } = roadsOf(scene, radius)
  if (isOpen(obstacles, from, to)) return [from, to]
  const cost = nodes.map((node) => (isOpen(obstacles, from, node) ? distance(from, node) : Infinity))
  const before = nodes.map(() => -1)
  const last = nodes.map((node) => (isOpen(obstacles, node, to) ? distance(node, to) : Infinity))
  const visited = new Uint8Array(nodes.length)
  for (;;) {
    const i = cheapest(cost, visited)
    if (i === undefined) break
    visited[i] = 1
    for (const edge of edges[i] ?? []) {
      const length = (cost[i] as number) + edge.length
      if (length >= (cost[edge.to] as number)) continue
      cost[edge.to] = length
      before[edge.to] = i
    }
  }
  const total = nodes.map((_, i) => (cost[i] as number) + (last[i] as number))
  const end = total.indexOf(Math.min(...total))
  if (end < 0 || !Number.isFinite(total[end])) return undefined
  const way: Flat[] = []
  for (let i = end; i !== -1; i = before[i] as number) way.push(nodes[i] as Flat)
  return [from, ...way.reverse(), to]
}

function cheapest(cost: readonly number[], visited: Uint8Array): number | undefined {
  let best: number | undefined
  for (let i = 0; i < cost.length; i++) {
    if (visited[i] === 1 || !Number.isFinite(cost[i])) continue
    if (best === undefined || (cost[i] as number) < (cost[best] as number)) best = i
  }
  return best
}

export const pathLength = (points: readonly Flat[]): number =>
  points.slice(1).reduce((sum, p, i) => sum + distance(points[i] as Flat, p), 0)

/** The point at this distance along the path, and the direction of the path there. */
export function pointAlong(
  points: readonly Flat[],
  at: number,
): { readonly point: Flat; readonly heading: number | undefined } {
  let left = at
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] as Flat, points[i] as Flat]
    const length = distance(a, b)
    if (length < 1e-9) continue
    if (left <= length || i === points.length - 1) {
      const share = Math.min(1, left / length)
      const point = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
      return { point, heading: Math.atan2(b.y - a.y, b.x - a.x) }
    }
    left -= length
  }
  return { point: points.at(-1) as Flat, heading: undefined }
}
