import type { CameraModel } from '#base/camera-model.js'
import type { FieldMap, ZoneId } from '#base/field-map.js'
import { readFaces } from '#learning/field/perception/colour.js'
import { registered } from '#learning/field/perception/registration.js'
import { countStray } from '#learning/field/perception/stray.js'
import type { Described, VisionModel, VisionRequest } from '#learning/ports.js'
import { readClaims } from '#lab/bench/vrl/baselines/read-claims.js'
import { rightAnswer as judge } from '#lab/bench/truth/right-answer.js'

/**
 * The baseline without a network: a colour threshold reads the slots of the picture after it was laid on the map, the
 * teacher's table says what is wrong, robot and shelf stand where the trace says. Everything around it is the product's
 * critic.
 */
export function thresholdModel(map: FieldMap, camera: () => CameraModel): VisionModel {
  return {
    id: 'colour-threshold',
    dispose: () => Promise.resolve(),
    describe: ({ frames, prompt }: VisionRequest): Promise<Described> => {
      const frame = frames.at(-1)
      if (frame === undefined) return Promise.reject(new Error('no picture'))
      // what was refuted is not told to a table that would say the same again
      const { claims } = readClaims(prompt)
      const { camera: placed } = registered(frame, camera(), map)
      const readings = map.zones.map(({ id }) => [id, readFaces(frame, placed, map, id)] as const)
      const zones = new Map<ZoneId, ('blue' | 'orange' | 'empty' | 'hidden')[]>(
        readings.map(([id, slots]) => [id, slots.map(({ face }) => face)]),
      )
      const place =
        map.zones.find(({ id }) => id === claims.robotAt)?.at ??
        (claims.robotAt === 'home' ? map.home.at : undefined)
      const stray = Array.from({ length: countStray(frame, placed, map, place) ?? 0 }, () => ({ x: 0, y: 0 }))
      const text = judge({ zones, track: 'hidden', robot: 'hidden', stray }, claims)
      const sure = readings.flatMap(([, slots]) => slots.map(({ confidence }) => confidence))
      const confidence = sure.reduce((sum, each) => sum + each, 0) / Math.max(1, sure.length)
      return Promise.resolve({ text, tokens: [], confidence })
    },
  }
}
