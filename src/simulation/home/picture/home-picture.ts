import type { CameraModel } from '#base/camera-model.js'
import type { Rng } from '#base/random.js'
import type { HomeScene } from '../scene.js'
import type { HomeState } from '../state.js'
import { buildingMesh } from './building.js'
import { furnitureMesh } from './furniture.js'
import { itemMesh } from './items.js'
import { lampOver } from './light.js'
import type { Triangle } from './mesh.js'
import { peopleMesh } from './people.js'
import { renderTriangles } from './render-triangles.js'
import { robotMesh } from './robot.js'

/** The light in a picture of the home. */
export interface HomeLight {
  /** direction of the lamp: degrees counter-clockwise from +x, and degrees above the floor */
  readonly azimuth: number
  readonly elevation: number
  /** ambient share of the light, 0…1 */
  readonly ambient: number
}

export const AFTERNOON: HomeLight = { azimuth: 140, elevation: 60, ambient: 0.5 }

/** Renders the home as a camera sees it: 8-bit RGB, row by row. Pure: equal arguments give equal bytes. */
export function renderHome(
  { shape, state }: { readonly shape: HomeScene; readonly state: HomeState },
  camera: CameraModel,
  light: HomeLight = AFTERNOON,
): Uint8Array {
  const mesh = homeMesh(shape, state)
  return renderTriangles(mesh, camera, lampOver(mesh, light, shape.size), light.ambient)
}

/** The camera above the home, from the scene file. */
export function overviewCamera({ camera }: HomeScene): CameraModel {
  const { eye, lookAt, focal, width, height } = camera
  return { width, height, focal, eye: [eye.x, eye.y, eye.z], lookAt: [lookAt.x, lookAt.y, lookAt.z] }
}

/** The camera in the robot's head: it looks down at what the robot stands before. */
export function headCamera({ base }: HomeState): CameraModel {
  const [c, s] = [Math.cos(base.heading), Math.sin(base.heading)]
  return {
    width: 640,
    height: 480,
    focal: 400,
    eye: [base.x + 0.16 * c, base.y + 0.16 * s, 1.5],
    lookAt: [base.x + 0.95 * c, base.y + 0.95 * s, 0.6],
  }
}

/** The same camera as it really hangs: a little off, as a tripod is after a day. */
export function jittered(camera: CameraModel, rng: Rng): CameraModel {
  const off = (sd: number): number => rng.normal() * sd
  const [ex, ey, ez] = camera.eye
  const [lx, ly, lz] = camera.lookAt
  return {
    ...camera,
    eye: [ex + off(0.01), ey + off(0.01), ez + off(0.01)],
    lookAt: [lx + off(0.012), ly + off(0.012), lz],
  }
}

function homeMesh(scene: HomeScene, state: HomeState): Triangle[] {
  return [
    ...buildingMesh(scene, state.angles),
    ...furnitureMesh(scene, state.angles),
    ...Object.entries(state.items).flatMap(([name, item]) => {
      const shape = scene.items[name]
      return shape === undefined || isHidden(item.place, scene, state) ? [] : itemMesh(shape, item)
    }),
    ...peopleMesh(state, scene),
    ...robotMesh(state, scene),
  ]
}

/** What is in a closed container is not drawn: it could only shine through a crack. */
const isHidden = (place: string, scene: HomeScene, state: HomeState): boolean =>
  Object.hasOwn(scene.containers, place) && (state.angles[place] ?? 0) < 0.1
