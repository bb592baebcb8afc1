import { instancesOf, type Instance } from './geometry/instances.js'
import { Projector, type Projection } from './geometry/projector.js'
import { rasterise, visibilityOf, type Visibility } from './geometry/rasterise.js'
import { TriangleList } from './geometry/triangle-list.js'
import { lensMap, throughLens, type LensMap } from './lens-map.js'
import { Painter } from './light/painter.js'
import { emptyExtent, ShadowMap } from './light/shadow-map.js'
import { ReachMap } from './light/reach-map.js'
import { addNoise } from './noise.js'
import { focalOf, isView } from './pinhole.js'
import { axesOf } from './pose.js'
import type { Background, CameraView, Lights, Picture, RenderOptions, Scene } from './scene.js'

/** Draws pictures and keeps its buffers between them: for a camera that takes many of the same size. */
export interface Renderer {
  /**
   * Never throws: geoms that cannot be drawn are named in `skipped`, and a view that `isView` refuses gives a picture
   * of nothing. The same arguments give the same bytes.
   */
  render(scene: Scene, view: CameraView, options?: RenderOptions): Picture
}

/** A bright room: light from above and one side, the rest from everywhere. */
const ROOM: Lights = {
  direction: [-0.62, 0.1, -1],
  key: [0.84, 0.8, 0.72],
  sky: [0.4, 0.42, 0.46],
  ground: [0.24, 0.23, 0.22],
  softness: 0.07,
}
const WALL: Background = { zenith: [0.75, 0.8, 0.86], horizon: [0.88, 0.89, 0.9] }

export function createRenderer(): Renderer {
  const list = new TriangleList()
  const projector = new Projector(list)
  const shadowMaps = {
    key: new ShadowMap({ size: 1024, taps: 16, softest: 0.03 }),
    sky: new ShadowMap({ size: 512, taps: 12, softest: 0.05 }),
  }
  const buffers = new Buffers()

  const draw = (scene: Scene, camera: Projection, options: RenderOptions): Picture => {
    const { instances, skipped } = instancesOf(scene.geoms)
    list.clear()
    instances.forEach((instance, i) => projector.add(instance, i, camera))
    const front = buffers.front(camera.width, camera.height)
    rasterise(list, front)
    const picture = { ...blank(camera.width, camera.height), skipped }
    measure({ list, instances, front }, picture)
    const { colours = true, shadows = true, antialias = false } = options
    if (!colours) return picture
    const lights = soundLights(scene.lights)
    const painted = { camera, list, instances, lights, background: scene.background ?? WALL }
    const painter = new Painter({ ...painted, shadows: shadows ? shadowMaps : undefined })
    if (shadows) drawShadows(shadowMaps, lights, { painter, front, instances })
    const fine = antialias ? buffers.fine(camera.width, camera.height) : undefined
    if (fine !== undefined) rasterise(list, fine, 2)
    const reaches = shadows ? new ReachMap(front, list, painter) : undefined
    paint({ list, painter, front, fine, reaches }, picture)
    return picture
  }

  return {
    render: (scene, view, options = {}) => {
      if (!isView(view)) return { ...blank(0, 0), skipped: [] }
      const map = buffers.lens(view)
      const ideal = draw(scene, cameraOf(view, map), options)
      const picture =
        map === undefined ? ideal : { ...blank(view.width, view.height), skipped: ideal.skipped }
      if (map !== undefined) throughLens(map, ideal, picture)
      if (options.noise !== undefined) addNoise(picture.rgb, options.noise)
      return picture
    },
  }
}

/** What is kept between pictures, as long as their size is the same. */
class Buffers {
  #front: Visibility | undefined
  #fine: Visibility | undefined
  #map: { readonly of: string; readonly map: LensMap } | undefined

