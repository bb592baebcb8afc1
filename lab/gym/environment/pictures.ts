import type { MainModule } from '@mujoco/mujoco'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Renderer } from '#simulation/render/renderer.js'
import type { CameraView } from '#simulation/render/scene.js'
import { Geoms } from '#tabletop/physics/geoms.js'
import type { Physics } from '#tabletop/physics/physics.js'
import { geomsOf } from '#tabletop/sight/geoms-of.js'
import { MAST } from '#tabletop/sight/mast-camera.js'
import { wristCamera } from '#tabletop/sight/wrist-camera.js'
import { fault, shown } from './faults.js'

/** Which pictures are asked for. */
export interface PictureRequest {
  readonly cameras: readonly CameraName[]
  /** pixels, 16 to 640 */
  readonly width: number
  readonly height: number
}

type CameraName = (typeof CAMERAS)[number]
const CAMERAS = ['mast', 'wrist'] as const

/** What a camera shows, row by row from the top left, without noise. */
export interface Shot {
  /** sRGB, three bytes a pixel */
  readonly rgb: Uint8Array
  /** metres along the optical axis; Infinity where there is nothing */
  readonly depth: Float32Array
  /** number of the shape in each pixel, 0 where there is nothing */
  readonly mask: Uint16Array
}

/** The pictures of one environment. */
export interface Shots {
  readonly cameras: Readonly<Partial<Record<CameraName, Shot>>>
  /** the part of the scene that each number of a mask belongs to */
  readonly parts: readonly string[]
}

/** What is wrong with a request for pictures (`gym.pictures`), if anything. */
export function pictureFault({
  cameras,
  width,
  height,
}: Readonly<Record<string, unknown>>): Diagnostic | undefined {
  const isCamera = (name: unknown): boolean => (CAMERAS as readonly unknown[]).includes(name)
  if (!Array.isArray(cameras) || cameras.length === 0 || !cameras.every(isCamera))
    return fault('gym.pictures', 'these are no cameras', {
      expected: `a list of some of ${CAMERAS.join(', ')}`,
      got: shown(cameras),
    })
  for (const [name, pixels] of Object.entries({ width, height }))
    if (!Number.isInteger(pixels) || (pixels as number) < SMALLEST || (pixels as number) > LARGEST)
      return fault('gym.pictures', `this is no ${name}`, {
        expected: `a whole number of pixels, ${SMALLEST} to ${LARGEST}`,
        got: shown(pixels),
      })
  return undefined
}

const SMALLEST = 16
const LARGEST = 640

/** Draws a scene as its cameras see it. @param request without a fault */
export function picturesOf(
  { mujoco, renderer }: { readonly mujoco: MainModule; readonly renderer: Renderer },
  physics: Physics,
  { cameras, width, height }: PictureRequest,
): Shots {
  const scene = { geoms: geomsOf(physics.model, physics.data) }
  const views: Readonly<Record<CameraName, CameraView>> = {
    mast: { ...MAST, width, height },
    wrist: wristCamera(physics.joints, { width, height }),
  }
  const shots = cameras.map((name): [CameraName, Shot] => {
    const { rgb, depth, mask } = renderer.render(scene, views[name])
    return [name, { rgb, depth, mask }]
  })
  const shapes = new Geoms(mujoco, physics.model)
  const parts = ['', ...Array.from({ length: shapes.count }, (_, shape) => shapes.partName(shape))]
  shapes.close()
  return { cameras: Object.fromEntries(shots), parts }
}
