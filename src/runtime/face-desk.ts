import type { FieldMap, ZoneId } from '../base/field-map.js'
import type { Camera } from '../mind/ports.js'
import { readFaces } from '../mind/perception/colour.js'
import type { FaceReader, FaceReading } from '../robot/skills/read-faces.js'

/**
 * Answers the skill `ReadFaces`: takes a picture, reads the colours, hands the result to the next tick that asks.
 * Each start of a reading takes a new picture; an answer is given once.
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

  async #look(zone: ZoneId): Promise<void> {
    try {
      const frame = await this.#camera.capture()
      const slots = readFaces(frame, this.#camera.model, this.#map, zone)
      this.#readings.set(zone, {
        state: 'ready',
        mask: slots.map(({ face }) => (face === 'orange' ? '1' : '0')).join(''),
      })
    } catch (error) {
      this.#readings.set(zone, {
        state: 'failed',
        text: error instanceof Error ? error.message : String(error),
      })
    }
  }
}