  front(width: number, height: number): Visibility {
    return (this.#front = sized(this.#front, width, height))
  }

  fine(width: number, height: number): Visibility {
    return (this.#fine = sized(this.#fine, 2 * width, 2 * height))
  }

  lens(view: CameraView): LensMap | undefined {
    const { lens, width, height, fovY } = view
    if (lens === undefined || (lens.k1 === 0 && lens.k2 === 0)) return undefined
    const of = [lens.k1, lens.k2, width, height, fovY].join()
    if (this.#map?.of !== of) this.#map = { of, map: lensMap(view) }
    return this.#map.map
  }
}

const sized = (buffer: Visibility | undefined, width: number, height: number): Visibility =>
  buffer?.width === width && buffer.height === height ? buffer : visibilityOf(width, height)

function cameraOf(view: CameraView, map: LensMap | undefined): Projection {
  return {
    perspective: true,
    axes: axesOf(view.rotation),
    origin: Float64Array.from(view.position),
    scale: focalOf(view),
    width: map?.width ?? view.width,
    height: map?.height ?? view.height,
  }
}

const blank = (width: number, height: number): Omit<Picture, 'skipped'> => ({
  width,
  height,
  rgb: new Uint8Array(3 * width * height),
  depth: new Float32Array(width * height).fill(Infinity),
  mask: new Uint16Array(width * height),
})

/** Lights whose direction has a length and whose colours are numbers; those of the room otherwise. */
function soundLights(lights: Lights | undefined): Lights {
  if (lights === undefined) return ROOM
  const { direction, key, sky, ground } = lights
  const isFinite = [...direction, ...key, ...sky, ...ground].every((x) => Math.abs(x) < 1e6)
  return isFinite && Math.hypot(...direction) > 1e-6 ? lights : ROOM
}

interface Shadowed {
  readonly painter: Painter
  readonly front: Visibility
  readonly instances: readonly Instance[]
}

function drawShadows(
  { key, sky }: { readonly key: ShadowMap; readonly sky: ShadowMap },
  { direction, softness }: Lights,
  shadowed: Shadowed,
): void {
  key.aim(direction, softness)
  sky.aim([0, 0, -1], 1)
  drawShadow(key, shadowed)
  drawShadow(sky, shadowed)
}

/** Points a shadow map at what the camera sees: every fourth pixel in each direction tells. */
function drawShadow(map: ShadowMap, { painter, front, instances }: Shadowed): void {
  const seen = emptyExtent()
  const point = new Float64Array(3)
  const { width, height, nearness } = front
  for (let row = 0; row < height; row += 4) {
    for (let column = 0; column < width; column += 4) {
      const near = nearness[row * width + column] as number
      if (near <= 0) continue
      painter.locate(point, column + 0.5, row + 0.5, near)
      map.include(seen, point, 0)
    }
  }
  map.draw(instances, seen)
}

interface Canvas {
  readonly list: TriangleList
  readonly painter: Painter
  readonly front: Visibility
  /** four samples a pixel, for smooth edges */
  readonly fine: Visibility | undefined
  /** without it all light reaches everything */
  readonly reaches: ReachMap | undefined
}

/** Depth and mask: how far what is in front in each pixel is, and what it is. */
function measure(
  { list, instances, front }: Pick<Shadowed, 'front' | 'instances'> & Pick<Canvas, 'list'>,
  { depth, mask }: Picture,
): void {
  const { nearness, triangle } = front
  for (let i = 0; i < triangle.length; i++) {
    const t = triangle[i] as number
    if (t < 0) continue
    depth[i] = 1 / (nearness[i] as number)
    mask[i] = (instances[(list.owner[t] as number) >> 3] as Instance).id
  }
}

function paint(canvas: Canvas, { rgb }: Picture): void {
  const { list, painter, front, fine, reaches } = canvas
  const { width, height, nearness, triangle } = front
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const near = nearness[i] as number
      const t = triangle[i] as number
      if (t >= 0) reaches?.tell(column, row)
      const isEdge = fine !== undefined && isMixed(list.owner, fine, column, row)
      let colour: number
      if (isEdge) colour = meanColour(canvas, fine, column, row)
      else if (t >= 0) colour = painter.colour(column + 0.5, row + 0.5, near, t)
      else colour = painter.behind(column + 0.5, row + 0.5)
      rgb[3 * i] = colour >> 16
      rgb[3 * i + 1] = (colour >> 8) & 255
      rgb[3 * i + 2] = colour & 255
    }
  }
}

/** True when the four samples of a pixel do not all belong to one face. */
function isMixed(owner: Int32Array, { width, triangle }: Visibility, column: number, row: number): boolean {
  const at = 2 * row * width + 2 * column
  const a = triangle[at] as number
  const b = triangle[at + 1] as number
  const c = triangle[at + width] as number
  const d = triangle[at + width + 1] as number
  if (a === b && b === c && c === d) return false
  if (a < 0 || b < 0 || c < 0 || d < 0) return true
  return owner[a] !== owner[b] || owner[a] !== owner[c] || owner[a] !== owner[d]
}

/** The mean of four samples; light that reaches the middle of the pixel reaches the others of its face. */
function meanColour({ list, painter, front }: Canvas, fine: Visibility, column: number, row: number): number {
  const middle = list.owner[front.triangle[row * front.width + column] as number]
  const ofMiddle = { ...painter.reach }
  let r = 2
  let g = 2
  let b = 2
  for (let k = 0; k < 4; k++) {
    const x = 2 * column + (k & 1)
    const y = 2 * row + (k >> 1)
    const i = y * fine.width + x
    const t = fine.triangle[i] as number
    const u = x / 2 + 0.25
    const v = y / 2 + 0.25
    const near = fine.nearness[i] as number
    if (t >= 0 && list.owner[t] !== middle) painter.measure(u, v, near, t)
    else Object.assign(painter.reach, ofMiddle)
    const colour = t >= 0 ? painter.colour(u, v, near, t) : painter.behind(u, v)
    r += colour >> 16
    g += (colour >> 8) & 255
    b += colour & 255
  }
  return ((r >> 2) << 16) | ((g >> 2) << 8) | (b >> 2)
}
