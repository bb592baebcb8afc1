import { FAR_APRON } from '../dimensions.js'
import type { FieldMap, Zone } from '#base/field-map.js'
import type { Vec3 } from '#base/camera-model.js'
import type { Canvas } from './canvas.js'

/** Paints all flat parts: ground, mat tiles, zones with their numbers, home area and the shelf's track. */
export function paintFloor(canvas: Canvas, map: FieldMap, floor: 'grey' | 'wood'): void {
  const theme = THEMES[floor]
  const far = map.size.y + FAR_APRON
  canvas.raw(`<rect width="${canvas.camera.width}" height="${canvas.camera.height}" fill="${theme.room}"/>`)
  canvas.fill(rect(0, 0, map.size.x, far), theme.mat)
  canvas.fillAll(tiles(map.size.x, far), theme.tile, 0.5)
  canvas.stroke(seams(map.size.x, far), theme.seam, 0.003, { opacity: 0.5 })
  paintHome(canvas, map)
  paintTrack(canvas, map)
  for (const zone of map.zones) paintZone(canvas, zone)
}

const THEMES = {
  grey: { room: '#3b4046', mat: '#c4c6c7', tile: '#b6babc', seam: '#8d9397' },
  wood: { room: '#44403a', mat: '#cdb593', tile: '#c3a983', seam: '#9c8259' },
} as const

const ZONE_PAINT = {
  load: { fill: '#dedcc9', edge: '#6d6a5a' },
  unload: { fill: '#a9cfae', edge: '#2e7a45' },
} as const

const TILE = 0.25

function paintZone(canvas: Canvas, zone: Zone): void {
  const { fill, edge } = ZONE_PAINT[zone.kind]
  const [x0, x1] = [zone.at.x - zone.size.x / 2, zone.at.x + zone.size.x / 2]
  const [y0, y1] = [zone.at.y - zone.size.y / 2, zone.at.y + zone.size.y / 2]
  canvas.fill(rect(x0, y0, x1, y1), fill)
  if (zone.needsShelf) canvas.fillAll(stripes(x0, y0, x1, y1), edge, 0.3)
  const inset = 0.005
  canvas.stroke([rect(x0 + inset, y0 + inset, x1 - inset, y1 - inset)], edge, 0.01, { closed: true })
  canvas.fill(rect(x1 - 0.06, y1 + 0.006, x1, y1 + 0.078), edge)
  const digit = digitStroke(zone.id).map(([u, v]): Vec3 => [x1 - 0.047 + 0.034 * u, y1 + 0.017 + 0.05 * v, 0])
  canvas.stroke([digit], '#ffffff', 0.009, { round: true })
}

function paintHome(canvas: Canvas, map: FieldMap): void {
  const { x, y } = map.home.at
  const area = rect(
    Math.max(0.02, x - 0.24),
    y - 0.17,
    x + 0.24,
    Math.min(y + 0.41, map.size.y + FAR_APRON - 0.02),
  )
  canvas.fill(area, '#cbb4d6')
  canvas.stroke([area], '#6b4a80', 0.012, { closed: true })
  const outline: Vec3[] = [
    [x - 0.19, y - 0.15, 0],
    [x - 0.11, y - 0.15, 0],
    [x - 0.11, y - 0.1, 0],
    [x - 0.15, y - 0.055, 0],
    [x - 0.19, y - 0.1, 0],
  ]
  canvas.fill(outline, '#6b4a80')
}

