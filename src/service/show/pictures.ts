import { encodeJpeg } from '#simulation/camera/raster.js'
import type { Camera, Frame } from '#learning/ports.js'
import type { Picture, StatusPublisher } from '#runtime/status/status-publisher.js'

/** Shows pictures to viewers. One is encoded at a time; pictures that arrive meanwhile are dropped. */
export class PictureServer {
  readonly #statusPublisher: StatusPublisher
  readonly #now: () => number
  #busy = false

  /** @param now wall clock, milliseconds since the epoch */
  constructor(statusPublisher: StatusPublisher, now: () => number) {
    this.#statusPublisher = statusPublisher
    this.#now = now
  }

  /** Shows a picture that was taken for another purpose. */
  offer(frame: Frame): void {
    void this.#publish(() => Promise.resolve(frame))
  }

  /** Captures a picture for viewers only; a failing camera has its own health row. */
  take(camera: Pick<Camera, 'capture'>): void {
    void this.#publish(() => camera.capture())
  }

  /**
   * Takes a picture every so often, in the pause after a turn: no turn waits for one, and no STOP in it.
   * @param now monotonic milliseconds
   * @returns called once per turn of the reflex loop
   */
  every(periodMs: number, camera: Pick<Camera, 'capture'>, now: () => number): () => void {
    let takenAt = -Infinity
    return () => {
      if (now() - takenAt < periodMs) return
      takenAt = now()
      setImmediate(() => this.take(camera))
    }
  }

  /** Shows a picture that the camera delivered already encoded. */
  show(picture: Picture): void {
    this.#statusPublisher.setPicture(picture)
    const { id, width, height } = picture
    this.#statusPublisher.publish({ kind: 'picture', id, t: 0, width, height })
  }

  async #publish(take: () => Promise<Frame>): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    try {
      const frame = await take()
      const jpeg = await encodeJpeg(frame)
      const { id, t, width, height } = frame
      this.#statusPublisher.setPicture({ id, at: this.#now(), width, height, jpeg })
      this.#statusPublisher.publish({ kind: 'picture', id, t, width, height })
    } catch {
      // whoever needs pictures gets the error from the camera itself
    } finally {
      this.#busy = false
    }
  }
}
