import type { CameraModel, Pixel } from '#base/camera-model.js'
import type { Rng } from '#base/random.js'

/** Something between camera and field (a hand, a cable, a board, a shadow), as a polygon of the picture. */
export interface Occluder {
  readonly outline: readonly Pixel[]
  /** `#rrggbb` */
  readonly paint: string
  /** below 1 it is a shadow or a glare, through which everything can still be told */
  readonly opacity: number
}

type Size = Pick<CameraModel, 'width' | 'height'>

/** Nothing in about half of the pictures; otherwise one to three things that cover 2 to 20 % of it. */
export function randomOccluders(rng: Rng, size: Size): Occluder[] {
  if (rng.chance(0.45)) return []
  const makers = [board, board, arm, cable, blob, veil]
  return Array.from({ length: rng.pick([1, 1, 2, 3]) }, () => rng.pick(makers)(rng, size)).flat()
}

/** The picture with these things in front of it. @param svg of `renderSvg` */
export function drawOccluders(svg: string, occluders: readonly Occluder[]): string {
  const round = (value: number): number => Math.round(value * 10) / 10
  const shapes = occluders.map(({ outline, paint, opacity }) => {
    const d = outline.map(({ u, v }, i) => `${i === 0 ? 'M' : 'L'}${round(u)} ${round(v)}`).join('')
    return `<path d="${d}Z" fill="${paint}" opacity="${round(opacity * 10) / 10}"/>`
  })
  return svg.replace('</svg>', `${shapes.join('')}</svg>`)
}

const GREYS = ['#111316', '#2b2f33', '#55595c', '#8a8d8f', '#bfc2c3', '#f2f2ef']
const WOOD = ['#d8bb8d', '#b98f5c', '#8a6238', '#c9a673']
const SKIN = ['#f1c9a5', '#d9a066', '#a86b3c', '#6b4226', '#8d5524']

function paintOf(rng: Rng): string {
  const kind = rng.next()
  if (kind < 0.35) return rng.pick(GREYS)
  if (kind < 0.5) return rng.pick(WOOD)
  if (kind < 0.7) return rng.pick(SKIN)
  return `#${rng.int(0x1000000).toString(16).padStart(6, '0')}`
}

const between = (rng: Rng, a: number, b: number): number => a + (b - a) * rng.next()

/** A rectangle turned anyhow. */
function board(rng: Rng, { width, height }: Size): Occluder[] {
  const area = between(rng, 0.02, 0.16) * width * height
  const ratio = Math.exp(between(rng, -1.2, 1.2))
  const [hx, hy] = [Math.sqrt(area * ratio) / 2, Math.sqrt(area / ratio) / 2]
  const [cx, cy] = [rng.next() * width, rng.next() * height]
  const turn = rng.chance(0.4) ? 0 : Math.PI * rng.next()
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const outline = [
    [-hx, -hy],
    [hx, -hy],
    [hx, hy],
    [-hx, hy],
  ].map(([x = 0, y = 0]) => ({ u: cx + c * x - s * y, v: cy + s * x + c * y }))
  return [{ outline, paint: paintOf(rng), opacity: 1 }]
}

/** Reaches in from an edge of the picture and ends round. */
function arm(rng: Rng, { width, height }: Size): Occluder[] {
  const edge = rng.int(4)
  const share = rng.next()
  const from =
    edge < 2
      ? { u: edge === 0 ? -20 : width + 20, v: share * height }
      : { u: share * width, v: edge === 2 ? -20 : height + 20 }
  const to = { u: between(rng, 0.1, 0.9) * width, v: between(rng, 0.1, 0.9) * height }
  const half = between(rng, 18, 45)
  const along = Math.atan2(to.v - from.v, to.u - from.u)
  const side = (at: Pixel, angle: number, r: number): Pixel => ({
    u: at.u + r * Math.cos(angle),
    v: at.v + r * Math.sin(angle),
  })
  const tip = Array.from({ length: 9 }, (_, i) =>
    side(to, along - Math.PI / 2 + (i * Math.PI) / 8, half * between(rng, 0.8, 1.25)),
  )
  const outline = [
    side(from, along + Math.PI / 2, half * 1.3),
    side(from, along - Math.PI / 2, half * 1.3),
    ...tip,
  ]
  return [{ outline, paint: rng.chance(0.6) ? rng.pick(SKIN) : paintOf(rng), opacity: 1 }]
}

/** Thin, across the whole picture, in a few bends. */
function cable(rng: Rng, { width, height }: Size): Occluder[] {
  const flat = rng.chance(0.5)
  const bends = 7
  const half = between(rng, 1.5, 6)
  let across = rng.next() * (flat ? height : width)
  const line = Array.from({ length: bends }, (_, i): Pixel => {
    across += 40 * rng.normal()
    const along = ((flat ? width : height) * i) / (bends - 1)
    return flat ? { u: along, v: across } : { u: across, v: along }
  })
  const shifted = (by: number): Pixel[] =>
    line.map(({ u, v }) => (flat ? { u, v: v + by } : { u: u + by, v }))
  return [{ outline: [...shifted(-half), ...shifted(half).reverse()], paint: paintOf(rng), opacity: 1 }]
}

/** A bag, a jacket: no straight edge. */
function blob(rng: Rng, { width, height }: Size): Occluder[] {
  const [cx, cy] = [rng.next() * width, rng.next() * height]
  const r = between(rng, 35, 110)
  const corners = 6 + rng.int(7)
  const outline = Array.from({ length: corners }, (_, i) => {
    const far = r * between(rng, 0.6, 1.2)
    const angle = (2 * Math.PI * i) / corners
    return { u: cx + far * Math.cos(angle), v: cy + far * Math.sin(angle) }
  })
  return [{ outline, paint: paintOf(rng), opacity: 1 }]
}

/** The shadow of somebody, or the glare of a lamp: light changes, nothing is hidden. */
function veil(rng: Rng, size: Size): Occluder[] {
  const [shape] = rng.pick([board, blob])(rng, size)
  if (!shape) return []
  const grow = between(rng, 1, 2)
  const mean = (of: (pixel: Pixel) => number): number =>
    shape.outline.reduce((sum, pixel) => sum + of(pixel), 0) / shape.outline.length
  const [cx, cy] = [mean(({ u }) => u), mean(({ v }) => v)]
  const outline = shape.outline.map(({ u, v }) => ({ u: cx + grow * (u - cx), v: cy + grow * (v - cy) }))
  const dark = rng.chance(0.7)
  return [
    {
      outline,
      paint: dark ? '#000000' : '#fff8e8',
      opacity: dark ? between(rng, 0.15, 0.45) : between(rng, 0.1, 0.3),
    },
  ]
}
