import type { Flat, HomeScene } from '../scene.js'
import { boxAround, contains, crosses, distance, grown, type Box } from './boxes.js'
import { openings, WALL, wallsOf } from './walls.js'

/** Where a round body can go: corners of obstacles and middles of gaps, joined where nothing is between. */
export interface Roads {
  readonly obstacles: readonly Box[]
  readonly nodes: readonly Flat[]
  readonly edges: readonly (readonly { readonly to: number; readonly length: number }[])[]
}

const cache = new WeakMap<HomeScene, Map<number, Roads>>()

/** The roads of a home; computed once for each scene and radius. */
export function roadsOf(scene: HomeScene, radius: number): Roads {
  const known = cache.get(scene) ?? new Map<number, Roads>()
  cache.set(scene, known)
  const roads = known.get(radius) ?? layRoads(scene, radius)
  known.set(radius, roads)
  return roads
}

/** What a body of this radius may not touch, each grown by the radius. */
export function obstaclesOf(scene: HomeScene, radius: number): Box[] {
  const standing = [
    ...Object.values(scene.surfaces),
    ...Object.values(scene.containers),
    ...scene.furnishings.filter(({ size, z }) => size.z > 0.05 && z < 0.4),
  ].map(({ at, size }) => boxAround(at, size))
  return [...wallsOf(scene), ...standing].map((box) => grown(box, radius))
}

function layRoads(scene: HomeScene, radius: number): Roads {
  const obstacles = obstaclesOf(scene, radius)
  const nodes = [...gapNodes(scene), ...obstacles.flatMap(corners)].filter(
    (p) => p.x > 0 && p.y > 0 && p.x < scene.size.x && p.y < scene.size.y && isFree(obstacles, p),
  )
  const edges = nodes.map((from, i) =>
    nodes.flatMap((node, to) =>
      i !== to && isOpen(obstacles, from, node) ? [{ to, length: distance(from, node) }] : [],
    ),
  )
  return { obstacles, nodes, edges }
}

/** clearance of a corner to its obstacle, m */
const ROOM = 0.03

const corners = (box: Box): Flat[] => {
  const { x0, y0, x1, y1 } = grown(box, ROOM)
  return [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ]
}

/** Before and behind the middle of each gap, so that a body goes through it straight. */
function gapNodes(scene: HomeScene): Flat[] {
  return openings(scene).flatMap(({ at, rooms }) => {
    const room = scene.rooms[rooms[0]]
    const acrossY = room !== undefined && (near(room.from.y, at.y) || near(room.to.y, at.y))
    return [-GAP, GAP].map((by) => (acrossY ? { x: at.x, y: at.y + by } : { x: at.x + by, y: at.y }))
  })
}

const GAP = WALL / 2 + 0.45
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6

const isFree = (obstacles: readonly Box[], p: Flat): boolean => !obstacles.some((box) => contains(box, p))

/** Whether nothing is between two points; what a point already touches does not hold it there. */
export const isOpen = (obstacles: readonly Box[], a: Flat, b: Flat): boolean =>
  !obstacles.some((box) => !contains(box, a) && !contains(box, b) && crosses(box, a, b))
