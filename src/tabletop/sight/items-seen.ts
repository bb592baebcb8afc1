import { aboutZ, length, subtract, type Vector } from '../arm/pose.js'
import type { SeenPose } from '../planning/known-scene.js'
import { ITEMS, type Item } from '../scene/items.js'
import type { Cluster } from './clusters.js'

/** Where things stand, by their clusters: the one of an item's colour that fits its size best. */
export function itemsSeen(clusters: readonly Cluster[]): Map<string, SeenPose> {
  return new Map(
    ITEMS.flatMap((item): [string, SeenPose][] => {
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
/** Less of it than this is hidden, as a share: then its middle is off by a few millimetres at most. */
const WHOLE = 0.2
/** What is so much lower than the highest point still belongs to the top, metres. */
const TOP = 0.006
/** What is so much lower than the top is one of the sides, metres: three times the noise of a sensor. */
const SIDE = 0.003
/** One pixel on the table, square metres, less a rim that was taken off. */
const PIXEL = 0.00195

function fitOf(item: Item, { points }: Cluster): { readonly pose: SeenPose; readonly misfit: number } {
  const isBall = item.solids[0]?.shape === 'sphere'
  const highest = heightOf(points, 0.92)
  const top = isBall ? highest : heightOf(above(points, highest - TOP), 0.5)
  // what is seen of the sides, below the top, lies towards the camera
  const face = isBall ? points : above(points, top - SIDE)
  const middle = mean(face)
  const yaw = item.round ? 0 : yawOf(face, middle)
  const [long, wide] = extents(face, middle, yaw)
  const [sizeX, sizeY] = sizeOf(item)
  const centre: Vector = isBall ? ballAt(points, item.half) : [middle[0], middle[1], top - item.half]
  const misfit = Math.max(
    Math.abs(long / (sizeX - 2 * PIXEL) - 1),
    Math.abs(wide / (sizeY - 2 * PIXEL) - 1),
    // what is half hidden shows less than its outline promises, and its middle elsewhere
    1 -
      (face.length * PIXEL ** 2) /
        ((item.round ? Math.PI / 4 : 1) * (sizeX - 2 * PIXEL) * (sizeY - 2 * PIXEL)),
  )
  return {
    pose: {
      // the middle of a ball is told by any part of it
      whole: isBall || misfit < WHOLE,
      position: isPlugged(item, centre) ? [rearOf(face) + sizeX / 2, centre[1], centre[2]] : centre,
      rotation: aboutZ(yaw),
    },
    misfit,
  }
}

/** The middle of a ball of which one side is seen: least squares, by steps from where its points are on average. */
function ballAt(points: readonly Vector[], radius: number): Vector {
  let middle = mean(points)
  for (let step = 0; step < BALL_STEPS; step++)
    middle = mean(
      points.map((point) => {
        const out = subtract(point, middle)
        const share = radius / Math.max(1e-6, length(out))
        return [point[0] - share * out[0], point[1] - share * out[1], point[2] - share * out[2]]
      }),
    )
  return middle
}

const BALL_STEPS = 40

/** The plug is higher than it ever stands: it sticks in a socket, which hides its front. */
const isPlugged = ({ name }: Item, [, , z]: Vector): boolean => name === 'charger_plug' && z > PLUGGED

/** Metres. */
const PLUGGED = 0.1

/** Where a thing begins that points ahead, metres along x. */
function rearOf(face: readonly Vector[]): number {
  const along = face.map(([x]) => x).sort((a, b) => a - b)
  return (along[Math.floor(0.02 * along.length)] ?? 0) - PIXEL
}

/** The height below which a share of the points lies, metres. */
function heightOf(points: readonly Vector[], share: number): number {
  const heights = points.map((point) => point[2]).sort((a, b) => a - b)
  return heights[Math.floor(share * (heights.length - 1))] ?? 0
}

const above = (points: readonly Vector[], height: number): readonly Vector[] =>
  points.filter((point) => point[2] > height)

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
