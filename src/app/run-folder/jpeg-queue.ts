import { encodeJpeg } from '#simulation/camera/raster.js'
import type { Frame } from '#learning/ports.js'
import type { RunLog } from '#runtime/run-log.js'

/** Encodes pictures one after the other while the episode runs; await `drain` before the episode counts. */
export class JpegQueue {
  readonly #store: Pick<RunLog, 'saveFrame'>
  #pending: Promise<void> = Promise.resolve()
  #failed: { readonly error: unknown } | undefined

  constructor(store: Pick<RunLog, 'saveFrame'>) {
    this.#store = store
  }

  /** Never throws: whoever takes the picture takes an exception for a broken camera. See `drain`. */
  add(episode: number, frame: Frame): void {
    if (this.#failed !== undefined) return
    this.#pending = this.#pending
      .then(async () => this.#store.saveFrame(episode, frame.id, await encodeJpeg(frame)))
      .catch((error: unknown) => void (this.#failed ??= { error }))
  }

  /** @throws Error why a picture could not be stored */
  async drain(): Promise<void> {
    await this.#pending
    if (this.#failed !== undefined) throw this.#failed.error
  }
}
