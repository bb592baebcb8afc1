import type { CameraModel } from '#base/camera-model.js'
import { SideProcess } from '#adapters/side-process/side-process.js'
import type { Camera, Frame } from '#learning/ports.js'
import { HomeCamera } from '#simulation/camera/home-camera.js'
import type { HomeWorld } from '#simulation/home/home.js'
import type { WorldAnswer, WorldJob } from './jobs.js'

/** Drawing takes half a second on a core of 2023, ms */
const LIMIT_MS = 10_000
const HEAP_MIB = 256

/**
 * The camera over a home whose time is that of the wall clock: pictures are drawn in a process of their own, since the
 * reflex loop would miss 25 turns for each.
 */
export class DrawnHome implements Camera {
  readonly #home: HomeWorld
  readonly #seed: number
  readonly #side: SideProcess<WorldJob, WorldAnswer>
  readonly #near: HomeCamera
  #count = 0

  constructor(home: HomeWorld, seed: number) {
    this.#home = home
    this.#seed = seed
    this.#near = new HomeCamera(home, 'overview', seed)
    this.#side = new SideProcess({
      program: 'program',
      caller: import.meta.url,
      limitMs: LIMIT_MS,
      maxQueued: 4,
      heapMiB: HEAP_MIB,
      report: () => undefined,
    })
  }

  get model(): CameraModel {
    return this.#near.model
  }

  /** The picture shows the moment of the call. */
  async capture(): Promise<Frame> {
    const id = `overview-${String(this.#count++).padStart(4, '0')}`
    const { now } = this.#home
    const job = {
      kind: 'picture',
      scene: this.#home.scene(),
      now,
      picture: 'overview',
      seed: this.#seed,
      id,
    } as const
    const answer = await this.#side.ask(job, 1)
    if (!answer.ok) throw new Error(`the picture could not be drawn: ${answer.error}`)
    if (answer.value.ok && answer.value.value.kind === 'picture') return answer.value.value.frame
    throw new Error('the picture could not be drawn')
  }

  close(): void {
    this.#side.close()
  }
}
