import type { CameraModel } from '#base/camera-model.js'
import type { Clock } from '#base/clock.js'
import { stream, type Rng } from '#base/random.js'
import { ms } from '#base/units.js'
import type { Camera, Frame } from '#learning/ports.js'
import type { CameraReport } from '#runtime/status/service-status.js'
import type { Picture } from '#runtime/status/status-publisher.js'
import { CameraSupervisor, type CameraSource } from './camera-supervisor.js'
import type { Jpeg } from './jpeg-splitter.js'

export interface FfmpegCameraOptions extends CameraSource {
  readonly model: CameraModel
  /** jitter of the back-off between restarts */
  readonly rng?: Rng
  /** called with each camera event, as text for a log */
  readonly report?: (text: string) => void
  /** replaces ffmpeg in tests */
  readonly program?: string
}

interface Arrived {
  readonly jpeg: Jpeg
  /** arrival time by `clock` */
  readonly at: number
  /** counts from 1 */
  readonly number: number
}

/**
 * A real camera, read by an ffmpeg child process that is started at once and kept alive. Only the newest picture is
 * kept, as JPEG; it is decoded when the critic requests it.
 */
export class FfmpegCamera implements Camera {
  readonly model: CameraModel
  readonly #options: FfmpegCameraOptions
  readonly #supervisor: CameraSupervisor
  readonly #listeners = new Set<(picture: Picture) => void>()
  readonly #waiting = new Set<() => void>()
  readonly #own: Camera
  #newest: Arrived | undefined
  #frames = 0

  constructor(options: FfmpegCameraOptions) {
    this.#options = options
    this.model = options.model
    const { rng = stream('camera'), report = () => undefined, program = 'ffmpeg' } = options
    this.#supervisor = new CameraSupervisor({
      ...options,
      rng,
      report,
      program,
      onJpeg: (jpeg) => this.#arrived(jpeg),
    })
    this.#own = this.at(options.clock)
  }

  /** Captures with the camera's own clock: see `at`. */
  capture(): Promise<Frame> {
    return this.#own.capture()
  }

  /**
   * The same camera for a client with its own clock: frames carry the client's time, and no picture is returned twice.
   * If the newest picture was already returned, `capture` waits for the next one; it rejects with the reason when none
   * arrives within the stale limit.
   */
  at(clock: Clock): Camera {
    let given = 0
    let count = 0
    return {
      model: this.model,
      capture: async () => {
        const arrived = await this.#newerThan(given)
        given = arrived.number
        const age = this.#options.clock.now() - arrived.at
        const t = ms(clock.now() - age)
        const { decodeJpeg } = await import('./decode-jpeg.js')
        const picture = await decodeJpeg(arrived.jpeg.bytes)
        return { id: `f${String(count++).padStart(4, '0')}`, t, ...picture }
      },
    }
  }

  report(): CameraReport {
    const { source, staleMs } = this.#options
    const { state: process, restarts, why } = this.#supervisor
    const ageMs = this.#ageMs()
    const fresh = ageMs !== null && ageMs <= staleMs
    const state =
      process === 'closed' ? 'off' : fresh ? 'ok' : process === 'running' && ageMs !== null ? 'stale' : 'lost'
    const text = state === 'ok' ? '' : state === 'off' ? 'closed' : why
    return { source, state, ageMs, frames: this.#frames, restarts, text }
  }

  /**
   * Subscribes to every picture from now on, as encoded by the camera. Listeners throttle themselves; one that throws
   * is removed. @returns a function that unsubscribes
   */
  onPicture(listener: (picture: Picture) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Kills the child process. @returns once it has exited */
  async close(): Promise<void> {
    await this.#supervisor.close()
    for (const wake of [...this.#waiting]) wake()
  }

  #arrived(jpeg: Jpeg): void {
    this.#newest = { jpeg, at: this.#options.clock.now(), number: ++this.#frames }
    for (const wake of [...this.#waiting]) wake()
    if (this.#listeners.size === 0) return
    const { width, height, bytes } = jpeg
    const picture: Picture = { id: `c${this.#frames}`, at: Date.now(), width, height, jpeg: bytes }
    for (const listener of [...this.#listeners]) this.#call(listener, picture)
  }

  #call(listener: (picture: Picture) => void, picture: Picture): void {
    try {
      listener(picture)
    } catch (error) {
      this.#listeners.delete(listener)
      this.#options.report?.(`a listener of the camera was dropped: ${String(error)}`)
    }
  }

  async #newerThan(number: number): Promise<Arrived> {
    const { staleMs } = this.#options
    if (!this.#hasNewer(number) && this.#supervisor.state !== 'closed') await this.#next(staleMs)
    const newest = this.#newest
    if (newest !== undefined && this.#hasNewer(number)) return newest
    const { state, text, ageMs } = this.report()
    const age =
      ageMs === null ? 'there has been no picture yet' : `the newest picture is ${Math.round(ageMs)} ms old`
    throw new Error(`the camera gives no picture: ${state === 'ok' ? age : `${text} (${age})`}`)
  }

  #hasNewer(number: number): boolean {
    const age = this.#ageMs()
    const { state } = this.#supervisor
    const isFresh = state !== 'closed' && age !== null && age <= this.#options.staleMs
    return isFresh && this.#newest !== undefined && this.#newest.number > number
  }

  /** Resolves at the next picture, when the camera closes, or after `patience` ms. */
  #next(patience: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, patience)
      this.#waiting.add(wake)
    })
  }

  #ageMs(): number | null {
    return this.#newest === undefined ? null : Math.max(0, this.#options.clock.now() - this.#newest.at)
  }
}
