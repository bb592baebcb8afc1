import type { CameraModel, Vec3 } from '#base/camera-model.js'
import type { Scene } from '../scene.js'
import { sceneSolids } from './bodies.js'
import { createCanvas, type Canvas } from './canvas.js'
import { lit } from './colour.js'
import { paintFloor } from './floor.js'
import type { Look } from './look.js'
import { paintersOrder } from './order.js'
import { shadowOutline } from './shadow.js'
import type { Solid } from './solid.js'

/**
 * Draws a scene as SVG polygons. Pure: equal scene, camera and look give the same text. Level, colour temperature,
 * vignette and noise belong to the sensor and are applied to the pixels (src/simulation/camera).
 */
export function renderSvg(scene: Scene, camera: CameraModel, look: Look): string {
  const canvas = createCanvas(camera)
  const light = lightDirection(look)
  const { casting, rims } = sceneSolids(scene)
  paintFloor(canvas, scene.map, look.floor)
  paintShadows(canvas, casting, light, look.shadow)
  for (const solid of [...paintersOrder(rims, camera.eye), ...paintersOrder(casting, camera.eye)]) {
    paintSolid(canvas, solid, light, look.ambient)
  }
  return canvas.svg()
}

/** Unit vector from the floor to the lamp. */
function lightDirection({ light }: Look): Vec3 {
  const [a, e] = [(light.azimuth * Math.PI) / 180, (light.elevation * Math.PI) / 180]
  return [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)]
}

/** Three nested outlines approximate the penumbra: a blur filter would cost more than the whole picture. */
function paintShadows(canvas: Canvas, solids: readonly Solid[], light: Vec3, strength: number): void {
  for (const grow of [0.012, 0.005, -0.002]) {
    canvas.fillAll(
      solids.map((solid) => shadowOutline(solid, light, grow)),
      '#14181c',
      strength / 2.2,
    )
  }
}

function paintSolid(canvas: Canvas, solid: Solid, light: Vec3, ambient: number): void {
  const { eye } = canvas.camera
  for (const face of solid.faces) {
    const [a, b, c] = face.points as [Vec3, Vec3, Vec3]
    const normal = cross(minus(b, a), minus(c, a))
    if (dot(normal, minus(eye, a)) <= 0) continue
    const diffuse = Math.max(0, dot(normal, light) / Math.hypot(...normal))
    canvas.fill(face.points, lit(face.paint, ambient + (1 - ambient) * diffuse * 1.15))
  }
}

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
