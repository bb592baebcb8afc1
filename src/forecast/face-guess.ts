import type { ZoneId } from '../base/field-map.js'
import type { FaceReader, FaceReading } from '../robot/skills/read-faces.js'
import type { FastBody } from './body/fast-body.js'

/** Answers `ReadFaces` as a camera does that never errs: in the next turn, and not for a zone that the robot hides. */
export class FaceGuess implements FaceReader {
  readonly #body: FastBody
  readonly #asked = new Set<ZoneId>()

  constructor(body: FastBody) {
    this.#body = body
  }

  /** A new episode: nobody has asked. */
  restart(): void {
    this.#asked.clear()
  }

  read(zone: ZoneId): FaceReading {
    if (!this.#asked.delete(zone)) {
      this.#asked.add(zone)
      return { state: 'pending' }
    }
    const { place } = this.#body.state().robot
    if (place !== 'between' && place.kind === 'zone' && place.zone === zone) {
      return { state: 'failed', text: 'the robot stands before it' }
    }
    return { state: 'ready', mask: this.#body.faces(zone) }
  }
}
