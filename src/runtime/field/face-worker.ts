import { SLOTS, slotsMask, type FieldMap, type ZoneId } from '#base/field-map.js'
import type { BlockInfo } from '#learning/field/actor/contract.js'
import { readFaces, type FaceReading as SlotReading } from '#learning/field/perception/colour.js'
import { PoseWatch, type WatchedPose } from '#learning/field/perception/pose-watch.js'
import { astrayWarning } from '#learning/field/critic/picture-warnings.js'
import type { Camera, Frame } from '#learning/ports.js'
import type { FaceReader, FaceReading } from '#robots/field/skills/host.js'

/**
 * Serves the skill `ReadFaces`: takes a picture, reads the colours and returns the result on the next tick that asks.
 * Each new reading takes a new picture; a result is returned once.
 */
export class FaceWorker implements FaceReader {
  readonly #map: FieldMap
  readonly #camera: Camera
  readonly #readings = new Map<ZoneId, FaceReading>()
  readonly #pose = new PoseWatch()
  #pending: Promise<void> = Promise.resolve()

  constructor(map: FieldMap, camera: Camera) {
    this.#map = map
    this.#camera = camera
  }

  read(zone: ZoneId): FaceReading {
    const reading = this.#readings.get(zone)
    if (reading === undefined) {
      this.#readings.set(zone, { state: 'pending' })
      this.#pending = this.#pending.then(() => this.#readZone(zone))
      return { state: 'pending' }
    }
    if (reading.state !== 'pending') this.#readings.delete(zone)
    return reading
  }

  /** Resolves when no reading is in progress; virtual time stands still until then. */
  whenIdle(): Promise<void> {
    return this.#pending
  }

  /** Reads the faces of all blocks in their load zones, for an actor that may know them (VRL-07). */
  async blockInfo(): Promise<readonly BlockInfo[]> {
    const seen = await this.#capture()
    return this.#map.zones
      .filter((zone) => zone.kind === 'load')
      .flatMap(({ id }) => this.#slotsOf(id, seen).map((slot) => blockInfo(id, slot)))
      .filter((info) => info !== null)
  }

  /** Takes a picture and lays it on the map: the camera may have been bumped since it was measured. */
  async #capture(): Promise<Seen> {
    const frame = await this.#camera.capture()
    return { frame, ...this.#pose.look(frame, this.#camera.model, this.#map) }
  }

  #slotsOf(zone: ZoneId, { frame, camera, astray }: Seen): readonly SlotReading[] {
    if (astray !== undefined) return SLOTS.map((slot) => ({ slot, face: 'hidden', confidence: 0 }))
    return readFaces(frame, camera, this.#map, zone)
  }

  async #readZone(zone: ZoneId): Promise<void> {
    try {
      const seen = await this.#capture()
      const reading: FaceReading =
        seen.astray === undefined
          ? toReading(this.#slotsOf(zone, seen))
          : { state: 'failed', text: astrayWarning(seen.astray).text }
      this.#readings.set(zone, reading)
    } catch (error) {
      this.#readings.set(zone, {
        state: 'failed',
        text: error instanceof Error ? error.message : String(error),
      })
    }
  }
}

interface Seen extends WatchedPose {
  readonly frame: Frame
}

function toReading(slots: readonly SlotReading[]): FaceReading {
  const hidden = slots.filter(({ face }) => face === 'hidden').map(({ slot }) => slot)
  if (hidden.length > 0) {
    const text =
      `slots ${slotsMask(hidden)} are outside the picture, or something stands before them: ` +
      `look before the robot drives there`
    return { state: 'failed', text }
  }
  return {
    state: 'ready',
    mask: slotsMask(slots.filter(({ face }) => face === 'orange').map(({ slot }) => slot)),
  }
}

function blockInfo(zone: ZoneId, { slot, face, confidence }: SlotReading): BlockInfo | null {
  if (face === 'empty') return null
  return { zone, slot, faceUp: face === 'hidden' ? 'unknown' : face, conf: confidence }
}
