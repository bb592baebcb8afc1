import { aboutZ, type Vector } from '../arm/pose.js'
import type { ItemPose } from '../physics/physics.js'
import { ITEMS, type Item } from '../scene/items.js'
import type { Cluster } from './clusters.js'

/** Where things stand, by their clusters: the one of an item's colour that fits its size best. */
export function itemsSeen(clusters: readonly Cluster[]): Map<string, ItemPose> {
  return new Map(
    ITEMS.flatMap((item): [string, ItemPose][] => {
      const fitting = clusters
        .filter((cluster) => cluster.item === item.name)
        .map((cluster) => fitOf(item, cluster))
        .filter(({ misfit }) => misfit < WORST)
        .sort((a, b) => a.misfit - b.misfit)[0]
      return fitting === undefined ? [] : [[item.name, fitting.pose]]
    }),
  )
}

/** How far the size of a cluster may be from what the item would show, as a share. */
const WORST = 0.55
/** What is so much lower than the highest point still belongs to the top, metres. */
const TOP = 0.006
/** One pixel on the table, square metres, less a rim that was taken off. */
const PIXEL = 0.00195

function fitOf(item: Item, { points }: Cluster): { readonly pose: ItemPose; readonly misfit: number } {
  const heights = points.map((point) => point[2]).sort((a, b) => a - b)
  const top = heights[Math.floor(0.92 * (heights.length - 1))] ?? 0
  const isBall = item.solids[0]?.shape === 'sphere'
  const face = isBall ? points : points.filter((point) => point[2] > top - TOP)
  const middle = mean(face)
  const yaw = item.round ? 0 : yawOf(face, middle)
  const [long, wide] = extents(face, middle, yaw)
  const [length, width] = sizeOf(item)
  const misfit = Math.max(
    Math.abs(long / (length - 2 * PIXEL) - 1),
    Math.abs(wide / (width - 2 * PIXEL) - 1),
    // what is half hidden shows less than its outline promises, and its middle elsewhere
    1 -
      (face.length * PIXEL ** 2) /
        ((item.round ? Math.PI / 4 : 1) * (length - 2 * PIXEL) * (width - 2 * PIXEL)),
  )
  return {
    pose: { position: [middle[0], middle[1], top - item.half], rotation: aboutZ(yaw) },
    misfit,
  }
}

/** Length and width of an item from above, metres. */
function sizeOf({ solids, width }: Item): readonly [number, number] {
  const [first] = solids
  return first?.shape === 'box' ? [2 * (first.size[0] ?? 0), 2 * (first.size[1] ?? 0)] : [width, width]
}

/** The turn at which the points fill the smallest upright rectangle with its long side first, radians. */
function yawOf(face: readonly Vector[], middle: Vector): number {
  const every = Math.ceil(face.length / ENOUGH)
  const points = face.filter((_, index) => index % every === 0)
  const area = (yaw: number): number => {
    const [long, wide] = extents(points, middle, yaw)
    return long * wide
  }
  const coarse = leastOf(range(0, Math.PI / 2, 30), area)
  const yaw = leastOf(range(coarse - 0.05, coarse + 0.05, 20), area)
  const [long, wide] = extents(points, middle, yaw)
  return long >= wide ? yaw : yaw - Math.PI / 2
}

/** So many points of a face tell how it is turned. */
const ENOUGH = 400

/** How far the points reach along and across a direction, without the few that stick out, metres. */
function extents(points: readonly Vector[], middle: Vector, yaw: number): readonly [number, number] {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  const reach = (of: (x: number, y: number) => number): number => {
    const values = points.map(([x, y]) => of(x - middle[0], y - middle[1])).sort((a, b) => a - b)
    const cut = Math.floor(values.length * 0.01)
    return (values[values.length - 1 - cut] ?? 0) - (values[cut] ?? 0)
  }
  return [reach((x, y) => c * x + s * y), reach((x, y) => c * y - s * x)]
}

const mean = (points: readonly Vector[]): Vector => {
  const sum = points.reduce<[number, number, number]>(
    ([x, y, z], point) => [x + point[0], y + point[1], z + point[2]],
    [0, 0, 0],
  )
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length]
}

const range = (from: number, to: number, steps: number): number[] =>
  Array.from({ length: steps }, (_, step) => from + ((to - from) * step) / steps)

const leastOf = (values: readonly number[], by: (value: number) => number): number =>
  values.reduce(
    (best, value) => {
      const cost = by(value)
      return cost < best.cost ? { value, cost } : best
    },
    { value: 0, cost: Infinity },
  ).value
