import type { Evidence } from '#learning/field/critic/evidence.js'
import type { CameraModel } from '#base/camera-model.js'
import type { FieldMap, ZoneId } from '#base/field-map.js'
import { createCritic } from '#learning/field/critic/critic.js'
import type { Critic } from '#learning/critic/critic.js'
import type { Claims } from '#learning/field/critic/dialogue/claims.js'
import { readFaces, type FaceReading } from '#learning/field/perception/colour.js'
import { countStray } from '#learning/field/perception/stray.js'
import type { Described, Frame, VisionModel } from '#learning/ports.js'
import { rightAnswer } from '#lab/bench/truth/right-answer.js'
import { readClaims } from './read-claims.js'

/**
 * The shipped critic with a colour threshold in the place of its network: each slot is blue, orange or empty as most of
 * its pixels are against the floor around, and the rubric's table says what follows from that and from the trace.
 * Grounding, attribution, memory and alarms are the product's. It learned nothing, so it is what the network
 * has to beat.
 */
export const createThresholdCritic = (map: FieldMap, camera: CameraModel): Critic<Evidence> =>
  createCritic({ vision: new ThresholdVision(map, camera), map, camera, prompt: 'facts' })

class ThresholdVision implements VisionModel {
  readonly id = 'colour-threshold'
  readonly #map: FieldMap
  readonly #camera: CameraModel

  constructor(map: FieldMap, camera: CameraModel) {
    this.#map = map
    this.#camera = camera
  }

  describe({ frames, prompt }: Parameters<VisionModel['describe']>[0]): Promise<Described> {
    const frame = frames.at(-1)
    if (frame === undefined) return Promise.reject(new Error('there is no picture to look at'))
    const { claims, refuted } = readClaims(prompt)
    const slots = new Map(
      this.#map.zones.map(({ id }): [ZoneId, readonly FaceReading[]] => [
        id,
        readFaces(frame, this.#camera, this.#map, id),
      ]),
    )
    const zones = new Map([...slots].map(([id, read]) => [id, read.map(({ face }) => face)]))
    const stray = Array.from({ length: this.#stray(frame, claims) }, () => ({ x: 0, y: 0 }))
    // where the robot stands it knows by its odometry, where the shelf stands by what it has done: no colour tells
    const text = rightAnswer({ zones, track: 'hidden', robot: 'hidden', stray }, claims, refuted)
    const sure = [...slots.values()].flat().map(({ confidence }) => confidence)
    const mean = sure.reduce((sum, each) => sum + each, 0) / Math.max(1, sure.length)
    return Promise.resolve({ text, tokens: [], confidence: mean })
  }

  dispose(): Promise<void> {
    return Promise.resolve()
  }

  #stray(frame: Frame, { robotAt }: Claims): number {
    const zone = this.#map.zones.find(({ id }) => id === robotAt)
    const place = zone?.at ?? (robotAt === 'home' ? this.#map.home.at : undefined)
    return countStray(frame, this.#camera, this.#map, place) ?? 0
  }
}
