import type { FieldMap, Mask, Zone, ZoneId } from '../../../src/base/field-map.js'
import { m, ms, rad } from '../../../src/base/units.js'
import type { Frame } from '../../../src/mind/ports.js'
import { rasterise } from '../../../src/adapters/camera-sim/raster.js'
import { initialScene, type FieldSetup } from '../../../src/sim/field-setup.js'
import { MAST_CAMERA } from '../../../src/sim/render/camera-pose.js'
import { DAYLIGHT, type Look } from '../../../src/sim/render/look.js'
import { renderSvg } from '../../../src/sim/render/render.js'
import type { Scene } from '../../../src/sim/scene.js'

const zone = (id: number, kind: Zone['kind'], x: number, y: number, needsShelf = false): Zone => ({
  id,
  kind,
  at: { x: m(x), y: m(y) },
  size: { x: m(0.3), y: m(0.25) },
  needsShelf,
})

/** The layout of the shipped fields. */
export const MAP: FieldMap = {
  id: 'test',
  size: { x: m(3), y: m(2) },
  zones: [
    zone(1, 'load', 0.45, 0.45),
    zone(2, 'unload', 0.8, 0.8),
    zone(3, 'load', 0.45, 1.15),
    zone(4, 'unload', 0.3, 0.8, true),
    zone(5, 'load', 1.15, 0.45),
    zone(6, 'unload', 1.5, 0.8),
    zone(7, 'load', 1.15, 1.15),
    zone(8, 'unload', 1.5, 0.35),
  ],
  home: { at: { x: m(0.3), y: m(1.75) }, radius: m(0.12) },
  shelf: { at: { x: m(0.7), y: m(0.2) }, target: { x: m(0.38), y: m(0.2) }, size: { x: m(0.3), y: m(0.15) } },
}

export const setup = (faces: readonly [Mask, Mask, Mask, Mask]): FieldSetup => ({
  map: MAP,
  orange: new Map<ZoneId, Mask>([1, 3, 5, 7].map((id, i) => [id, faces[i] as Mask])),
  start: { ...MAP.home.at, theta: rad(0) },
})

export const sceneAtStart = (faces: readonly [Mask, Mask, Mask, Mask]): Scene => initialScene(setup(faces))

export const picture = (scene: Scene, look: Look = DAYLIGHT, seed = 1): Promise<Frame> =>
  rasterise(renderSvg(scene, MAST_CAMERA, look), look, seed, { id: `p${seed}`, t: ms(0) })

export { MAST_CAMERA as CAMERA }
