import type { FieldMap, Mask, ZoneId } from '#base/field-map.js'
import { m, ms, rad } from '#base/units.js'
import { BENCHMARK_ZONES } from '../../support/benchmark-zones.js'
import type { Frame } from '#learning/ports.js'
import { rasterise } from '#simulation/camera/raster.js'
import { initialScene, type FieldSetup } from '#simulation/field/field-setup.js'
import { MAST_CAMERA, DAYLIGHT, type Look } from '#simulation/field/render/look.js'
import { renderSvg } from '#simulation/field/render/render.js'
import type { Scene } from '#simulation/field/scene.js'

/** The layout of the shipped fields. */
export const MAP: FieldMap = {
  id: 'test',
  size: { x: m(3), y: m(2) },
  zones: BENCHMARK_ZONES,
  home: { at: { x: m(0.3), y: m(1.75) }, radius: m(0.12) },
  shelf: { at: { x: m(0.7), y: m(0.2) }, target: { x: m(0.38), y: m(0.2) }, size: { x: m(0.3), y: m(0.15) } },
}

const setup = (faces: readonly [Mask, Mask, Mask, Mask]): FieldSetup => ({
  map: MAP,
  orange: new Map<ZoneId, Mask>([1, 3, 5, 7].map((id, i) => [id, faces[i] as Mask])),
  start: { ...MAP.home.at, theta: rad(0) },
})

export const sceneAtStart = (faces: readonly [Mask, Mask, Mask, Mask]): Scene => initialScene(setup(faces))

export const picture = (scene: Scene, look: Look = DAYLIGHT, seed = 1): Promise<Frame> =>
  rasterise(renderSvg(scene, MAST_CAMERA, look), look, seed, { id: `p${seed}`, t: ms(0) })

export { MAST_CAMERA as CAMERA }
