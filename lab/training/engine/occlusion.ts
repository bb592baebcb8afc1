import type { CameraModel, Pixel } from '#base/camera-model.js'
import type { Rng } from '#base/random.js'

/**
 * The picture with something in front of it: one to four plain polygons (boards, arms, bags) that together cover this
 * share of it. Written for examinations, apart from what the critic is trained on
 * (lab/training/critic/moments/occluders.ts).
 *
 * @param svg of `renderSvg`
 */
export function occluded(rng: Rng, svg: string, { width, height }: CameraModel, share: number): string {
  for (;;) {
    const shapes = Array.from({ length: 1 + rng.int(4) }, () => shape(rng, width, height))
    const scale = Math.sqrt(share / Math.max(1e-6, covered(shapes, width, height)))
    const sized = shapes.map((points) => grown(points, scale))
    if (Math.abs(covered(sized, width, height) - share) > 0.1 * share) continue
    const paths = sized.map((points) => {
      const d = points.map(({ u, v }, i) => `${i === 0 ? 'M' : 'L'}${round(u)} ${round(v)}`).join('')
      return `<path d="${d}Z" fill="${rng.pick(PAINTS)}"/>`
    })
    return svg.replace('</svg>', `${paths.join('')}</svg>`)
  }
}

const PAINTS = [
  '#1b1d20',
  '#4a4d50',
  '#8d9092',
  '#d8d6cf',
  '#b88a5a',
  '#7b5537',
  '#e0ac7e',
  '#8a5a3a',
  '#6d7f4e',
  '#5a3f6b',
]

/** A board, an arm that reaches in from an edge, or a bag. */
function shape(rng: Rng, width: number, height: number): Pixel[] {
  const at = { u: width * rng.next(), v: height * (0.15 + 0.75 * rng.next()) }
  const r = 30 + 70 * rng.next()
  const turn = 2 * Math.PI * rng.next()
  const kind = rng.int(3)
  if (kind === 0)
    return around(at, turn, [
      [r, 0.4 * r],
      [-r, 0.4 * r],
      [-r, -0.4 * r],
      [r, -0.4 * r],
    ])
  if (kind === 1)
    return around(at, turn, [
      [0, 0.3 * r],
      [-700, 0.4 * r],
      [-700, -0.4 * r],
      [0, -0.3 * r],
      [0.25 * r, 0],
    ])
  return Array.from({ length: 9 }, (_, i) => {
    const far = r * (0.55 + 0.45 * rng.next())
    const angle = turn + (2 * Math.PI * i) / 9
    return { u: at.u + far * Math.cos(angle), v: at.v + far * Math.sin(angle) }
  })
}

const around = ({ u, v }: Pixel, turn: number, points: readonly (readonly [number, number])[]): Pixel[] =>
  points.map(([x, y]) => ({
    u: u + x * Math.cos(turn) - y * Math.sin(turn),
    v: v + x * Math.sin(turn) + y * Math.cos(turn),
  }))

/** About its first corner's middle: every point of the shape is moved away from the shape's centre. */
function grown(points: readonly Pixel[], scale: number): Pixel[] {
  const mean = (of: (pixel: Pixel) => number): number =>
    points.reduce((sum, p) => sum + of(p), 0) / points.length
  const [cu, cv] = [mean(({ u }) => u), mean(({ v }) => v)]
  return points.map(({ u, v }) => ({ u: cu + scale * (u - cu), v: cv + scale * (v - cv) }))
}

/** Share of the picture under any of the shapes, counted on a grid of 4 × 4 pixels. */
function covered(shapes: readonly (readonly Pixel[])[], width: number, height: number): number {
  let inside = 0
  let all = 0
  for (let v = 2; v < height; v += 4) {
    for (let u = 2; u < width; u += 4) {
      all++
      if (shapes.some((points) => contains(points, u, v))) inside++
    }
  }
  return inside / all
}

function contains(points: readonly Pixel[], u: number, v: number): boolean {
  let odd = false
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [a, b] = [points[i] as Pixel, points[j] as Pixel]
    if (a.v > v !== b.v > v && u < ((b.u - a.u) * (v - a.v)) / (b.v - a.v) + a.u) odd = !odd
  }
  return odd
}

const round = (value: number): number => Math.round(value * 10) / 10