/** Paints the shelf's track along the boundary, and the outline of its target. */
function paintTrack(canvas: Canvas, { shelf }: FieldMap): void {
  const [hx, hy] = [shelf.size.x / 2, shelf.size.y / 2]
  const [left, right] = [Math.min(shelf.at.x, shelf.target.x), Math.max(shelf.at.x, shelf.target.x)]
  canvas.fill(rect(left - hx, shelf.at.y - hy, right + hx, shelf.at.y + hy), '#9aa0a4', 0.55)
  const target = rect(shelf.target.x - hx, shelf.target.y - hy, shelf.target.x + hx, shelf.target.y + hy)
  canvas.stroke([target], '#f4f5f2', 0.01, { closed: true })
  const way = Math.sign(shelf.target.x - shelf.at.x)
  const chevrons = [0.35, 0.5, 0.65].map((share): Vec3[] => {
    const x = shelf.at.x + share * (shelf.target.x - shelf.at.x)
    return [
      [x - way * 0.02, shelf.at.y - 0.03, 0],
      [x + way * 0.015, shelf.at.y, 0],
      [x - way * 0.02, shelf.at.y + 0.03, 0],
    ]
  })
  canvas.stroke(chevrons, '#f4f5f2', 0.008)
}

const rect = (x0: number, y0: number, x1: number, y1: number): Vec3[] => [
  [x0, y0, 0],
  [x1, y0, 0],
  [x1, y1, 0],
  [x0, y1, 0],
]

function tiles(width: number, depth: number): Vec3[][] {
  const out: Vec3[][] = []
  for (let i = 0; i * TILE < width; i++) {
    for (let j = i % 2; j * TILE < depth; j += 2) {
      out.push(rect(i * TILE, j * TILE, Math.min(width, (i + 1) * TILE), Math.min(depth, (j + 1) * TILE)))
    }
  }
  return out
}

function seams(width: number, depth: number): Vec3[][] {
  const along = Array.from({ length: Math.floor(width / TILE) }, (_, i): Vec3[] => [
    [(i + 1) * TILE, 0, 0],
    [(i + 1) * TILE, depth, 0],
  ])
  const across = Array.from({ length: Math.floor(depth / TILE) }, (_, j): Vec3[] => [
    [0, (j + 1) * TILE, 0],
    [width, (j + 1) * TILE, 0],
  ])
  return [...along, ...across]
}

/** Slanted bars that mark a zone that depends on the shelf. */
function stripes(x0: number, y0: number, x1: number, y1: number): Vec3[][] {
  const slant = 0.05
  const out: Vec3[][] = []
  for (let x = x0; x + 0.025 + slant <= x1 + 1e-9; x += 0.06) {
    out.push([
      [x, y0, 0],
      [x + 0.025, y0, 0],
      [x + 0.025 + slant, y1, 0],
      [x + slant, y1, 0],
    ])
  }
  return out
}

type Stroke = readonly (readonly [number, number])[]

/**
 * Returns a digit as a pen stroke in the unit square (v up), so that no font is needed: fonts differ between machines
 * and take longer than all the rest of the picture.
 */
const digitStroke = (digit: number): Stroke => GLYPHS[digit] ?? []

/** Per digit from 0 to 8, the largest number of a zone: the corners of its stroke, `u,v`. */
const GLYPHS: readonly Stroke[] = [
  '0,0 1,0 1,1 0,1 0,0',
  '0.15,0.75 0.55,1 0.55,0',
  '0,0.85 0.3,1 0.8,1 1,0.8 0.9,0.55 0,0 1,0',
  '0,1 1,1 0.45,0.6 0.85,0.5 1,0.25 0.7,0 0.25,0 0,0.15',
  '0.8,0 0.8,1 0,0.3 1,0.3',
  '0.95,1 0.1,1 0.05,0.55 0.6,0.62 1,0.35 0.75,0 0.25,0 0,0.12',
  '0.85,1 0.35,0.8 0,0.35 0.25,0 0.75,0 1,0.3 0.7,0.55 0.1,0.45',
  '0,1 1,1 0.4,0',
  '0.5,0.55 0.1,0.75 0.3,1 0.7,1 0.9,0.75 0.5,0.55 0,0.25 0.25,0 0.75,0 1,0.25 0.5,0.55',
].map((corners) => corners.split(' ').map(toCorner))

function toCorner(text: string): readonly [number, number] {
  const [u = '', v = ''] = text.split(',')
  return [Number(u), Number(v)]
}
