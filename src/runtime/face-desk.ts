import { slotsMask, type FieldMap, type ZoneId } from '../base/field-map.js'
import type { BlockInfo } from '../mind/actor/input.js'
import { readFaces, type FaceReading as SlotReading } from '../mind/perception/colour.js'
import type { Camera } from '../mind/ports.js'
import type { FaceReader, FaceReading } from '../robot/skills/read-faces.js'

/**
 * Answers the skill `ReadFaces`: takes a picture, reads the colours, hands the result to the next tick that asks. Each
 * start of a reading takes a new picture; an answer is given once.
 */
export class FaceDesk implements FaceReader {
  readonly #map: FieldMap
  readonly #camera: Camera
  readonly #readings = new Map<ZoneId, FaceReading>()
  #work: Promise<void> = Promise.resolve()

  constructor(map: FieldMap, camera: Camera) {
    this.#map = map
    this.#camera = camera
  }

  read(zone: ZoneId): FaceReading {
    const reading = this.#readings.get(zone)
    if (reading === undefined) {
      this.#readings.set(zone, { state: 'pending' })
      this.#work = this.#work.then(() => this.#look(zone))
      return { state: 'pending' }
    }
    if (reading.state !== 'pending') this.#readings.delete(zone)
    return reading
  }

  /** Resolves when nothing is being read: virtual time stands until then. */
  settled(): Promise<void> {
    return this.#work
  }

  /** The faces of all blocks in their load zones, for an actor that may know them (VRL-07). */
  async blockInfo(): Promise<readonly BlockInfo[]> {
    const frame = await this.#camera.capture()
    return this.#map.zones
      .filter((zone) => zone.kind === 'load')
      .flatMap(({ id }) =>
        readFaces(frame, this.#camera.model, this.#map, id).map((slot) => blockInfo(id, slot)),
      )
      .filter((info) => info !== null)
  }

  async #look(zone: ZoneId): Promise<void> {
    try {
      const frame = await this.#camera.capture()
      const slots = readFaces(frame, this.#camera.model, this.#map, zone)
      this.#readings.set(zone, answer(slots))
    } catch (error) {
      this.#readings.set(zone, {
        state: 'failed',
        text: error instanceof Error ? error.message : String(error),
      })
    }
  }
}

function answer(slots: readonly SlotReading[]): FaceReading {
  const hidden = slots.filter(({ face }) => face === 'hidden').map(({ slot }) => slot)
  if (hidden.length > 0) {
    const text = `something stands before slots ${slotsMask(hidden)}: look before the robot drives there`
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
